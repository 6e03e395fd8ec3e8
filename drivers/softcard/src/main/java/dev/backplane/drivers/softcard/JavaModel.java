package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;

/**
 * A compute unit in Java, behind the same register map as one in RTL: control word first, then the
 * arguments where the image puts them (ap_ctrl_hs). Starting it by its control word works too.
 */
final class JavaModel implements UnitModel {
  private static final long CONTROL = 0;
  private static final int START = 1;
  private static final int DONE = 1 << 1;
  private static final int IDLE = 1 << 2;
  private static final int READY = 1 << 3;

  private final FunctionalKernel function;
  private final CardImage.KernelPlan kernel;
  private final UnitMemory memory;
  private final int[] registers;
  private boolean busy;
  private boolean started;

  JavaModel(FunctionalKernel function, CardImage.KernelPlan kernel, UnitMemory memory) {
    this.function = function;
    this.kernel = kernel;
    this.memory = memory;
    long end = CONTROL + 16;
    for (Argument argument : kernel.arguments()) {
      end = Math.max(end, argument.offset() + argument.size());
    }
    registers = new int[(int) ((end + 7) / 8 * 2)];
    registers[0] = IDLE;
  }

  /** {@return what makes models of a kernel's function} */
  static Maker maker(Supplier<FunctionalKernel> functions) {
    return (kernel, memory, config) -> new JavaModel(functions.get(), kernel, memory);
  }

  @Override
  public long execute(long[] values, Supervisor supervisor) {
    for (Argument argument : kernel.arguments()) {
      int word = word(argument.offset());
      registers[word] = (int) values[argument.index()];
      if (argument.size() > Integer.BYTES) {
        registers[word + 1] = (int) (values[argument.index()] >>> 32);
      }
    }
    return executeRegisters(supervisor);
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  @Override
  public long executeStarted(Supervisor supervisor) {
    return executeRegisters(supervisor);
  }

  private long executeRegisters(Supervisor supervisor) {
    Execution execution = new Execution(supervisor);
    started = false;
    busy = true;
    registers[0] = START;
    try {
      function.execute(execution);
    } catch (Exception e) {
      throw Failures.of(e, "kernel " + kernel.name());
    } finally {
      busy = false;
      registers[0] = DONE | IDLE | READY;
    }
    if (execution.toldToStop) {
      throw new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled");
    }
    return execution.cycles == 0 ? -1 : execution.cycles;
  }

  @Override
  public int read(long offset) {
    int word = word(offset);
    if (word >= registers.length) {
      return 0;
    }
    int value = registers[word];
    if (offset == CONTROL) {
      registers[0] &= ~(DONE | READY);
    }
    return value;
  }

  @Override
  public void write(long offset, int value) {
    int word = word(offset);
    if (offset == CONTROL) {
      if ((value & START) != 0 && !busy) {
        started = true;
        registers[0] = START;
      }
    } else if (word < registers.length) {
      registers[word] = value;
    }
  }

  private static int word(long offset) {
    return (int) (offset / Integer.BYTES);
  }

  @Override
  public boolean heedsInterrupts() {
    return true;
  }

  @Override
  public void close() {}

  /** The arguments as they stand in the registers. */
  private final class Execution implements FunctionalKernel.Call {
    private final Supervisor supervisor;
    private long cycles;
    private boolean toldToStop;

    Execution(Supervisor supervisor) {
      this.supervisor = supervisor;
    }

    @Override
    public long bits(String name) {
      Argument argument = argument(name);
      int word = word(argument.offset());
      long low = registers[word] & 0xffff_ffffL;
      return argument.size() > Integer.BYTES ? low | (long) registers[word + 1] << 32 : low;
    }

    @Override
    public MemorySegment buffer(String name) {
      return memory.slice(argument(name).index(), bits(name), -1);
    }

    @Override
    public MemorySegment memory(String name, long address, long bytes) {
      if (bytes < 0) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT, "the Java kernel asks for " + bytes + " bytes")
            .on("kernel " + kernel.name())
            .build();
      }
      return memory.slice(argument(name).index(), address, bytes);
    }

    @Override
    public void addCycles(long count) {
      cycles += count;
    }

    @Override
    public boolean cancelled() {
      supervisor.serveRegisters();
      toldToStop |= supervisor.cancelled();
      return toldToStop;
    }

    private Argument argument(String name) {
      List<Argument> arguments = kernel.arguments();
      for (Argument argument : arguments) {
        if (argument.name().equals(name)) {
          return argument;
        }
      }
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT,
              "the Java kernel asks for '"
                  + name
                  + "'; the image has "
                  + arguments.stream().map(Argument::name).toList())
          .on("kernel " + kernel.name())
          .build();
    }
  }
}
