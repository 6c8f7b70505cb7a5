/**
 * Administered objects by name: a read-only JNDI context out of plain properties, and the object
 * factory that turns a {@code Reference} back into the connection factory or destination that it
 * stands for, in our own context and in those of containers.
 *
 * <p>Owns: the property keys of {@code jndi.properties} ({@link
 * io.echomq.jms.jndi.EchoMQInitialContextFactory}), the attributes that a container's resource may
 * have ({@link io.echomq.jms.jndi.EchoMQObjectFactory}). May import: the root package, {@code
 * destination}. Must not import: anything that speaks to a server; nothing here connects.
 */
package io.echomq.jms.jndi;
