package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Random;

/** What the first sample of OPAE does with the native loop-back. */
final class Loopback {
  static final int LINE = 64;
  private static final Duration SOON = Duration.ofMinutes(1);

  private Loopback() {}

  /**
   * Copies lines and gives what the accelerator says of it: its status line without the cycles, and
   * its registers.
   */
  static String copy(Device device, int lines, long seed) {
    Registers registers = device.facet(Registers.class);
    byte[] random = new byte[lines * LINE];
    new Random(seed).nextBytes(random);
    try (Buffer status = device.buffer(4096, Placement.host());
        Buffer source = device.buffer(random.length, Placement.host()).write(random);
        Buffer target = device.buffer(random.length, Placement.host())) {
      registers.write64(0x110, status.address());
      registers.write32(0x138, 0);
      registers.write32(0x138, 1);
      registers.write64(0x120, source.address() / LINE);
      registers.write64(0x128, target.address() / LINE);
      registers.write32(0x130, lines);
      registers.write32(0x140, 0x42000);
      registers.write32(0x138, 3);
      long start = System.nanoTime();
      while ((status.host().get(ValueLayout.JAVA_INT, 0x40) & 1) == 0) {
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
        Thread.onSpinWait();
      }
      registers.write32(0x138, 7);
      assertThat(target.read(new byte[random.length])).isEqualTo(random);
      StringBuilder told = new StringBuilder();
      for (long at = 0x40; at < 0x80; at += 4) {
        if (at < 0x48 || at >= 0x50) {
          told.append(Integer.toHexString(status.host().get(ValueLayout.JAVA_INT, at))).append(' ');
        }
      }
      for (int offset : new int[] {0, 8, 0x10, 0x18, 0x130, 0x138, 0x140, 0x160, 0x168, 0x170}) {
        told.append(Long.toHexString(registers.read64(offset))).append(' ');
      }
      return told.toString();
    }
  }
}
