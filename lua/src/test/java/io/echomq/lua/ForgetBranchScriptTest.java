package io.echomq.lua;

import static io.echomq.lua.BranchRig.INDEX;
import static io.echomq.lua.BranchRig.RECORD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ForgetBranchScriptTest {
  @AutoClose private final BranchRig branch;

  ForgetBranchScriptTest(TestServer server) {
    branch = new BranchRig(server);
  }

  @Test
  void aHeuristicOutcomeIsForgotten() {
    branch.rig.seed(RECORD + " hash heuristic=mixed at=1", INDEX + " zset b=1");
    assertEquals(1L, branch.forget());
    branch.rig.holds();
  }

  @Test
  void aPreparedBranchIsNot() {
    branch.rig.seed(RECORD + " hash plan=x at=1", INDEX + " zset b=1");
    String refusal = branch.rig.refusalOn("forget-branch", List.of(RECORD, INDEX), "b");
    assertTrue(refusal.startsWith("EMQSTATE branch b is prepared"), refusal);
  }

  @Test
  void anUnknownBranchIsNone() {
    assertEquals(0L, branch.forget());
    branch.rig.holds();
  }
}
