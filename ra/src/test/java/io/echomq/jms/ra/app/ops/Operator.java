package io.echomq.jms.ra.app.ops;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Payara Micro takes commands from inside only; its classes are found by name. */
@WebServlet("/run")
public class Operator extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String[] arguments = request.getParameterValues("argument");
    try {
      Class<?> server = Class.forName("fish.payara.micro.PayaraMicro");
      Object instance = server.getMethod("getInstance").invoke(null);
      Object runtime = server.getMethod("getRuntime").invoke(instance);
      Object result =
          Class.forName("fish.payara.micro.PayaraMicroRuntime")
              .getMethod("run", String.class, String[].class)
              .invoke(runtime, request.getParameter("command"), arguments);
      response.getWriter().print(result);
    } catch (ReflectiveOperationException failed) {
      response.setStatus(500);
      failed.printStackTrace(response.getWriter());
    }
  }
}
