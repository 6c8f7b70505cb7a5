package io.echomq.jms.valkey;

/**
 * Who holds a client id, and where it can be seen to live: the value of {@code
 * emq:{_jms}:jms:client:<id>}.
 *
 * @param owner the connection
 * @param runId the run of the server that knows {@code clientId}; empty: it cannot be seen
 * @param clientId {@code CLIENT ID} of the link on which the holder's leases are renewed
 * @param graceMillis how long the holder may need to be seen again after it lost that link
 */
record HolderSeen(String owner, String runId, long clientId, long graceMillis) {

  /** Reads a value; what has another form is a holder that cannot be seen. */
  static HolderSeen parse(String value) {
    String[] words = value.split(" ");
    if (words.length == 4 && words[2].matches("\\d{1,18}") && words[3].matches("\\d{1,9}")) {
      return new HolderSeen(words[0], words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
    }
    return new HolderSeen(words[0], "", 0, 0);
  }

  /** What a link says of its holder, behind the owner. */
  static String of(Link link, long graceMillis) {
    return link.server().runId() + " " + link.clientId() + " " + graceMillis;
  }
}
