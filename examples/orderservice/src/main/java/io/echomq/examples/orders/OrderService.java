package io.echomq.examples.orders;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything is below {@code /orders/api}. */
@ApplicationPath("api")
public class OrderService extends Application {}
