package io.echomq.jms.ra.app;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** Drives the application from outside: one verb, one answer. */
@WebServlet("/desk")
public class Desk extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @EJB private Ledger ledger;
  @EJB private Vault vault;
  @EJB private Defined defined;
  @EJB private Churn churn;
  @Resource private transient UserTransaction transaction;

  @Inject
  @JMSConnectionFactory("jms/cf")
  private transient JMSContext messaging;

  @Resource(lookup = "jms/cf")
  private transient ConnectionFactory factory;

  @Resource(lookup = "jms/orders")
  private transient Queue orders;

  @Resource(lookup = "jms/prices")
  private transient Topic prices;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain");
    try {
      response.getWriter().print(answer(request));
    } catch (Exception failed) {
      response.setStatus(500);
      failed.printStackTrace(response.getWriter());
    }
  }

  private String answer(HttpServletRequest request) throws Exception {
    String text = request.getParameter("text");
    switch (request.getParameter("do")) {
      case "create":
        ledger.create();
        return "created";
      case "order":
        messaging.createProducer().send(orders, text);
        return "sent";
      case "orders":
        for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
          messaging.createProducer().send(orders, text + i);
        }
        return "sent";
      case "price":
        JMSProducer producer = messaging.createProducer();
        producer.setProperty("kind", request.getParameter("kind")).send(prices, text);
        return "sent";
      case "transfer":
        return vault.transfer(request.getParameter("halt"));
      case "defined":
        defined.send(text);
        return "sent";
      case "churn":
        churn.runOutside(Integer.parseInt(request.getParameter("count")));
        return "done";
      case "churn-inside":
        churn.run(Integer.parseInt(request.getParameter("count")));
        return "done";
      case "transaction":
        return inTransaction(text, Boolean.parseBoolean(request.getParameter("commit")));
      case "ask":
        return ask(text);
      case "ledger":
        return String.join("\n", ledger.read(request.getParameter("bean")));
      default:
        throw new IllegalArgumentException("unknown verb");
    }
  }

  private String inTransaction(String text, boolean commit) throws Exception {
    transaction.begin();
    messaging.createProducer().send(orders, text);
    ledger.write("desk", text, 0);
    if (commit) {
      transaction.commit();
      return "committed";
    }
    transaction.rollback();
    return "rolled back";
  }

  private String ask(String text) {
    try (JMSContext context = factory.createContext()) {
      TemporaryQueue replies = context.createTemporaryQueue();
      TextMessage question = context.createTextMessage(text);
      question.setJMSReplyTo(replies);
      context.createProducer().send(orders, question);
      return context.createConsumer(replies).receiveBody(String.class, 20_000);
    } catch (jakarta.jms.JMSException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
