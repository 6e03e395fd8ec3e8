package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the content of buffers. */
@Needs(value = Memory.class, abilities = Ability.NUMBERS)
public abstract class BufferContentsConformance extends BufferSuite {
  /** A conformance class. */
  protected BufferContentsConformance() {}

  @Test
  void aBufferLiesInItsBankAndIsZero() {
    Memory memory = memory();
    for (Bank bank : memory.banks()) {
      Buffer buffer = rig().keep(memory.allocate(BYTES, bank.index()));

      assertThat(buffer.size()).isEqualTo(BYTES);
      assertThat(buffer.host().byteSize()).isEqualTo(BYTES);
      assertThat(buffer.bank()).isEqualTo(bank);
      if (rig().subject().lacks(Ability.ADDRESSES)) {
        assertThat(buffer.address()).isEqualTo(Buffer.NO_ADDRESS);
      } else {
        assertThat(buffer.address()).isGreaterThanOrEqualTo(bank.address());
        assertThat(buffer.address() + BYTES).isLessThanOrEqualTo(bank.address() + bank.size());
      }
      assertThat(buffer.read(new byte[BYTES])).containsOnly(0);
      assertThat(buffer.syncBack().read(new byte[BYTES])).containsOnly(0);
    }
  }

  @Test
  void severalThreadsMayAllocateAndSync() throws Exception {
    Memory memory = memory();
    int bank = bank(memory);
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < 8; worker++) {
        byte[] mine = random(100 + worker);
        workers.add(threads.submit(() -> exercise(memory, bank, mine)));
      }
      for (Future<?> worker : workers) {
        worker.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  private static void exercise(Memory memory, int bank, byte[] content) {
    for (int round = 0; round < 50; round++) {
      try (Buffer buffer = memory.allocate(BYTES, bank)) {
        buffer.write(content).sync();
        if (buffer.placement().needsSync()) {
          buffer.host().fill((byte) 0);
        }
        assertThat(Arrays.equals(buffer.syncBack().read(new byte[BYTES]), content)).isTrue();
      }
    }
  }
}
