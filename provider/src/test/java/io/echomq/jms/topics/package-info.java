/** Topics through the public API, on a real server. */
package io.echomq.jms.topics;
