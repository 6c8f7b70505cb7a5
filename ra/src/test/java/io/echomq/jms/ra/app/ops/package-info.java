/** Commands for a server that has no other way to take them. */
package io.echomq.jms.ra.app.ops;
