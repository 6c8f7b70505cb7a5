package io.echomq.jms.valkey;

import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first words on a connection, in one round trip: login, SELECT, name, what the server is,
 * whether it runs scripts, and the version fence. No {@code HELLO} (RESP2 stays), no {@code CLIENT
 * SETINFO}.
 *
 * <p>Threads: any (immutable).
 */
final class Handshake {
  private static final Logger LOG = LoggerFactory.getLogger(Handshake.class);

  /** A script that nobody has: a server that runs scripts answers NOSCRIPT. */
  private static final String NO_SCRIPT = "0".repeat(40);

  private final Credentials credentials;
  private final int database;
  private final Fence fence;

  Handshake(Credentials credentials, int database, Fence fence) {
    this.credentials = credentials;
    this.database = database;
    this.fence = fence;
  }

  /** Makes a link of a bare connection, or throws; closing it on failure is up to the caller. */
  void greet(Link link, String clientName, Deadline deadline) throws WireException {
    List<Command> words = words(clientName);
    List<Object> answers = new ArrayList<>();
    for (Command word : words) {
      link.write(word);
    }
    link.flush();
    for (Command word : words) {
      answers.add(answer(link, word, answers.isEmpty(), deadline));
    }
    int at = 0;
    if (hasPassword()) {
      loggedIn(link, answers.get(at++));
    }
    Object selected = answers.get(at++);
    Object named = answers.get(at++);
    Object id = answers.get(at++);
    Object server = answers.get(at++);
    Object replication = answers.get(at++);
    Object scripting = answers.get(at++);
    Object version = answers.get(at);
    Engine engine =
        Engine.parse(Replies.toText(value(server)) + "\n" + Replies.toText(value(replication)));
    engine.check(link.where());
    selected(link, selected);
    if (named instanceof WireException refused) {
      LOG.debug("{}: no CLIENT SETNAME", link.where(), refused);
    }
    String protocol = fence.pass(link, fenceAnswer(link, version), deadline);
    runsScripts(link, engine, scripting);
    link.introduce(engine.toInfo(protocol), Replies.toLong(value(id)));
  }

  private List<Command> words(String clientName) {
    List<Command> words = new ArrayList<>();
    if (hasPassword()) {
      words.add(
          credentials.user() == null || credentials.user().isEmpty()
              ? Command.of("AUTH", credentials.password())
              : Command.of("AUTH", credentials.user(), credentials.password()));
    }
    words.add(database > 0 ? Command.of("SELECT", database) : Command.of("PING"));
    words.add(Command.of("CLIENT", "SETNAME", clientName));
    words.add(Command.of("CLIENT", "ID"));
    words.add(Command.of("INFO", "server"));
    words.add(Command.of("INFO", "replication"));
    words.add(Command.of("EVALSHA", NO_SCRIPT, 0));
    words.add(Fence.question());
    return words;
  }

  /** The reply, or the exception of an error reply; throws when there is no answer at all. */
  private static Object answer(Link link, Command word, boolean first, Deadline deadline)
      throws WireException {
    try {
      return link.read(deadline.leftMillis());
    } catch (WireException failed) {
      if (!link.isDead()) {
        return failed;
      }
      String what =
          ServerErrors.isTimeOut(failed)
              ? "no answer to " + word + " within " + deadline.totalMillis() + " ms"
              : "the server ended the connection at " + word;
      String remedy =
          first
              ? "; check that the port is a Valkey server's, and use valkeys:// when it is a TLS"
                  + " port"
              : "; see the server's log";
      throw new WireException(
          WireError.UNAVAILABLE,
          link.where() + ": " + what + remedy + " (" + failed.getMessage() + ")",
          failed);
    }
  }

  private static void loggedIn(Link link, Object answer) throws WireException {
    if (answer instanceof WireException refused && refused.error() == WireError.SERVER) {
      throw new WireException(
          WireError.REFUSED_CREDENTIALS,
          refused.getMessage() + " (the server has no password: leave user and password out)",
          refused);
    }
    value(answer);
    LOG.debug("{}: logged in", link.where());
  }

  private void selected(Link link, Object answer) throws WireException {
    if (database > 0
        && answer instanceof WireException refused
        && refused.error() == WireError.SERVER) {
      throw new WireException(
          WireError.SERVER,
          link.where()
              + ": database "
              + database
              + " of the address (/"
              + database
              + ", or the option db) is not there; name a lower one, or raise 'databases' in the"
              + " server's configuration ("
              + refused.getMessage()
              + ")",
          refused);
    }
    value(answer);
  }

  private Object fenceAnswer(Link link, Object answer) throws WireException {
    if (answer instanceof WireException error && ServerErrors.isReply(error, "WRONGTYPE")) {
      throw fence.foreign(link.where(), "not a string", error);
    }
    return value(answer);
  }

  private static void runsScripts(Link link, Engine engine, Object answer) throws WireException {
    if (!(answer instanceof WireException error) || ServerErrors.isReply(error, "NOSCRIPT")) {
      return;
    }
    if (error.error() == WireError.SERVER) {
      throw new WireException(
          WireError.UNFIT_ENGINE,
          link.where()
              + ": "
              + engine.name()
              + " "
              + engine.version()
              + " does not run scripts ("
              + error.getMessage()
              + "); EVALSHA and SCRIPT must not be renamed or disabled",
          error);
    }
    throw error;
  }

  private static Object value(Object answer) throws WireException {
    if (answer instanceof WireException error) {
      throw error;
    }
    return answer;
  }

  private boolean hasPassword() {
    return credentials != null
        && credentials.password() != null
        && !credentials.password().isEmpty();
  }
}
