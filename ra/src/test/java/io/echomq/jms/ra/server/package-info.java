/** Real application servers with the adapter and the application of {@code app}. */
package io.echomq.jms.ra.server;
