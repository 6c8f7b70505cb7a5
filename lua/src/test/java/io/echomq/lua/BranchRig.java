package io.echomq.lua;

import io.echomq.testing.TestServer;
import java.util.ArrayList;
import java.util.List;

/**
 * Branches on a real server: the branch {@code b} acknowledges jobs of the queue {@code q}, sends
 * {@code $B} to it, {@code $C} to the queue {@code r} and one record to a stream.
 */
final class BranchRig implements AutoCloseable {
  static final String RECORD = "emq:{_jms}:jms:branch:b";
  static final String INDEX = "emq:{_jms}:jms:branches";
  static final String STREAM = "emq:{t}:stream:events";
  private static final List<String> KEYS =
      List.of(RECORD, INDEX, Rig.PENDING, "emq:{r}:pending", STREAM);

  final Rig rig;

  BranchRig(TestServer server) {
    rig = new Rig(server);
  }

  /** A leased job {@code $A} of {@code q}, claimed once. */
  BranchRig leased() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    return this;
  }

  /** Prepares the branch; {@code back} is the way back of the job that it acknowledges. */
  Object prepare(String ack, int token, int back) {
    return rig.runOn("prepare-branch", KEYS, arguments(ack, token, back));
  }

  String refused(String ack, int token) {
    return rig.refusalOn("prepare-branch", KEYS, arguments(ack, token, 0));
  }

  Object commit() {
    return rig.runOn("commit-branch", KEYS, "b", 60_000, "");
  }

  Object rollback() {
    return rig.runOn("rollback-branch", KEYS, "b", 60_000, "");
  }

  Object decide(String script, String how) {
    return rig.runOn(script, KEYS, "b", 60_000, how);
  }

  Object forget() {
    return rig.runOn("forget-branch", List.of(RECORD, INDEX), "b");
  }

  /** Compares the keyspace without the branch's own record, which is binary. */
  void holds(String... lines) {
    rig.jedis().del(RECORD);
    rig.holds(lines);
  }

  private static Object[] arguments(String ack, int token, int back) {
    List<Object> args = new ArrayList<>(List.of("b", 2));
    args.addAll(List.of(1, 1, ack, token, back, "$B", "v", "b", -1, 0, 0, ""));
    args.addAll(List.of(0, 1, "$C", "v", "c", 0, 0, "now+90s", ""));
    args.addAll(List.of(1, "EVT000xY9Wvvcd", "1704117200000-1620567", 1, "p", "1", 0));
    return args.toArray();
  }

  @Override
  public void close() {
    rig.close();
  }
}
