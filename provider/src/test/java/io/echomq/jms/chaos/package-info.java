/**
 * Several client programs at work while servers, links and clients fail at random, and an observer
 * that counts: nothing lost, nothing doubled, nothing left behind.
 */
package io.echomq.jms.chaos;
