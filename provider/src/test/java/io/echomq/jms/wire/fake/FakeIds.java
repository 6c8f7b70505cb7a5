package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MintedId;

/** Mints branded ids (wire contract, "Branded ids"), strictly rising. Threads: any. */
final class FakeIds {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final long EPOCH = 1_704_067_200_000L;

  private long last;

  synchronized MintedId mint(Address.Domain domain, long now) {
    last = Math.max(last + 1, (now - EPOCH) << 22);
    String brand = domain == Address.Domain.QUEUE ? "JOB" : "EVT";
    return new MintedId(brand + base62(last), (last >> 22) + EPOCH);
  }

  private static String base62(long value) {
    char[] digits = new char[11];
    long rest = value;
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (rest % 62));
      rest /= 62;
    }
    return new String(digits);
  }
}
