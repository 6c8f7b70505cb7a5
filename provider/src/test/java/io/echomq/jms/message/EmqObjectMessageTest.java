package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ObjectMessage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmqObjectMessageTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);
  private final MessageFactory trusting =
      new MessageFactory(new TrustPolicy(List.of("io.echomq.jms.message")));

  record Order(String id, int count) implements Serializable {}

  static final class Handler implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
      return null;
    }
  }

  static List<Serializable> values() {
    return List.of(
        true,
        (byte) 1,
        'c',
        (short) 2,
        3,
        4L,
        5f,
        6.0,
        "text",
        BigDecimal.TEN,
        new ArrayList<>(List.of(1, "a")),
        (Serializable) List.of(1, 2, 3),
        (Serializable) Map.of("a", 1),
        (Serializable) Set.of("x"),
        (Serializable) Arrays.asList(1, 2),
        (Serializable) Collections.unmodifiableList(new ArrayList<>(List.of(1))),
        (Serializable) Collections.synchronizedMap(new HashMap<>(Map.of("k", "v"))),
        new HashMap<>(Map.of("a", List.of(new Date(0)))),
        new HashSet<>(Set.of(UUID.fromString("00000000-0000-0001-0000-000000000002"))),
        treeMap(),
        new ConcurrentHashMap<>(Map.of(1, 2)),
        new GregorianCalendar(2026, 1, 1),
        Locale.GERMANY,
        URI.create("urn:x"),
        LocalDate.EPOCH,
        Duration.ofSeconds(5),
        ZonedDateTime.parse("2026-11-01T00:00:00+01:00[Europe/Berlin]"),
        new Date(7),
        new java.util.BitSet(70));
  }

  private static TreeMap<String, Integer> treeMap() {
    TreeMap<String, Integer> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    map.put("a", 1);
    return map;
  }

  @ParameterizedTest
  @MethodSource("values")
  void jdkValuesNeedNoTrust(Serializable value) throws JMSException {
    assertEquals(value, received(factory, value).getObject());
  }

  @Test
  void buffersArraysAndCountersNeedNoTrust() throws JMSException {
    assertEquals("sb", received(factory, new StringBuffer("sb")).getObject().toString());
    assertEquals("sb", received(factory, new StringBuilder("sb")).getObject().toString());
    assertEquals(7, ((AtomicInteger) received(factory, new AtomicInteger(7)).getObject()).get());
    int[][] ints = (int[][]) received(factory, new int[][] {{1}, {2, 3}}).getObject();
    assertEquals(3, ints[1][1]);
    Object[] objects = (Object[]) received(factory, new Object[] {"a", 1}).getObject();
    assertEquals(List.of("a", 1), List.of(objects));
  }

  @Test
  void otherClassesAreRefusedByNameWithTheRemedy() throws JMSException {
    for (Serializable untrusted :
        List.of(
            new Order("7", 1),
            new Order[] {new Order("7", 1)},
            new ArrayList<>(List.of(new Order("7", 1))),
            new IllegalStateException("x"),
            EnumSet.of(ValueType.INT),
            new EnumMap<>(Map.of(ValueType.INT, 1)))) {
      ObjectMessage message = received(factory, untrusted);
      MessageFormatException refused =
          assertThrows(MessageFormatException.class, message::getObject);
      assertTrue(refused.getMessage().contains("trustedPackages"), refused.getMessage());
      assertFalse(message.isBodyAssignableTo(Object.class));
      assertThrows(MessageFormatException.class, () -> message.getBody(Serializable.class));
    }
    MessageFormatException named =
        assertThrows(MessageFormatException.class, received(factory, new Order("7", 1))::getObject);
    assertTrue(named.getMessage().contains(Order.class.getName()), named.getMessage());
  }

  @Test
  void trustedPackagesAreReadWithTheirSubpackagesOnly() throws JMSException {
    assertEquals(new Order("7", 1), received(trusting, new Order("7", 1)).getObject());
    assertEquals(
        EnumSet.of(ValueType.INT), received(trusting, EnumSet.of(ValueType.INT)).getObject());
    MessageFactory above = new MessageFactory(new TrustPolicy(List.of("io.echomq")));
    assertEquals(new Order("7", 1), received(above, new Order("7", 1)).getObject());
    MessageFactory beside = new MessageFactory(new TrustPolicy(List.of("io.echomq.jms.mess")));
    assertThrows(MessageFormatException.class, received(beside, new Order("7", 1))::getObject);
  }

  @Test
  void proxiesAreRefusedEvenWhenTheirHandlerIsTrusted() throws JMSException {
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Runnable.class}, new Handler());
    MessageFormatException refused =
        assertThrows(
            MessageFormatException.class, received(trusting, (Serializable) proxy)::getObject);
    assertTrue(refused.getMessage().contains("proxies"), refused.getMessage());
  }

  /** What known attacks are built from, inside containers that are trusted themselves. */
  @Test
  void partsOfKnownAttacksAreRefused() throws Exception {
    Comparator<Object> lambda = (Comparator<Object> & Serializable) (a, b) -> 0;
    PriorityQueue<Object> queue = new PriorityQueue<>(lambda);
    queue.add("x");
    for (Object part : List.of(lambda, queue, new URL("http://localhost/"), new File("x"))) {
      ObjectMessage message = received(trusting, new ArrayList<>(Collections.singleton(part)));
      MessageFormatException refused =
          assertThrows(MessageFormatException.class, message::getObject, part.toString());
      assertTrue(refused.getMessage().contains("is not trusted"), refused.getMessage());
    }
  }

  @Test
  void arraysThatClaimMoreThanTheBodyHoldsAreNotAllocated() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new byte[0]);
    }
    byte[] lie = bytes.toByteArray();
    lie[lie.length - 4] = 0x7f;
    ObjectMessage message = serialized(lie);
    MessageFormatException refused = assertThrows(MessageFormatException.class, message::getObject);
    assertTrue(refused.getMessage().contains("elements"), refused.getMessage());
  }

  @Test
  void bytesThatAreNoObjectAreAFormatError() {
    for (byte[] junk : new byte[][] {{}, {1, 2, 3}, {(byte) 0xac, (byte) 0xed, 0, 5, 0x73}}) {
      assertThrows(MessageFormatException.class, serialized(junk)::getObject);
    }
  }

  @Test
  void deepNestingIsRefused() throws JMSException {
    ArrayList<Object> deep = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      deep = new ArrayList<>(Collections.singletonList(deep));
    }
    MessageFormatException refused =
        assertThrows(MessageFormatException.class, received(factory, deep)::getObject);
    assertTrue(refused.getMessage().contains("deeper"), refused.getMessage());
  }

  @Test
  void nestingThatNoStackHoldsIsRefusedWhenSet() {
    ArrayList<Object> deep = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      deep = new ArrayList<>(Collections.singletonList(deep));
    }
    ArrayList<Object> tooDeep = deep;
    MessageFormatException refused =
        assertThrows(MessageFormatException.class, () -> factory.createObjectMessage(tooDeep));
    assertTrue(refused.getMessage().contains("deeper"), refused.getMessage());
  }

  @Test
  void theObjectIsCopiedWhenItIsSetAndEachTimeItIsRead() throws JMSException {
    ArrayList<String> list = new ArrayList<>(List.of("a"));
    ObjectMessage message = factory.createObjectMessage(list);
    list.add("late");
    assertEquals(List.of("a"), message.getObject());
    assertNotSame(message.getObject(), message.getObject());
    message.clearBody();
    assertNull(message.getObject());
  }

  @Test
  void whatCannotBeSerializedIsRefusedWhenSet() throws JMSException {
    ObjectMessage message = factory.createObjectMessage("before");
    ArrayList<Object> list = new ArrayList<>(List.of(new Object()));
    assertThrows(MessageFormatException.class, () -> message.setObject(list));
    assertEquals("before", message.getObject());
    assertThrows(MessageNotWriteableException.class, () -> received(factory, "x").setObject("y"));
  }

  @Test
  void classesAreSoughtInTheContextLoaderAndThenInTheProviders() throws JMSException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ObjectMessage message = received(trusting, new Order("7", 1));
    try {
      thread.setContextClassLoader(new ClassLoader(null) {});
      assertEquals(new Order("7", 1), message.getObject());
      thread.setContextClassLoader(null);
      assertEquals(new Order("7", 1), message.getObject());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static ObjectMessage received(MessageFactory factory, Serializable object)
      throws JMSException {
    return Deliveries.received(factory, factory.createObjectMessage(object));
  }

  private ObjectMessage serialized(byte[] bytes) {
    MessageData data = new MessageData(MessageHeader.EMPTY, Map.of(), new Body.Serialized(bytes));
    return (ObjectMessage) factory.fromDelivery(Deliveries.of(data, 1), () -> {});
  }
}
