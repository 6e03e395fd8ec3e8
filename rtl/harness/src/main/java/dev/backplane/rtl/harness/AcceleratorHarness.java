package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Simulates an accelerator that a host controls through its registers (MMIO), whatever the bus: an
 * accelerator function unit of OPAE behind CCI-P or with AXI ports. It is what a driver of a
 * software card needs: registers, a clock that runs or stands, the memory of the host by IO
 * address, interrupts, and the first fault.
 *
 * <p>The clock stands unless a thread {@link #run runs} it; an access to a register runs it for the
 * cycles that it takes. Any thread may call any method. One simulates at a time; a thread that runs
 * the clock lets others access registers between some cycles and the next.
 *
 * <p>A new accelerator is at power-up: {@link #reset()} it first. Its first fault makes it unusable
 * until the next reset.
 */
public final class AcceleratorHarness implements AutoCloseable {
  /** Cycles after which a thread that runs the clock lets others have their turn. */
  private static final int TURN_CYCLES = 1024;

  private final KernelHarness kernel;

  /** Fair, so that the thread that runs the clock does not take it again at once. */
  private final ReentrantLock turn = new ReentrantLock(true);

  /**
   * Creates an accelerator at power-up.
   *
   * @param engines creates an engine at every reset
   * @param ports the ports of the design
   * @param memory the memory of the host, by IO address; {@link IoMemory} is one
   * @param options options of the models
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if it has no registers, or ports
   *     without a model
   */
  public AcceleratorHarness(
      Supplier<? extends Engine> engines,
      KernelPorts ports,
      BusMemory memory,
      HarnessOptions options) {
    kernel = new KernelHarness(engines, ports, ControlProtocol.MMIO, memory, options);
  }

  /**
   * Resets the accelerator and finds it by its feature header. Clears its fault, and abandons what
   * it does.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} or {@link RtlError#NO_PROGRESS} if it
   *     does not start as its protocol wants
   */
  public void reset() {
    turn.lock();
    try {
      kernel.reset();
    } finally {
      turn.unlock();
    }
  }

  /** {@return the bytes of its register space} */
  public long mmioBytes() {
    return inTurn(() -> kernel.requireRegisters().bytes());
  }

  /**
   * Reads a register of 32 bits.
   *
   * @param offset its address, a multiple of 4
   * @param deadline how long to wait until no other thread simulates; the access itself ends after
   *     {@link HarnessOptions#accessCycles} at the latest
   * @return its value
   * @throws RtlException {@link RtlError#TIMEOUT} after the deadline, {@link RtlError#CANCELLED} if
   *     the thread is interrupted, {@link RtlError#NO_PROGRESS} if there is no answer, which is a
   *     fault, {@link RtlError#ADDRESS_FAULT} if the answer is an error, or the fault that is there
   * @throws IllegalArgumentException if there is no such register
   */
  public int readMmio32(long offset, Duration deadline) {
    return access(offset, Integer.BYTES, deadline, () -> kernel.readRegister(offset));
  }

  /**
   * Reads a register of 64 bits.
   *
   * @param offset its address, a multiple of 8
   * @param deadline as for {@link #readMmio32}
   * @return its value
   * @throws RtlException as {@link #readMmio32}
   * @throws IllegalArgumentException if there is no such register
   */
  public long readMmio64(long offset, Duration deadline) {
    return access(offset, Long.BYTES, deadline, () -> kernel.readRegister64(offset));
  }

  /**
   * Writes a register of 32 bits.
   *
   * @param offset its address, a multiple of 4
   * @param value its value
   * @param deadline as for {@link #readMmio32}
   * @throws RtlException as {@link #readMmio32}
   * @throws IllegalArgumentException if there is no such register
   */
  public void writeMmio32(long offset, int value, Duration deadline) {
    access(
        offset,
        Integer.BYTES,
        deadline,
        () -> {
          kernel.writeRegister(offset, value);
          return value;
        });
  }

  /**
   * Writes a register of 64 bits.
   *
   * @param offset its address, a multiple of 8
   * @param value its value
   * @param deadline as for {@link #readMmio32}
   * @throws RtlException as {@link #readMmio32}
   * @throws IllegalArgumentException if there is no such register
   */
  public void writeMmio64(long offset, long value, Duration deadline) {
    access(
        offset,
        Long.BYTES,
        deadline,
        () -> {
          kernel.writeRegister64(offset, value);
          return value;
        });
  }

  /**
   * Writes 64 bytes of registers: in one access behind CCI-P, else as words, the lowest first.
   *
   * @param offset their address, a multiple of 64
   * @param words the bytes, in 8 little-endian words
   * @param deadline as for {@link #readMmio32}
   * @throws RtlException as {@link #readMmio32}
   * @throws IllegalArgumentException if there are no such registers, or not 8 words
   */
  public void writeMmio512(long offset, long[] words, Duration deadline) {
    access(
        offset,
        RegisterPort.LINE_BYTES,
        deadline,
        () -> {
          kernel.writeRegisters(offset, words);
          return words;
        });
  }

  private <T> T access(long offset, int bytes, Duration deadline, Supplier<T> access) {
    try {
      if (!turn.tryLock(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS)) {
        throw new RtlException(
            RtlError.TIMEOUT,
            "Register 0x%x was not accessed: for %d ms, other threads simulated the accelerator"
                .formatted(offset, deadline.toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(
          RtlError.CANCELLED,
          "Register 0x%x was not accessed: the thread was interrupted".formatted(offset),
          e);
    }
    try {
      long end = kernel.requireRegisters().bytes();
      if (offset < 0 || offset > end - bytes) {
        throw new IllegalArgumentException(
            "register offset 0x%x is not in the 0x%x bytes of the accelerator's registers"
                .formatted(offset, end));
      }
      return access.get();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Runs the clock.
   *
   * @param limits when to stop: {@link RunLimits#ofCycles} after some cycles, or by a condition
   *     that another thread changes; a reset or a close stops it too
   * @return the cycles that were simulated since the call, with those of accesses of other threads
   * @throws RtlException a fault of the accelerator
   */
  public long run(RunLimits limits) {
    ClockRun run = inTurn(() -> new ClockRun(kernel, limits));
    boolean goesOn;
    do {
      goesOn = inTurn(() -> run.advance(TURN_CYCLES));
    } while (goesOn);
    return inTurn(run::cycles);
  }

  /**
   * Runs the clock until the accelerator is idle: nothing that it requested is outstanding, and it
   * repeats what it does until a register is accessed. One whose registers always change, such as a
   * counter of cycles, is never idle. With random stalls it may wake up again.
   *
   * @param limits when to stop if it is not idle by then; a reset or a close stops it too
   * @return whether it is idle
   * @throws RtlException a fault of the accelerator, {@link RtlError#NO_PROGRESS} if it leaves
   *     requests or answers for the cycles of the watchdog
   */
  public boolean runUntilIdle(RunLimits limits) {
    ClockRun run = inTurn(() -> new ClockRun(kernel, limits));
    boolean goesOn;
    do {
      goesOn = inTurn(run::advanceToNextLook);
    } while (goesOn);
    return run.isIdle();
  }

  /** {@return the cycles since the last reset began; 0 before the first} */
  public long cycles() {
    return inTurn(kernel::cycles);
  }

  /** {@return how many interrupts of all vectors it requested since the last reset} */
  public long interrupts() {
    return inTurn(kernel::interrupts);
  }

  /**
   * {@return how many interrupts of a vector it requested since the last reset}
   *
   * @param vector the number of the vector; 0 for an interrupt output
   */
  public long interrupts(int vector) {
    return inTurn(() -> kernel.interrupts(vector));
  }

  /** {@return its first fault since the last reset, if there was one} */
  public Optional<FaultReport> fault() {
    return inTurn(kernel::faultReport);
  }

  /** {@return the traffic of its accesses to the host's memory since the last reset} */
  public List<PortStatistics> statistics() {
    return inTurn(kernel::statistics);
  }

  private <T> T inTurn(Supplier<T> action) {
    turn.lock();
    try {
      return action.get();
    } finally {
      turn.unlock();
    }
  }

  /** Closes the engine, between two cycles. */
  @Override
  public void close() {
    turn.lock();
    try {
      kernel.close();
    } finally {
      turn.unlock();
    }
  }
}
