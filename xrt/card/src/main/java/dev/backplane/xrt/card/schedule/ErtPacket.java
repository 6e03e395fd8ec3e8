package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Argument;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;

/**
 * The packet by which the driver has the embedded scheduler start a unit: the register map where it
 * has no holes, else pairs of offset and value. The first word is left for the unit's index.
 */
final class ErtPacket {
  private static final int FIRST_ARGUMENT = Integer.BYTES * StartCu.CONTROL_WORDS;

  private ErtPacket() {}

  /** {@return the header of a run's packet} */
  static int header(ScheduledRun run) {
    int[] writes = run.arguments().writes();
    int pairs = writes == null ? pairs(run) : writes.length / 2;
    int header =
        writes != null && isMap(writes)
            ? Header.of(Opcode.START_CU, CommandType.CU, 1 + StartCu.CONTROL_WORDS + pairs)
            : Header.of(Opcode.START_KEY_VAL, CommandType.CU, 1 + 2 * pairs);
    return run.isTimed() ? Header.withStatistics(header) : header;
  }

  private static int pairs(ScheduledRun run) {
    int pairs = 0;
    for (Argument argument : run.plan().arguments()) {
      pairs += argument.size() > Integer.BYTES ? 2 : 1;
    }
    return pairs;
  }

  private static boolean isMap(int... writes) {
    for (int i = 0; i < writes.length; i += 2) {
      if (writes[i] != FIRST_ARGUMENT + Integer.BYTES * (i / 2)) {
        return false;
      }
    }
    return true;
  }

  /** Writes a run's packet. */
  static void encode(ScheduledRun run, Packet packet) {
    int header = header(run);
    int[] writes = run.arguments().writes();
    if (writes == null) {
      arguments(run, packet);
    } else if (Header.opcode(header) == Opcode.START_CU) {
      StartCu.encode(packet, 0, StartCu.CONTROL_WORDS);
      for (int i = 0; i < writes.length; i += 2) {
        StartCu.argument(packet, writes[i], writes[i + 1]);
      }
    } else {
      for (int i = 0; i < writes.length; i++) {
        packet.word(1 + i, writes[i]);
      }
    }
    packet.header(header);
  }

  private static void arguments(ScheduledRun run, Packet packet) {
    int word = 1;
    for (Argument argument : run.plan().arguments()) {
      long bits = run.arguments().bits(argument.index());
      packet.word(word++, (int) argument.offset());
      packet.word(word++, (int) bits);
      if (argument.size() > Integer.BYTES) {
        packet.word(word++, (int) argument.offset() + Integer.BYTES);
        packet.word(word++, (int) (bits >>> 32));
      }
    }
  }
}
