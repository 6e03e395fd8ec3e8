package dev.backplane.tck;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.spi.DriverDevice;
import java.util.Random;

/** The common base of the suites about buffers. */
abstract class BufferSuite extends Conformance {
  static final int BYTES = 8192;
  static final long PAGE = 4096;

  BufferSuite() {}

  final Memory memory() {
    DriverDevice device = rig().open();
    Memory memory = rig().facet(device, Memory.class);
    rig().prepare(device);
    return memory;
  }

  final Buffer buffer() {
    return buffer(memory());
  }

  final Buffer buffer(Memory memory) {
    return rig().keep(memory.allocate(BYTES, bank(memory)));
  }

  static int bank(Memory memory) {
    return memory.banks().getFirst().index();
  }

  static byte[] random(long seed) {
    byte[] bytes = new byte[BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
