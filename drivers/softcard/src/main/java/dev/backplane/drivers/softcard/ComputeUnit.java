package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.memory.BankedMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One compute unit: takes runs and register accesses, and counts what it does. */
abstract sealed class ComputeUnit permits ThreadUnit, ShortUnit {
  private static final VarHandle USAGE;

  static {
    try {
      USAGE = MethodHandles.lookup().findVarHandle(ComputeUnit.class, "usage", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CardImage.KernelPlan kernel;
  private final CardImage.UnitPlan plan;
  private final int index;
  private final UnitMemory memory;

  /** How many runs that could have gone to another unit were given to it. */
  private volatile long usage;

  ComputeUnit(CardImage.KernelPlan kernel, int index, BankedMemory all) {
    this.kernel = kernel;
    this.index = index;
    plan = kernel.units().get(index);
    memory = new UnitMemory(all, kernel, plan);
  }

  final CardImage.KernelPlan kernel() {
    return kernel;
  }

  final CardImage.UnitPlan plan() {
    return plan;
  }

  /** {@return what messages call it} */
  @Override
  public final String toString() {
    return memory.toString();
  }

  /** {@return its number among the units of its kernel} */
  final int index() {
    return index;
  }

  final UnitMemory memory() {
    return memory;
  }

  /** {@return how many runs were given to it} */
  final long usage() {
    return usage;
  }

  /** Counts a run that is given to it. */
  final void use() {
    USAGE.getAndAdd(this, 1L);
  }

  /** Takes a run, which ends sooner or later, maybe before this returns. */
  abstract void submit(CardRun run);

  /** Ends runs that have not begun; called under the card's lock. */
  abstract void endQueued(Predicate<CardRun> which, Supplier<BackplaneException> reason);

  /** Does a register access and gives what was read. */
  abstract int access(RegisterAccess access);

  /** {@return whether it executes what a register access has started} */
  boolean executesStarted() {
    return false;
  }

  /** {@return whether it has anything to do} */
  abstract boolean isBusy();

  /** {@return what went through its memory ports in the last run that ended well} */
  abstract List<PortActivity> activity();

  /** {@return what it has done, the run that it is on included} */
  abstract Activity doings();

  /** {@return runs that ended well, and their cycles, in words} */
  abstract String statistics();
}
