/** Small classes for the runner to run: each behaves in one way that the runner must survive. */
package io.echomq.tck.fake;
