package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.RunArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * Reserves the resources of runs from when they are opened until they are released: their buffers
 * cannot be closed, and their compute units cannot be taken away.
 */
final class RunReservations implements ScheduledRun.Resources {
  private final CardLock lock;
  private final List<ComputeUnit> units;
  private final ContextTable contexts;
  private final OpenRuns runs;

  RunReservations(CardLock lock, List<ComputeUnit> units, ContextTable contexts, OpenRuns runs) {
    this.lock = lock;
    this.units = units;
    this.contexts = contexts;
    this.runs = runs;
  }

  /** Opens a run. */
  <R extends ScheduledRun> R open(R run) {
    lock.lock();
    try {
      run.checkAdmitted();
      List<CardBuffer> pinned = pin(run.arguments().buffers());
      boolean opened = false;
      try {
        choose(run);
        runs.add(run);
        opened = true;
      } finally {
        if (!opened) {
          pinned.forEach(CardBuffer::unpin);
        }
      }
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** Opens the run of a command on units that its client has opened contexts on. */
  void openOn(ScheduledRun run, List<ComputeUnit> held) {
    lock.lock();
    try {
      run.checkAdmitted();
      run.opened(held, List.of());
      runs.add(run);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void rebind(ScheduledRun run, Argument argument, CardBuffer buffer) {
    RunArguments arguments = run.arguments();
    lock.lock();
    try {
      run.checkAdmitted();
      buffer.pin();
      CardBuffer before = arguments.buffer(argument.index());
      long bits = arguments.bits(argument.index());
      arguments.bind(argument.index(), buffer.address(), buffer);
      boolean bound = false;
      try {
        choose(run);
        bound = true;
      } finally {
        if (!bound) {
          buffer.unpin();
          arguments.bind(argument.index(), bits, before);
        } else if (before != null) {
          before.unpin();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Opens contexts on the units that a run may go to, in place of those that it had. */
  private void choose(ScheduledRun run) {
    List<ComputeUnit> candidates = candidates(run);
    if (candidates.equals(List.of(run.candidates()))) {
      return;
    }
    List<ContextTable.Entry> held = new ArrayList<>();
    boolean opened = false;
    try {
      for (ComputeUnit unit : candidates) {
        held.add(contexts.openForRun(run.owner(), unit.index(), run.toString()));
      }
      run.contexts().forEach(contexts::close);
      run.opened(candidates, held);
      opened = true;
    } finally {
      if (!opened) {
        held.forEach(contexts::close);
      }
    }
  }

  @Override
  public void release(ScheduledRun run) {
    lock.lock();
    try {
      if (run.retire()) {
        run.arguments().buffers().forEach(CardBuffer::unpin);
        run.contexts().forEach(contexts::close);
        runs.remove(run);
      }
    } finally {
      lock.unlock();
    }
  }

  private static List<CardBuffer> pin(List<CardBuffer> buffers) {
    List<CardBuffer> pinned = new ArrayList<>();
    try {
      for (CardBuffer buffer : buffers) {
        buffer.pin();
        pinned.add(buffer);
      }
    } catch (BackplaneException e) {
      pinned.forEach(CardBuffer::unpin);
      throw e;
    }
    return pinned;
  }

  /**
   * The units that reach all buffers of a run and that its owner may use: those that it has opened
   * contexts on, or if there are none, those that no other client has exclusively.
   */
  private List<ComputeUnit> candidates(ScheduledRun run) {
    List<ComputeUnit> reaching =
        units.stream()
            .filter(unit -> unit.kernel().name().equals(run.kernel()))
            .filter(unit -> reachesAll(unit, run.arguments()))
            .toList();
    if (reaching.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.WRONG_BANK,
              "no compute unit reaches all of the buffers, which lie in "
                  + run.arguments().buffers().stream()
                      .map(CardBuffer::bank)
                      .map(Bank::name)
                      .toList())
          .during("start")
          .on("kernel " + run.kernel())
          .remedy("Put the buffers into banks that one unit is connected to")
          .build();
    }
    List<ComputeUnit> opened =
        reaching.stream().filter(unit -> contexts.isOpen(run.owner(), unit.index())).toList();
    if (!opened.isEmpty()) {
      return opened;
    }
    List<ComputeUnit> free =
        reaching.stream().filter(unit -> contexts.isFor(run.owner(), unit.index())).toList();
    // Where others have all of them, opening the first says who.
    return free.isEmpty() ? reaching.subList(0, 1) : free;
  }

  private static boolean reachesAll(ComputeUnit unit, RunArguments arguments) {
    for (int i = 0; i < arguments.count(); i++) {
      CardBuffer buffer = arguments.buffer(i);
      if (buffer != null
          && !buffer.object().reachesAll()
          && !unit.plan().banks().get(i).contains(buffer.bank().index())) {
        return false;
      }
    }
    return true;
  }
}
