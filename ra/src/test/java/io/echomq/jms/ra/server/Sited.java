package io.echomq.jms.ra.server;

/** Cases of one site. */
interface Sited {
  Site site();

  default AppServer server() {
    return site().server();
  }
}
