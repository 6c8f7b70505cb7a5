package io.echomq.jms.cli;

import io.echomq.jms.EchoMQAdmin;

/**
 * What a running command works with.
 *
 * @param uri the server's address
 * @param admin its administration
 * @param output where results go
 */
record Session(String uri, EchoMQAdmin admin, Output output) {}
