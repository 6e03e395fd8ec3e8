package dev.backplane.pi.table.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A kernel of a program. */
final class PiKernel implements Kernel {
  private final PiProgram program;
  private final PiMemory memory;
  private final PiQueue runs;
  private final KernelPlan plan;

  /** Sets the values of one start and submits it before those of another are set. */
  private final ReentrantLock starting = new ReentrantLock();

  private final PiCall starts;

  PiKernel(PiProgram program, PiMemory memory, PiQueue runs, KernelPlan plan, PiCall starts) {
    this.program = program;
    this.memory = memory;
    this.runs = runs;
    this.plan = plan;
    this.starts = starts;
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<Argument> arguments() {
    return plan.arguments();
  }

  /** Starts go through one queue, in order. */
  @Override
  public int computeUnits() {
    return 1;
  }

  @Override
  public Buffer buffer(String name, long bytes) {
    program.check("buffer");
    return memory.allocate(bytes, memory.bank().index());
  }

  @Override
  public Run start(Object... values) {
    program.check("start " + plan.name());
    starting.lock();
    try {
      starts.setAll(values);
      return runs.start(starts);
    } finally {
      starting.unlock();
    }
  }

  @Override
  public Call call() {
    return program.call(plan);
  }

  @Override
  public Call bind(Object... values) {
    PiCall call = program.call(plan);
    boolean bound = false;
    try {
      call.setAll(values);
      bound = true;
      return call;
    } finally {
      if (!bound) {
        call.close();
      }
    }
  }

  /** The program is closed. */
  void close() {
    starts.close();
  }

  @Override
  public String toString() {
    return "kernel " + plan.name();
  }
}
