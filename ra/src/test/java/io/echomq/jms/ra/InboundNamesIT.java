package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What beans consume and from where: names, JNDI and subscriptions. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class InboundNamesIT {
  private final TestServer server;
  private InboundStage stage;

  InboundNamesIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws Exception {
    stage = new InboundStage(server);
  }

  @AfterEach
  void close() {
    stage.close();
    System.clearProperty("ra.elsewhere");
  }

  private String refusal() {
    FakeBean bean = new FakeBean(true, message -> {});
    return assertThrows(
            InvalidPropertyException.class,
            () -> stage.adapter.endpointActivation(bean, stage.spec))
        .getMessage();
  }

  @Test
  void aQueueIsFoundByDestinationLookup() throws Exception {
    stage.spec.setDestination(null);
    stage.spec.setDestinationLookup("jms/in");
    FakeBean bean = stage.activate(true, message -> {});
    stage.send("found");
    await().until(() -> bean.received.equals(List.of("found#1")));
  }

  @Test
  void aQueueIsFoundByUseJndi() throws Exception {
    stage.spec.setDestination("jms/in");
    stage.spec.setUseJNDI(true);
    FakeBean bean = stage.activate(true, message -> {});
    stage.send("found");
    await().until(() -> bean.received.equals(List.of("found#1")));
  }

  @Test
  void whatIsNotThereOrOfTheOtherKindIsNamed() {
    stage.spec.setDestinationLookup("jms/nothing");
    assertTrue(refusal().contains("destinationLookup 'jms/nothing' is not in JNDI"), refusal());
    stage.spec.setDestinationLookup("jms/prices");
    assertTrue(refusal().contains("destinationType says jakarta.jms.Queue"), refusal());
    stage.spec.setDestinationLookup(null);
    stage.spec.setDestination("a b");
    assertTrue(refusal().contains("destination 'a b' is refused"), refusal());
  }

  @Test
  void theConnectionFactoryNamesTheServer() throws Exception {
    try (PrivateServer elsewhere = PrivateServer.start()) {
      System.setProperty("ra.elsewhere", elsewhere.uri());
      stage.spec.setConnectionFactoryLookup("jms/elsewhere");
      FakeBean bean = stage.activate(true, message -> {});
      InboundStage.send(elsewhere.uri(), context -> context.createQueue("in"), "there");
      await().until(() -> bean.received.equals(List.of("there#1")));
      System.clearProperty("ra.elsewhere");
      XAResource[] recovery = stage.adapter.getXAResources(new EchoMQActivationSpec[] {stage.spec});
      assertEquals(0, recovery[0].recover(XAResource.TMSTARTRSCAN).length);
      stage.adapter.endpointDeactivation(bean, stage.spec);
    }
  }

  @Test
  void aConnectionFactoryThatIsNoneOfOursIsRefused() {
    stage.spec.setConnectionFactoryLookup("jms/in");
    assertTrue(refusal().contains("none of this resource adapter"), refusal());
    stage.spec.setConnectionFactoryLookup("jms/nothing");
    assertTrue(refusal().contains("connectionFactoryLookup 'jms/nothing' is not"), refusal());
  }

  @Test
  void aDurableSubscriptionKeepsWhatComesWhileTheBeanIsAway() throws Exception {
    stage.spec.setDestination("prices");
    stage.spec.setDestinationType("jakarta.jms.Topic");
    stage.spec.setSubscriptionDurability("Durable");
    stage.spec.setSubscriptionName("audit");
    stage.spec.setClientId("auditor");
    FakeBean first = stage.activate(true, message -> {});
    await().until(() -> stage.container.works.get() == 0);
    stage.publish("one");
    await().until(() -> first.received.equals(List.of("one#1")));
    stage.adapter.endpointDeactivation(first, stage.spec);
    stage.publish("two");
    FakeBean second = stage.activate(true, message -> {});
    await().until(() -> second.received.equals(List.of("two#1")));
  }

  @Test
  void beansShareASubscription() throws Exception {
    stage.spec.setDestination("prices");
    stage.spec.setDestinationType("jakarta.jms.Topic");
    stage.spec.setSubscriptionName("crew");
    stage.spec.setShareSubscriptions(true);
    FakeBean one = stage.activate(true, message -> {});
    FakeBean two = stage.activate(true, message -> {});
    await().until(() -> stage.container.works.get() == 0);
    String[] texts = {"a", "b", "c", "d", "e", "f"};
    stage.publish(texts);
    await().until(() -> one.received.size() + two.received.size() == texts.length);
    List<String> all = new ArrayList<>(one.received);
    all.addAll(two.received);
    assertEquals(texts.length, all.stream().distinct().count());
  }

  @Test
  void withoutATransactionEitherAcknowledgeModeTakesTheMessage() throws Exception {
    stage.spec.setAcknowledgeMode("Dups-ok-acknowledge");
    FakeBean bean = stage.activate(false, message -> {});
    stage.send("x");
    await().until(() -> bean.received.equals(List.of("x#1")));
    await().until(() -> stage.size("active") + stage.size("pending") == 0);
  }
}
