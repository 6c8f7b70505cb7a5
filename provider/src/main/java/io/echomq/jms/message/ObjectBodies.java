package io.echomq.jms.message;

import io.echomq.jms.errors.JmsErrors;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Java objects as the bytes of an object message, and back. */
final class ObjectBodies {
  private ObjectBodies() {}

  /**
   * The object as it is now.
   *
   * @throws MessageFormatException when it, or what it holds, cannot be serialized
   */
  static byte[] serialize(Serializable object) throws JMSException {
    if (object == null) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException unserializable) {
      throw JmsErrors.withCause(
          new MessageFormatException(
              "an object of "
                  + object.getClass().getName()
                  + " cannot be serialized: "
                  + unserializable),
          unserializable);
    } catch (StackOverflowError tooDeep) {
      // The object's shape decides how deep the stack gets: it is input, not a fault of this JVM.
      throw new MessageFormatException(
          "an object of " + object.getClass().getName() + " is nested deeper than the stack holds");
    }
    return bytes.toByteArray();
  }

  /**
   * A new object each time.
   *
   * @throws MessageFormatException when it holds a class that is not trusted (the message names it
   *     and the remedy), a class that is unknown here, or cannot be read
   */
  static Serializable deserialize(byte[] serialized, TrustPolicy trust) throws JMSException {
    if (serialized == null) {
      return null;
    }
    GuardedObjectInput opened = null;
    try (GuardedObjectInput in = new GuardedObjectInput(serialized, trust)) {
      opened = in;
      return (Serializable) in.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException unreadable) {
      String why =
          opened != null && opened.refused() != null ? opened.refused() : unreadable.toString();
      throw JmsErrors.withCause(
          new MessageFormatException("the object in the message cannot be read: " + why),
          unreadable);
    } catch (StackOverflowError tooDeep) {
      throw new MessageFormatException(
          "the object in the message is nested deeper than the stack of this thread holds");
    }
  }
}
