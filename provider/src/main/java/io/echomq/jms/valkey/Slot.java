package io.echomq.jms.valkey;

import java.util.Arrays;

/**
 * The cluster slot of a key: CRC16/XMODEM of its hash tag, modulo 16384 (wire contract, "Key
 * grammar").
 */
final class Slot {
  private static final int SLOTS = 16_384;
  private static final int[] TABLE = table();

  private Slot() {}

  /** The slot of a key: of what stands between its first brace and the next closing one, if any. */
  static int of(byte[] key) {
    int open = indexOf(key, '{', 0);
    int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
    return close > open + 1
        ? crc16(Arrays.copyOfRange(key, open + 1, close)) % SLOTS
        : crc16(key) % SLOTS;
  }

  private static int crc16(byte[] bytes) {
    int crc = 0;
    for (byte b : bytes) {
      crc = (crc << 8 ^ TABLE[(crc >>> 8 ^ b) & 0xff]) & 0xffff;
    }
    return crc;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int crc = i << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
      }
      table[i] = crc & 0xffff;
    }
    return table;
  }

  private static int indexOf(byte[] key, char wanted, int from) {
    for (int i = from; i < key.length; i++) {
      if (key[i] == wanted) {
        return i;
      }
    }
    return -1;
  }
}
