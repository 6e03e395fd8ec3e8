package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.UnitMemory;
import java.util.List;

/** A compute unit as the scheduler has it: with what executes its runs, and what it has done. */
public abstract sealed class ScheduledUnit permits ThreadUnit, ShortUnit {
  private final ComputeUnit unit;
  private final UnitMemory memory;

  ScheduledUnit(ComputeUnit unit) {
    this.unit = unit;
    memory = unit.memory();
  }

  final ComputeUnit unit() {
    return unit;
  }

  final CardImage.KernelPlan kernel() {
    return unit.kernel();
  }

  final CardImage.UnitPlan plan() {
    return unit.plan();
  }

  final UnitMemory memory() {
    return memory;
  }

  /** {@return what messages call it} */
  @Override
  public final String toString() {
    return unit.toString();
  }

  /** {@return whether it executes what a register access has started} */
  boolean executesStarted() {
    return false;
  }

  /** {@return whether it has anything to do} */
  abstract boolean isBusy();

  /** {@return what went through its memory ports in the last run that ended well} */
  abstract List<PortActivity> portActivity();

  /** {@return what it has done, the run that it is on included} */
  abstract Activity activity();

  /** {@return runs that ended well, and their cycles, in words} */
  public abstract String statistics();
}
