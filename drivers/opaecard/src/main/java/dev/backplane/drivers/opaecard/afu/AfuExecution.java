package dev.backplane.drivers.opaecard.afu;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.opaecard.Afu;
import dev.backplane.drivers.opaecard.AfuFault;
import dev.backplane.drivers.opaecard.AfuHost;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An accelerator under power, and the thread that it goes on in. One thread at a time is in the
 * accelerator: whoever has the turn. The thread sleeps while there is nothing to do.
 */
public final class AfuExecution implements AutoCloseable {
  /** The interrupts of a card. */
  public static final int INTERRUPTS = 4;

  /** How long the end of a trial takes at most. */
  private static final Duration TRIAL = Duration.ofSeconds(5);

  private final String name;
  private final IoSpace space;
  private final AfuListener listener;
  private final Duration patience;

  /** Fair, so that an accelerator that is always busy lets others have their turn. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final Condition work = turn.newCondition();
  private final Thread thread;

  // Guarded by turn.
  private Host host = new Host();
  private Afu afu;
  private boolean clocked;

  // Written by who has the turn.
  private volatile boolean busy;
  private volatile @Nullable AfuFault fault;
  private volatile boolean closed;
  private final LongAdder accesses = new LongAdder();
  private final LongAdder steps = new LongAdder();

  /**
   * An accelerator after its reset.
   *
   * @param name the name of the card
   * @param program what is to be executed
   * @param space the memory that it reaches
   * @param listener is told of interrupts and faults
   * @param patience how long an access waits for its turn
   * @throws BackplaneException {@link ErrorCode#RECONFIGURATION_FAILED} if it does not start
   */
  public AfuExecution(
      String name, AfuProgram program, IoSpace space, AfuListener listener, Duration patience) {
    this.name = name;
    this.space = space;
    this.listener = listener;
    this.patience = patience;
    afu = start(program, host);
    clocked = program.clocked();
    thread = Thread.ofPlatform().daemon().name(name + "/accelerator").unstarted(this::run);
    thread.start();
  }

  /**
   * Tries an accelerator out.
   *
   * @param program what is to be executed
   * @throws BackplaneException as of the constructor
   */
  public static void check(String name, AfuProgram program) {
    AfuListener nobody =
        new AfuListener() {
          @Override
          public void interrupted(int vector) {}

          @Override
          public void failed(AfuFault fault) {}
        };
    new AfuExecution(name, program, new IoSpace(), nobody, TRIAL).close();
  }

  private Afu start(AfuProgram program, Host reached) {
    Afu made;
    try {
      made = program.make(space);
    } catch (RuntimeException | Error e) {
      throw unstarted(program, AfuFaults.of(e));
    }
    try {
      made.connect(reached);
      made.reset();
      checkIdentity(program, made);
      reached.requireNone();
      return made;
    } catch (RuntimeException | Error e) {
      end(made);
      throw unstarted(program, AfuFaults.of(e));
    }
  }

  private static void checkIdentity(AfuProgram program, Afu made) {
    long low = made.read(8, Long.BYTES);
    long high = made.read(16, Long.BYTES);
    if (low != program.guid().getLeastSignificantBits()
        || high != program.guid().getMostSignificantBits()) {
      throw new AfuFault(
          AfuFault.Kind.FAILED,
          "its registers 0x8 and 0x10 have the identifier %s, its image says %s"
              .formatted(new UUID(high, low), program.guid()));
    }
  }

  private BackplaneException unstarted(AfuProgram program, AfuFault why) {
    return BackplaneException.because(
            ErrorCode.RECONFIGURATION_FAILED,
            "the accelerator '%s' did not start: %s".formatted(program.name(), why.getMessage()))
        .during("load")
        .on("card " + name)
        .remedy("Load an image whose accelerator starts; the one before is still there")
        .causedBy(why)
        .build();
  }

  private void run() {
    while (awaitWork()) {
      turn.lock();
      try {
        if (busy && !closed) {
          step();
        }
      } finally {
        turn.unlock();
      }
    }
    turn.lock();
    try {
      end(afu);
    } finally {
      turn.unlock();
    }
  }

  /** {@return whether there is work, and not the end} */
  private boolean awaitWork() {
    turn.lock();
    try {
      while (!busy && !closed) {
        work.awaitUninterruptibly();
      }
      return !closed;
    } finally {
      turn.unlock();
    }
  }

