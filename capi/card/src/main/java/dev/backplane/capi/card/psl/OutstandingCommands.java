package dev.backplane.capi.card.psl;

import static dev.backplane.capi.card.PslPort.LINE_BYTES;
import static dev.backplane.capi.card.PslPort.TAGS;

import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.Arrays;

/**
 * The commands that were given and not answered yet, by tag. Constants are kept as numbers: a
 * reference that is stored has a barrier of the collector, which a command would feel.
 */
@SuppressWarnings("EnumOrdinal") // the numbers do not leave this class
final class OutstandingCommands {
  private static final PslCommand[] COMMANDS = PslCommand.values();
  private static final PslResponse[] RESPONSES = PslResponse.values();

  /** The ordinal of each tag's command, plus 1; 0 if there is none. */
  private final byte[] commands = new byte[TAGS];

  private final int[] processes = new int[TAGS];
  private final long[] addresses = new long[TAGS];
  private final int[] sizes = new int[TAGS];
  private final byte[] answers = new byte[TAGS];

  void clear() {
    Arrays.fill(commands, (byte) 0);
  }

  boolean has(int tag) {
    return commands[tag] != 0;
  }

  /** Adds a command, which will be answered with DONE if nothing else is said. */
  void add(int tag, PslCommand command, int process, long address, int bytes) {
    commands[tag] = (byte) (command.ordinal() + 1);
    processes[tag] = process;
    addresses[tag] = address;
    sizes[tag] = bytes;
    answers[tag] = 0;
  }

  void remove(int tag) {
    commands[tag] = 0;
  }

  PslCommand command(int tag) {
    return COMMANDS[commands[tag] - 1];
  }

  int process(int tag) {
    return processes[tag];
  }

  long address(int tag) {
    return addresses[tag];
  }

  int size(int tag) {
    return sizes[tag];
  }

  PslResponse answer(int tag) {
    return RESPONSES[answers[tag]];
  }

  void answer(int tag, PslResponse response) {
    answers[tag] = (byte) response.ordinal();
  }

  /** Tells whether a command has a size that there is, and an address that is a multiple of it. */
  boolean isAligned(int tag) {
    int size = sizes[tag];
    return PslCommand.isSize(size) && (addresses[tag] & (size - 1)) == 0;
  }

  /**
   * {@return the number of commands, from one on, that are the same command on consecutive whole
   * lines with consecutive tags; at least 1}
   */
  int lines(int[] tags, int from, int count) {
    int first = tags[from];
    if (!isWholeLine(first)) {
      return 1;
    }
    int lines = 1;
    while (from + lines < count && follows(tags[from + lines], first, lines)) {
      lines++;
    }
    return lines;
  }

  private boolean isWholeLine(int tag) {
    return sizes[tag] == LINE_BYTES
        && isAligned(tag)
        && switch (command(tag)) {
          case READ_CL_NA, READ_CL_S, READ_CL_M, READ_PNA -> true;
          case WRITE_MI, WRITE_MS, WRITE_NA, WRITE_INJ -> true;
          default -> false;
        };
  }

  private boolean follows(int tag, int first, int lines) {
    return tag == first + lines
        && commands[tag] == commands[first]
        && sizes[tag] == LINE_BYTES
        && addresses[tag] == addresses[first] + (long) lines * LINE_BYTES
        && processes[tag] == processes[first];
  }
}
