package dev.backplane.pi.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.driverkit.KernelArguments;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A kernel of a program. A start is a launch over the range that the binary names arguments for, or
 * of a task over one work item.
 */
final class PiKernel implements Kernel {
  private final PiProgram program;
  private final PiMemory memory;
  private final PiQueue runs;
  private final KernelPlan plan;
  private final KernelArguments checks;

  /** Sets the values of one start and launches it before those of another are set. */
  private final ReentrantLock starting = new ReentrantLock();

  private final PiLaunch launch;

  PiKernel(PiProgram program, PiMemory memory, PiQueue runs, KernelPlan plan, PiLaunch launch) {
    this.program = program;
    this.memory = memory;
    this.runs = runs;
    this.plan = plan;
    checks = plan.checks();
    this.launch = launch;
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<Argument> arguments() {
    return plan.arguments();
  }

  /** Runs go through one queue, in order. */
  @Override
  public int computeUnits() {
    return 1;
  }

  PiProgram program() {
    return program;
  }

  /** Another launch of it, with a kernel of its own. */
  PiLaunch newLaunch() {
    return program.launch(plan);
  }

  @Override
  public Buffer buffer(String name, long bytes) {
    program.check("buffer");
    checks.checkTakesBuffer(argument(name));
    return memory.allocate(bytes, memory.bank().index());
  }

  @Override
  public Run start(Object... values) {
    program.check("start " + plan.name());
    checks.checkCount("start", values);
    for (Argument argument : plan.arguments()) {
      var _ = argument.encode(values[argument.index()]);
    }
    starting.lock();
    try {
      for (Argument argument : plan.arguments()) {
        launch.setValue(argument, values[argument.index()]);
      }
      return new PiRun(plan.name(), (PiEvent) runs.launch(launch));
    } finally {
      starting.unlock();
    }
  }

  /** The program is closed. */
  void close() {
    launch.close();
  }

  @Override
  public String toString() {
    return "kernel " + plan.name();
  }
}
