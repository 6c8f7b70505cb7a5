package io.echomq.jms.transactions;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.transaction.xa.XAResource;

/**
 * The transaction manager of this JVM. It takes its log's folder once, for as long as the JVM
 * lives: all tests of a JVM share {@link #log}, and a process whose transactions they recover is
 * told it.
 */
final class Narayana {
  private static final String NODE = "bank";

  private static final Path LOG = folder();

  private Narayana() {}

  /** The folder of the log of every manager that the tests of this JVM start. */
  static Path log() {
    return LOG;
  }

  private static Path folder() {
    try {
      Path made = Files.createTempDirectory("echomq-narayana");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  static TransactionManager start(Path log) {
    try {
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
    } catch (CoreEnvironmentBeanException refused) {
      throw new IllegalStateException(refused);
    }
    for (String store : new String[] {null, "communicationStore", "stateStore"}) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(log.toString());
    }
    RecoveryEnvironmentBean recovery = recoveryPropertyManager.getRecoveryEnvironmentBean();
    recovery.setRecoveryBackoffPeriod(1);
    recovery.setRecoveryListener(false);
    JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
    jta.setOrphanSafetyInterval(1);
    jta.setXaRecoveryNodes(List.of(NODE));
    jta.setXaResourceOrphanFilters(
        List.of(
            new JTATransactionLogXAResourceOrphanFilter(),
            new JTANodeNameXAResourceOrphanFilter()));
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  /** One scan of the recovery manager over these resources. */
  static void recover(XAResource... resources) {
    RecoveryManager.delayRecoveryManagerThread();
    RecoveryManager manager = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    manager.removeAllModules(false);
    XARecoveryModule xa = new XARecoveryModule();
    xa.addXAResourceRecoveryHelper(
        new XAResourceRecoveryHelper() {
          @Override
          public boolean initialise(String properties) {
            return true;
          }

          @Override
          public XAResource[] getXAResources() {
            return resources;
          }
        });
    manager.addModule(new AtomicActionRecoveryModule());
    manager.addModule(xa);
    manager.scan();
  }
}
