package io.echomq.jms.ra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.resource.spi.InvalidPropertyException;
import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Each property of an activation: where it goes, and what an administrator hears of a bad one. */
class ActivationPropertiesTest {
  private static final String TOPIC =
      "destination=t,destinationType=jakarta.jms.Topic,subscriptionDurability=Durable";

  /** As a container sets them, from text. */
  private static EchoMQActivationSpec spec(String properties) throws Exception {
    EchoMQActivationSpec spec = new EchoMQActivationSpec();
    for (String each : properties.split(",")) {
      String[] pair = each.split("=", 2);
      PropertyDescriptor property = new PropertyDescriptor(pair[0], EchoMQActivationSpec.class);
      Class<?> type = property.getPropertyType();
      Object value =
          type == String.class
              ? pair[1]
              : type.getMethod("valueOf", String.class).invoke(null, pair[1]);
      property.getWriteMethod().invoke(spec, value);
    }
    return spec;
  }

  @Test
  void everyPropertyReachesTheEndpoint() throws Exception {
    EndpointSettings settings =
        spec(TOPIC
                + ",clientId=c,subscriptionName=s,messageSelector=a > 1,maxSession=3"
                + ",setupAttempts=4,setupInterval=500,transactionTimeout=6,drainTimeout=700"
                + ",maxDeliveries=8,redeliveryDelay=900,acknowledgeMode=Dups-ok-acknowledge"
                + ",connectionFactoryLookup=jms/cf,uri=valkey://elsewhere,user=u,password=p")
            .settings();
    assertEquals("t", settings.destination());
    assertEquals(true, settings.topic());
    assertEquals(true, settings.durable());
    assertEquals(false, settings.shared());
    assertEquals("c", settings.clientId());
    assertEquals("s", settings.subscription());
    assertEquals("a > 1", settings.selector());
    assertEquals(3, settings.maxSession());
    assertEquals(4, settings.setupAttempts());
    assertEquals(Duration.ofMillis(500), settings.setupInterval());
    assertEquals(6, settings.transactionTimeout());
    assertEquals(Duration.ofMillis(700), settings.drainTimeout());
    assertEquals("maxDeliveries=8&redeliveryDelay=900ms", settings.destinationOptions());
    assertEquals("jms/cf", settings.factoryLookup());
    assertEquals(new ServerProperties("valkey://elsewhere", "u", "p"), settings.server());
  }

  @Test
  void aLookupWinsOverADestinationAndUseJndiMakesOneOfIt() throws Exception {
    EndpointSettings found = spec("destination=a,destinationLookup=jms/b").settings();
    assertEquals("jms/b", found.destination());
    assertEquals(true, found.lookup());
    assertEquals(true, spec("destination=jms/a,useJNDI=true").settings().lookup());
    assertEquals(false, spec("destination=a,useJNDI=false").settings().lookup());
  }

  @Test
  void aSharedSubscriptionNeedsNoClientId() throws Exception {
    EndpointSettings shared =
        spec(TOPIC + ",subscriptionName=s,shareSubscriptions=true").settings();
    assertEquals(true, shared.shared());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "destinationType=Topic2 | destination is missing: name the queue or topic",
        "destination=q,destinationType=Topic2 | destinationType is 'Topic2'; use jakarta.jms.Queue",
        "destination=q,acknowledgeMode=Client-acknowledge | use Auto-acknowledge or Dups-ok",
        "destination=q,messageSelector=a = | messageSelector is refused: ",
        "destination=q,subscriptionDurability=Maybe | use Durable or NonDurable",
        "destination=q,subscriptionDurability=Durable | which only topics know",
        "destination=q,shareSubscriptions=true | which only topics know",
        TOPIC + " | subscriptionName is missing: durable and shared subscriptions need a name",
        TOPIC + ",subscriptionName=s | clientId is missing: an unshared durable subscription",
        "destination=q,maxSession=0 | maxSession is 0; use 1 or more",
        "destination=q,setupAttempts=-2 | setupAttempts is -2; use -1 or more",
        "destination=q,setupInterval=0 | setupInterval is 0; use 1 or more",
        "destination=q,transactionTimeout=-1 | transactionTimeout is -1; use 0 or more",
        "destination=q,drainTimeout=-1 | drainTimeout is -1; use 0 or more",
        "destination=q,maxDeliveries=0 | maxDeliveries",
        "destination=q,redeliveryDelay=-1 | redeliveryDelay",
      })
  void whatIsWrongIsSaidWithItsRemedy(String properties, String says) throws Exception {
    EchoMQActivationSpec spec = spec(properties);
    String message = assertThrows(InvalidPropertyException.class, spec::validate).getMessage();
    assertTrue(message.contains(says), message);
  }

  /** Name and type of each property, as a container reads them in the archive. */
  private static Map<String, String> described() throws Exception {
    Map<String, String> found = new TreeMap<>();
    try (InputStream xml = Files.newInputStream(Path.of("src/main/rar/META-INF/ra.xml"))) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml);
      Element spec = (Element) document.getElementsByTagName("activationspec").item(0);
      NodeList all = spec.getElementsByTagName("config-property");
      for (int i = 0; i < all.getLength(); i++) {
        Element each = (Element) all.item(i);
        found.put(text(each, "config-property-name"), text(each, "config-property-type"));
      }
    }
    return found;
  }

  private static String text(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent();
  }

  @Test
  void theArchiveAndThePageDescribeExactlyTheseProperties() throws Exception {
    BeanInfo bean = Introspector.getBeanInfo(EchoMQActivationSpec.class, Object.class);
    Map<String, String> properties = new TreeMap<>();
    Stream<PropertyDescriptor> own =
        Arrays.stream(bean.getPropertyDescriptors())
            .filter(each -> !each.getName().equals("resourceAdapter"));
    own.forEach(each -> properties.put(each.getName(), each.getPropertyType().getName()));
    assertEquals(properties, described());
    String page = Files.readString(Path.of("../docs/resource-adapter.md"));
    properties.keySet().forEach(name -> assertTrue(page.contains("`" + name + "`"), name));
  }
}
