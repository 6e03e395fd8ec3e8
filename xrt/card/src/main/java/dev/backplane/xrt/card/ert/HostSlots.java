package dev.backplane.xrt.card.ert;

import dev.backplane.xrt.card.ert.InternalCommand.Placeholder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host's table of the command in each slot, and of the slots whose command it aborts. Guarded
 * by the host's lock.
 */
final class HostSlots {
  private final @Nullable HostCommand[] commands = new HostCommand[SlotRules.MOST];
  private final boolean[] aborting = new boolean[SlotRules.MOST];
  private int used;

  /** {@return whether a command is in any slot} */
  boolean isUsed() {
    return used > 0;
  }

  /** {@return the command in a slot, or null} */
  @Nullable HostCommand command(int slot) {
    return commands[slot];
  }

  /** {@return the slot of a command; -1 if it has none} */
  int of(HostCommand command) {
    for (int slot = 0; slot < commands.length; slot++) {
      if (commands[slot] == command) {
        return slot;
      }
    }
    return -1;
  }

  void put(int slot, HostCommand command) {
    commands[slot] = command;
    used++;
  }

  /** Takes out the command of a slot that has completed. */
  @Nullable HostCommand remove(int slot) {
    HostCommand command = commands[slot];
    commands[slot] = null;
    used--;
    return command;
  }

  /** The slot stays taken, and its command is not told of its end. */
  void abandon(int slot) {
    commands[slot] = Placeholder.ABANDONED;
  }

  /** The command in a slot is to be aborted. Returns whether it was not already. */
  boolean beginAbort(int slot) {
    boolean first = !aborting[slot];
    aborting[slot] = true;
    return first;
  }

  /** The firmware was told to abort what was in a slot. Returns whether the slot is empty now. */
  boolean endAbort(int slot) {
    aborting[slot] = false;
    return commands[slot] == null;
  }

  /** {@return whether a slot is empty, but the firmware may still read that it is to abort it} */
  boolean mayBeAborted(int slot) {
    return aborting[slot] && commands[slot] == null;
  }

  /** Empties all slots. Returns the commands of clients that were in them. */
  List<HostCommand> clear() {
    List<HostCommand> lost = new ArrayList<>();
    for (HostCommand command : commands) {
      if (command != null && !(command instanceof InternalCommand)) {
        lost.add(command);
      }
    }
    Arrays.fill(commands, null);
    Arrays.fill(aborting, false);
    used = 0;
    return lost;
  }
}
