package dev.backplane.xrt.card.unit;

import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.BankedMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One compute unit of a loaded image: its plan, the memory that it reaches, how often it is used.
 */
public final class ComputeUnit {
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

  /** The number of runs given to it. */
  private volatile long usage;

  public ComputeUnit(CardImage.KernelPlan kernel, CardImage.UnitPlan plan, BankedMemory all) {
    this.kernel = kernel;
    this.plan = plan;
    index = plan.control().index();
    memory = new UnitMemory(all, kernel, plan);
  }

  public CardImage.KernelPlan kernel() {
    return kernel;
  }

  public CardImage.UnitPlan plan() {
    return plan;
  }

  /** {@return its number among the units of the image} */
  public int index() {
    return index;
  }

  public UnitMemory memory() {
    return memory;
  }

  /** {@return how many runs were given to it} */
  public long usage() {
    return usage;
  }

  /** Counts a run that is given to it. */
  public void use() {
    USAGE.getAndAdd(this, 1L);
  }

  /** {@return its name in messages} */
  @Override
  public String toString() {
    return memory.toString();
  }
}
