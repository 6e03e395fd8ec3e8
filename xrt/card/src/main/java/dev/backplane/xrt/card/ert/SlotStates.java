package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Timestamps;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of the command in each slot, as the firmware knows it. The host is told by the state in
 * the header, by timestamps behind the payload, and by a status bit at the end.
 */
final class SlotStates {
  private final EmbeddedScheduler scheduler;
  private final CommandQueue queue;
  private final LongSupplier nanoClock;
  private final CommandState[] states = new CommandState[SlotRules.MOST];
  private final int[] headers = new int[SlotRules.MOST];

  /** True for a slot whose command wants timestamps and has room for them behind its payload. */
  private final boolean[] timed = new boolean[SlotRules.MOST];

  /** Slots whose commands were told to stop. */
  private final boolean[] aborted = new boolean[SlotRules.MOST];

  /**
   * The reason for the failure of the command in each slot. The host reads it after the slot's
   * status bit.
   */
  private final @Nullable RuntimeException[] failures = new RuntimeException[SlotRules.MOST];

  private volatile String lastFailure = "";

  SlotStates(EmbeddedScheduler scheduler, CommandQueue queue, LongSupplier nanoClock) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.nanoClock = nanoClock;
    Arrays.fill(states, CommandState.COMPLETED);
  }

  /** {@return whether no command is under way in a slot} */
  boolean isFree(int slot) {
    return states[slot].isFinal();
  }

  CommandState state(int slot) {
    return states[slot];
  }

  /** {@return the header of the command in a slot, as it was checked} */
  int header(int slot) {
    return headers[slot];
  }

  /** {@return the reason why the last command failed, with its slot; empty if none did} */
  String lastFailure() {
    return lastFailure;
  }

  /** {@return the reason why the command in a slot failed, or null} */
  @Nullable RuntimeException failure(int slot) {
    return failures[slot];
  }

  /** Forgets what was in a slot before. */
  void clear(int slot) {
    failures[slot] = null;
    timed[slot] = false;
  }

  /** The command in a slot was checked and is taken on. */
  void accept(int slot, int header) {
    headers[slot] = header;
    timed[slot] = Header.statistics(header) && isStart(header);
    if (timed[slot]) {
      // What lies there is of the command before.
      for (CommandState state : CommandState.values()) {
        Timestamps.set(queue.visible(slot), state, 0);
      }
    }
    move(slot, CommandState.QUEUED);
  }

  private static boolean isStart(int header) {
    Opcode opcode = Header.opcode(header);
    return opcode == Opcode.START_CU
        || opcode == Opcode.EXEC_WRITE
        || opcode == Opcode.START_KEY_VAL;
  }

  /** The command in a slot was told to stop: however it ends, it was aborted. */
  void abort(int slot) {
    aborted[slot] = true;
  }

  void fail(int slot, RuntimeException reason) {
    lastFailure = "slot " + slot + ": " + reason.getMessage();
    failures[slot] = reason;
    end(slot, CommandState.ERROR);
  }

  void move(int slot, CommandState state) {
    states[slot] = state;
    stamp(slot, state);
    queue.visible(slot).state(state);
  }

  /** Writes the time of a change of state behind the payload, if the host left room for it. */
  private void stamp(int slot, CommandState state) {
    if (timed[slot]) {
      Timestamps.set(queue.visible(slot), state, nanoClock.getAsLong());
    }
  }

  void end(int slot, CommandState how) {
    CommandState state = aborted[slot] ? CommandState.ABORT : how;
    aborted[slot] = false;
    states[slot] = state;
    stamp(slot, state);
    scheduler.completed(slot, state);
  }
}
