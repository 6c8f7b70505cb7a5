package io.echomq.jms.codec;

/**
 * The keys of the header line {@code {"jms":1,…}}, a contract with every other reader of payloads:
 * selectors in the server, other runtimes, people with a console.
 *
 * <table>
 *   <caption>Keys, in the order in which they are written; all but {@code jms} and {@code m} are
 *   absent at their default</caption>
 *   <tr><th>key</th><th>value</th><th>absent means</th></tr>
 *   <tr><td>{@code jms}</td><td>1, the version of this form; always first</td><td>–</td></tr>
 *   <tr><td>{@code m}</td><td>message type: {@code n} no body, {@code t} text, {@code b} bytes,
 *     {@code m} map, {@code s} stream, {@code o} object</td><td>–</td></tr>
 *   <tr><td>{@code id}</td><td>JMSMessageID; null: none</td><td>{@code ID:} and the id of the job
 *     or record</td></tr>
 *   <tr><td>{@code ts}</td><td>JMSTimestamp, ms; 0: disabled</td><td>the mint time of the id</td></tr>
 *   <tr><td>{@code to}</td><td>JMSDestination, {@code q:name} or {@code t:name}</td><td>where it is
 *     stored</td></tr>
 *   <tr><td>{@code r}</td><td>JMSReplyTo, {@code q:name} or {@code t:name}</td><td>none</td></tr>
 *   <tr><td>{@code c}</td><td>JMSCorrelationID: a string, or <code>{"y":"base64"}</code> when it
 *     was set as bytes</td><td>none</td></tr>
 *   <tr><td>{@code t}</td><td>JMSType</td><td>none</td></tr>
 *   <tr><td>{@code dm}</td><td>JMSDeliveryMode: 1, not persistent</td><td>2, persistent</td></tr>
 *   <tr><td>{@code pr}</td><td>JMSPriority, 0 to 9</td><td>4</td></tr>
 *   <tr><td>{@code ex}</td><td>JMSExpiration, ms</td><td>never</td></tr>
 *   <tr><td>{@code dt}</td><td>JMSDeliveryTime, ms</td><td>JMSTimestamp</td></tr>
 *   <tr><td>{@code p}</td><td>properties: an object of {@linkplain TaggedValues tagged
 *     values}</td><td>none</td></tr>
 *   <tr><td>{@code nb}</td><td>true: the body of a text or object message is null</td><td>it is not
 *     null</td></tr>
 *   <tr><td>{@code e}</td><td>{@code json}: the text is one JSON string, because it has lone
 *     surrogates that UTF-8 cannot hold</td><td>UTF-8</td></tr>
 *   <tr><td>{@code z}</td><td>the body is compressed (zlib, RFC 1950); its length before, in
 *     bytes</td><td>not compressed</td></tr>
 * </table>
 *
 * <p>Of a key that occurs twice the last counts. Unknown keys are ignored. Times are JSON numbers
 * up to 2^53 and tagged longs beyond.
 */
final class HeaderKeys {
  /** What every payload of ours begins with. */
  static final String PREFIX = "{\"jms\":1,";

  static final String KIND = "m";
  static final String MESSAGE_ID = "id";
  static final String TIMESTAMP = "ts";
  static final String DESTINATION = "to";
  static final String REPLY_TO = "r";
  static final String CORRELATION = "c";
  static final String TYPE = "t";
  static final String DELIVERY_MODE = "dm";
  static final String PRIORITY = "pr";
  static final String EXPIRATION = "ex";
  static final String DELIVERY_TIME = "dt";
  static final String PROPERTIES = "p";
  static final String NULL_BODY = "nb";
  static final String ENCODING = "e";
  static final String INFLATED = "z";

  static final String KIND_NONE = "n";
  static final String KIND_TEXT = "t";
  static final String KIND_BYTES = "b";
  static final String KIND_MAP = "m";
  static final String KIND_STREAM = "s";
  static final String KIND_OBJECT = "o";

  static final String ENCODING_JSON = "json";
  static final int NON_PERSISTENT = 1;

  private HeaderKeys() {}
}