  private void step() {
    steps.increment();
    try {
      busy = afu.advance();
      host.requireNone();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private AfuFault fail(Throwable cause) {
    AfuFault hidden = host.first;
    AfuFault found = hidden == null ? AfuFaults.of(cause) : hidden;
    busy = false;
    if (fault == null) {
      fault = found;
      host.first = found;
      listener.failed(found);
    }
    return found;
  }

  /** {@return a register} */
  public long read(long offset, int bytes) {
    return access(
        offset,
        () -> {
          long value = afu.read(offset, bytes);
          if (clocked) {
            goOn();
          }
          return value;
        });
  }

  /** Writes a register. */
  public void write(long offset, int bytes, long value) {
    access(
        offset,
        () -> {
          afu.write(offset, bytes, value);
          goOn();
          return value;
        });
  }

  /** Writes 64 bytes of registers, given as 8 little-endian words. */
  public void writeLine(long offset, long[] words) {
    access(
        offset,
        () -> {
          afu.writeLine(offset, words);
          goOn();
          return offset;
        });
  }

  /** Does some accesses without others between them. */
  public void together(long offset, Runnable several) {
    inTurn(
        "register 0x%x".formatted(offset),
        () -> {
          several.run();
          return offset;
        });
  }

  private long access(long offset, Supplier<Long> action) {
    return inTurn(
        "register 0x%x".formatted(offset),
        () -> {
          AfuFault standing = fault;
          if (standing == null) {
            accesses.increment();
            try {
              long value = action.get();
              host.requireNone();
              return value;
            } catch (RuntimeException | Error e) {
              standing = fail(e);
            }
          }
          throw BackplaneException.because(
                  ErrorCode.DEVICE_FAULTED,
                  "the accelerator stands since a fault: " + standing.getMessage())
              .during("access register 0x%x".formatted(offset))
              .on("card " + name)
              .remedy("Reset the accelerator; its error registers tell the kind of fault")
              .causedBy(standing)
              .build();
        });
  }

  private void goOn() {
    busy = true;
    work.signal();
  }

  /**
   * Resets the accelerator, and clears its fault.
   *
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if it does not start again
   */
  public void reset() {
    inTurn(
        "reset",
        () -> {
          fault = null;
          host.first = null;
          try {
            afu.reset();
            host.requireNone();
          } catch (RuntimeException | Error e) {
            throw BackplaneException.because(
                    ErrorCode.DEVICE_FAULTED, "no reset: " + fail(e).getMessage())
                .during("reset")
                .on("card " + name)
                .remedy("Reconfigure the slot")
                .causedBy(e)
                .build();
          }
          goOn();
          return fault;
        });
  }

  /**
   * Puts another accelerator in its place.
   *
   * @throws BackplaneException {@link ErrorCode#RECONFIGURATION_FAILED} if it does not start; then
   *     the one before goes on
   */
  public void replace(AfuProgram program) {
    inTurn(
        "reconfiguration",
        () -> {
          Host reached = new Host();
          Afu next = start(program, reached);
          end(afu);
          afu = next;
          host = reached;
          clocked = program.clocked();
          fault = null;
          goOn();
          return program;
        });
  }

  /** Returns when no access to memory goes on that began before. */
  public void settle() {
    inTurn("memory", () -> busy);
  }

  /** {@return its fault, if it stands} */
  public @Nullable AfuFault fault() {
    return fault;
  }

  /** {@return how many accesses there were to its registers} */
  public long accesses() {
    return accesses.sum();
  }

  /** {@return how often it went on by itself} */
  public long steps() {
    return steps.sum();
  }

  /** {@return whether it has something to do} */
  public boolean isBusy() {
    return busy;
  }

  private <T extends @Nullable Object> T inTurn(String subject, Supplier<T> action) {
    boolean mine;
    try {
      mine = turn.tryLock() || turn.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(ErrorCode.CANCELLED, "the thread was interrupted", subject);
    }
    if (!mine) {
      throw refused(
          ErrorCode.TIMEOUT,
          "the accelerator has been in one step for %s, and others wait for its end"
              .formatted(patience),
          subject);
    }
    try {
      if (closed) {
        throw refused(ErrorCode.CLOSED, "the accelerator was closed", subject);
      }
      return action.get();
    } finally {
      turn.unlock();
    }
  }

  private BackplaneException refused(ErrorCode code, String problem, String subject) {
    return BackplaneException.because(code, problem)
        .during("access " + subject)
        .on("card " + name)
        .build();
  }

  /**
   * Ends the accelerator and its thread. One that does not return from a step is interrupted, and
   * not waited for any longer than accesses wait.
   */
  @Override
  public void close() {
    closed = true;
    Duration part = patience.dividedBy(4);
    try {
      if (turn.tryLock(part.toNanos(), TimeUnit.NANOSECONDS)) {
        work.signal();
        turn.unlock();
      } else {
        thread.interrupt();
      }
      if (!thread.join(part)) {
        thread.interrupt();
        System.getLogger(AfuExecution.class.getName())
            .log(
                System.Logger.Level.WARNING,
                "card " + name + ": an accelerator does not return, and goes on after its close");
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void end(Afu old) {
    try {
      old.close();
    } catch (RuntimeException | Error e) {
      System.getLogger(AfuExecution.class.getName())
          .log(System.Logger.Level.WARNING, "card " + name + ": an accelerator did not close", e);
    }
  }

  /**
   * What an accelerator reaches of its host. Its first fault ends that, also for an accelerator
   * that catches what is thrown: what it reports afterwards would be taken for its result.
   */
  private final class Host implements AfuHost {
    private volatile @Nullable AfuFault first;

    @Override
    public void read(long ioAddress, MemorySegment target) {
      requireNone();
      try {
        space.read(ioAddress, target);
      } catch (AfuFault found) {
        first = found;
        throw found;
      }
    }

    @Override
    public void write(long ioAddress, MemorySegment source) {
      requireNone();
      try {
        space.write(ioAddress, source);
      } catch (AfuFault found) {
        first = found;
        throw found;
      }
    }

    @Override
    public void interrupt(int vector) {
      requireNone();
      if (vector < 0 || vector >= INTERRUPTS) {
        AfuFault found =
            new AfuFault(
                AfuFault.Kind.REQUEST,
                "interrupt %d was raised; a card has 0 to %d".formatted(vector, INTERRUPTS - 1));
        first = found;
        throw found;
      }
      listener.interrupted(vector);
    }

    /** Throws the first fault, if there was one. */
    void requireNone() {
      AfuFault standing = first;
      if (standing != null) {
        throw standing;
      }
    }
  }
}
