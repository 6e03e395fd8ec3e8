package dev.backplane.xrt.door;

import dev.backplane.xrt.door.Host.Message;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What hosts send in these tests, and what they are answered. */
final class Messages {
  static final long BASE = 0x4_0000_0000L;
  static final long UNIT = 0x180_0000;
  static final byte[] EMPTY = {};

  private Messages() {}

  static byte[] allocation(long address, long bytes) {
    return new Message().number(1, address).number(2, bytes).number(3, 0).done();
  }

  static byte[] toDevice(long dest, byte[] data, long seek) {
    return new Message()
        .bytes(2, new byte[] {1, 2, 3})
        .number(3, dest)
        .bytes(4, data)
        .number(5, data.length)
        .number(6, seek)
        .number(7, 0)
        .done();
  }

  static byte[] toHost(long src, int size, long skip) {
    return new Message()
        .bytes(2, new byte[] {1, 2, 3})
        .bytes(3, new byte[size])
        .number(4, src)
        .number(5, size)
        .number(6, skip)
        .done();
  }

  static byte[] write(long address, byte[] data) {
    return new Message().number(2, address).number(3, data.length).bytes(4, data).done();
  }

  static byte[] read(long address, int size) {
    return new Message().number(2, address).number(3, size).done();
  }

  static byte[] random(int bytes) {
    byte[] data = new byte[bytes];
    new Random(7).nextBytes(data);
    return data;
  }

  static String text(@Nullable Object field) {
    return field instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }
}
