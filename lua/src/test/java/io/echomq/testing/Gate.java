package io.echomq.testing;

/** Threads: any. Shut, it holds all who wait; open, nobody. Begins open. */
final class Gate {
  private boolean shut;

  synchronized void shut() {
    shut = true;
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  synchronized void await() throws InterruptedException {
    while (shut) {
      wait();
    }
  }
}
