/**
 * What users of other providers have met, as tests on the standard API.
 *
 * <p>Owns: black-box cases, one class per group, one sentence per test. May import: {@code
 * jakarta.jms}, the public factories, {@code io.echomq.testing}, and Jedis where another runtime is
 * played. Must not import: anything else of the provider.
 */
package io.echomq.jms.cases;
