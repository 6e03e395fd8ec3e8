package dev.backplane.drivers.capi.psl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.drivers.capi.memory.KnownMemory.Region;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Swaps beside a plain model of what they do. */
final class AtomicSwapTest {
  @ParameterizedTest
  @EnumSource(value = PslCommand.class, names = "CAS_.+", mode = EnumSource.Mode.MATCH_ALL)
  void aSwapDoesWhatThePlainModelDoes(PslCommand command) {
    int bytes = AtomicSwap.bytes(command);
    Random choice = new Random(command.code());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 8);
      MemorySegment line = arena.allocate(128, 128);
      byte[] model = new byte[64];
      for (int i = 0; i < 2000; i++) {
        // Few values, so that many are equal.
        line.set(ValueLayout.JAVA_LONG, 0, choice.nextInt(3) * 0x0100_0000_0000_0001L);
        line.set(ValueLayout.JAVA_LONG, 8, choice.nextInt(3) * 0x0100_0000_0000_0001L);
        int at = choice.nextInt(64 / bytes) * bytes;
        boolean equal = true;
        for (int b = 0; b < bytes; b++) {
          equal &= model[at + b] == line.get(ValueLayout.JAVA_BYTE, b);
        }
        boolean swaps = command.name().contains("_U_") || equal == command.name().contains("_E_");
        for (int b = 0; b < bytes && swaps; b++) {
          model[at + b] = line.get(ValueLayout.JAVA_BYTE, 8L + b);
        }

        PslResponse response =
            AtomicSwap.swap(
                command, line, new Region(memory.address(), memory), memory.address() + at);

        assertThat(response).isEqualTo(equal ? PslResponse.COMP_EQ : PslResponse.COMP_NEQ);
        assertThat(memory.mismatch(MemorySegment.ofArray(model))).isEqualTo(-1);
      }
    }
  }
}
