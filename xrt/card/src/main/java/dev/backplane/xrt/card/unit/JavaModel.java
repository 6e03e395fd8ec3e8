package dev.backplane.xrt.card.unit;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.image.CardImage;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit in Java, behind the same register map as one in RTL: control word first, then the
 * arguments where the image puts them (ap_ctrl_hs, or ap_ctrl_chain, where done stays until it is
 * told to continue, and a start before that waits). Starting it by its control word works too, and
 * then it raises an interrupt at its end, if the interrupt registers are set so.
 */
final class JavaModel implements UnitModel {
  private static final long CONTROL = 0;
  private static final int START = 1;
  private static final int DONE = 1 << 1;
  private static final int IDLE = 1 << 2;
  private static final int READY = 1 << 3;
  private static final int CONTINUE = 1 << 4;

  private static final int GLOBAL_INTERRUPT = 1;
  private static final int INTERRUPT_ENABLE = 2;
  private static final int INTERRUPT_STATUS = 3;
  private static final int DONE_OR_READY = 3;

  private static final long LOW = 0xffff_ffffL;

  private final FunctionalKernel function;
  private final CardImage.KernelPlan kernel;
  private final UnitMemory memory;

  /** The registers that belong to no argument, by word. */
  private int[] registers;

  /** The bits of the arguments, by argument: so a start writes them at once. */
  private final long[] values;

  private final String[] names;
  private final boolean[] wide;

  /** The first register of each argument, and the argument of each register; -1 for none. */
  private final int[] words;

  private final int[] argumentAt;
  private final Execution execution = new Execution();
  private final boolean interrupts;
  private volatile boolean busy;
  private boolean started;
  private long startedCycles = -1;
  private final boolean chained;

  /** Started before the end of the execution before was acknowledged. */
  private boolean held;

  /** True if the interrupt rose since it was asked. */
  private boolean raised;

  JavaModel(FunctionalKernel function, CardImage.KernelPlan kernel, UnitMemory memory) {
    this.function = function;
    this.kernel = kernel;
    this.memory = memory;
    List<Argument> arguments = kernel.arguments();
    values = new long[arguments.size()];
    names = new String[arguments.size()];
    words = new int[arguments.size()];
    wide = new boolean[arguments.size()];
    long end = CardImage.FIRST_ARGUMENT;
    for (Argument argument : arguments) {
      // As the names that a kernel asks with are: the same name is nearly always the same object.
      names[argument.index()] = argument.name().intern();
      words[argument.index()] = word(argument.offset());
      wide[argument.index()] = argument.size() > Integer.BYTES;
      end = Math.max(end, argument.offset() + argument.size());
    }
    registers = new int[(int) ((end + 7) / 8 * 2)];
    registers[0] = IDLE;
    argumentAt = new int[registers.length];
    Arrays.fill(argumentAt, -1);
    for (int i = 0; i < words.length; i++) {
      argumentAt[words[i]] = i;
      if (wide[i]) {
        argumentAt[words[i] + 1] = i;
      }
    }
    // The control word is the unit's own, whatever the image says.
    argumentAt[0] = -1;
    interrupts = kernel.hasInterrupt();
    chained = kernel.units().getFirst().control().protocol().equals("ap_ctrl_chain");
  }

  @Override
  public long execute(RunArguments arguments, Supervisor supervisor) {
    long counted = executeRegisters(write(arguments) ? arguments : null, supervisor);
    if (chained) {
      // The scheduler acknowledges it.
      registers[0] = IDLE;
    }
    return counted;
  }

