/** An application of plain Jakarta EE, deployed to real servers by the tests of {@code server}. */
package io.echomq.jms.ra.app;
