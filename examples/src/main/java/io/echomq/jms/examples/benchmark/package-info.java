/**
 * A benchmark that compares this provider with others on the same machine, in one run.
 *
 * <p>Owns: the rows ({@code Rows} and its workloads, written against {@code jakarta.jms} alone),
 * the brokers they run on, and the report. May import: {@code jakarta.jms}, {@code
 * io.echomq.server} to start a server, Jedis for the raw rows. Must not import: any other class of
 * the provider; the connection factory of each system is named by its class.
 *
 * <p>{@link io.echomq.jms.examples.benchmark.Benchmark} is the command. It starts each broker and,
 * for each, a worker: a JVM that runs rows one after the other as it is told, so that CPU time and
 * memory of client and server can be told apart, and rounds of the systems can alternate.
 */
package io.echomq.jms.examples.benchmark;