  /** Writes the arguments, or what a command says. Returns whether the buffers are known. */
  private boolean write(RunArguments arguments) {
    int[] writes = arguments.writes();
    if (writes != null) {
      for (int i = 0; i < writes.length; i += 2) {
        write(Integer.toUnsignedLong(writes[i]), writes[i + 1]);
      }
      return false;
    }
    long[] written = arguments.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = written[i];
    }
    return true;
  }

  private int argumentAt(int word) {
    return word < argumentAt.length ? argumentAt[word] : -1;
  }

  private int register(int word) {
    int argument = argumentAt(word);
    return argument < 0 ? registers[word] : (int) (values[argument] >>> shift(argument, word));
  }

  private void register(int word, int value) {
    int argument = argumentAt(word);
    if (argument < 0) {
      registers[word] = value;
    } else {
      int shift = shift(argument, word);
      values[argument] =
          (values[argument] & ~(LOW << shift)) | Integer.toUnsignedLong(value) << shift;
    }
  }

  private int shift(int argument, int word) {
    return word == words[argument] ? 0 : Integer.SIZE;
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  @Override
  public void executeStarted(Supervisor supervisor) {
    startedCycles = executeRegisters(null, supervisor);
    if (interrupts) {
      int ended = registers[INTERRUPT_ENABLE] & DONE_OR_READY;
      interruptRegister(INTERRUPT_STATUS, registers[INTERRUPT_STATUS] | ended);
    }
  }

  private void interruptRegister(int word, int value) {
    boolean before = isInterruptHigh();
    registers[word] = value;
    raised |= !before && isInterruptHigh();
  }

  private boolean isInterruptHigh() {
    return (registers[GLOBAL_INTERRUPT] & 1) != 0
        && (registers[INTERRUPT_STATUS] & registers[INTERRUPT_ENABLE] & DONE_OR_READY) != 0;
  }

  @Override
  public boolean takeInterrupt() {
    boolean rose = raised;
    raised = false;
    return rose;
  }

  @Override
  public long startedCycles() {
    return startedCycles;
  }

  private long executeRegisters(@Nullable RunArguments arguments, Supervisor supervisor) {
    Execution now = execution;
    now.serve(arguments, supervisor);
    now.cycles = 0;
    now.toldToStop = false;
    started = false;
    busy = true;
    registers[0] = START;
    try {
      function.execute(now);
    } catch (IllegalStateException e) {
      throw memory.freedUnder(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw Failures.of(e, memory.toString());
    } finally {
      busy = false;
      registers[0] = DONE | IDLE | READY;
    }
    if (now.toldToStop) {
      throw new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled");
    }
    return now.cycles == 0 ? -1 : now.cycles;
  }

  @Override
  public int read(long offset) {
    int word = word(offset);
    if (word >= registers.length) {
      return 0;
    }
    int value = register(word);
    if (offset == CONTROL) {
      registers[0] &= chained ? ~READY : ~(DONE | READY);
    }
    return value;
  }

  /** Reads a register while the kernel executes, as nothing writes registers then. */
  @Override
  public OptionalInt glance(long offset) {
    if (!busy) {
      return OptionalInt.empty();
    }
    int word = word(offset);
    return OptionalInt.of(offset == CONTROL ? START : word < registers.length ? register(word) : 0);
  }

  @Override
  public void write(long offset, int value) {
    int word = word(offset);
    if (offset == CONTROL) {
      if (chained && (value & CONTINUE) != 0) {
        registers[0] &= ~DONE;
        begin(held);
      }
      if ((value & START) != 0 && !busy) {
        held = chained && (registers[0] & DONE) != 0;
        registers[0] |= START;
        begin(!held);
      }
    } else if (interrupts && word <= INTERRUPT_STATUS) {
      // As in units of HLS: writing 1 to the status turns a bit over.
      interruptRegister(
          word, word == INTERRUPT_STATUS ? registers[word] ^ (value & DONE_OR_READY) : value);
    } else if (word < registers.length) {
      register(word, value);
    }
  }

  /** A register that no argument has. */
  private void give(long offset, int value) {
    if (offset < CardImage.FIRST_ARGUMENT
        || offset % Integer.BYTES != 0
        || offset > kernel.units().getFirst().range() - Integer.BYTES) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "the Java kernel writes register 0x%x; it has 0x%x to 0x%x, in steps of 4"
                  .formatted(
                      offset,
                      CardImage.FIRST_ARGUMENT,
                      kernel.units().getFirst().range() - Integer.BYTES))
          .on("kernel " + kernel.name())
          .build();
    }
    int word = word(offset);
    if (word >= registers.length) {
      registers = Arrays.copyOf(registers, word + 1);
    }
    register(word, value);
  }

  private void begin(boolean now) {
    if (now) {
      held = false;
      started = true;
      registers[0] = START;
    }
  }

  private static int word(long offset) {
    return (int) (offset / Integer.BYTES);
  }

  @Override
  public boolean isInterruptible() {
    return true;
  }

  @Override
  public void close() {}

  /** The arguments as they stand in the registers; one object for all executions of the unit. */
  private final class Execution implements FunctionalKernel.Call {
    /** The arguments of the run; null if the unit was started through its registers. */
    private @Nullable RunArguments arguments;

    private @Nullable Supervisor supervisor;
    private long cycles;
    private boolean toldToStop;

    /** Takes the arguments of an execution, which are often those of the one before. */
    private void serve(@Nullable RunArguments of, Supervisor by) {
      if (arguments != of) {
        arguments = of;
      }
      if (supervisor != by) {
        supervisor = by;
      }
    }

    @Override
    public long bits(String name) {
      return bits(index(name));
    }

    @Override
    public long bits(int argument) {
      return wide[argument] ? values[argument] : values[argument] & LOW;
    }

    @Override
    public MemorySegment buffer(String name) {
      return buffer(index(name));
    }

    @Override
    public MemorySegment buffer(int argument) {
      RunArguments executed = arguments;
      MemorySegment known = executed == null ? null : executed.deviceMemory(argument);
      return known == null ? memory.slice(argument, bits(argument), -1) : known;
    }

    @Override
    public MemorySegment memory(String name, long address, long bytes) {
      if (bytes < 0) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT, "the Java kernel asks for " + bytes + " bytes")
            .on("kernel " + kernel.name())
            .build();
      }
      return memory.slice(index(name), address, bytes);
    }

    @Override
    public void set(String name, long bits) {
      values[index(name)] = bits;
    }

    @Override
    public void writeRegister(long offset, int value) {
      give(offset, value);
    }

    @Override
    public void addCycles(long count) {
      cycles += count;
    }

    @Override
    public boolean cancelled() {
      Supervisor asked = supervisor;
      if (asked != null) {
        asked.serveRegisters();
        toldToStop |= asked.cancelled();
      }
      return toldToStop;
    }

    @SuppressWarnings("ReferenceEquality") // Both are literals, or else the contents tell.
    private int index(String name) {
      for (int i = 0; i < names.length; i++) {
        if (names[i] == name) {
          return i;
        }
      }
      return indexOfEqual(name);
    }

    private int indexOfEqual(String name) {
      for (int i = 0; i < names.length; i++) {
        if (names[i].equals(name)) {
          return i;
        }
      }
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT,
              "the Java kernel asks for '%s'; the image has %s".formatted(name, List.of(names)))
          .on("kernel " + kernel.name())
          .build();
    }
  }
}
