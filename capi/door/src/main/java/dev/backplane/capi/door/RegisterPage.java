package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.ffi.Futex;
import dev.backplane.ffi.MemoryFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * A page that a client and this process share, for accesses to registers: the client writes one and
 * its number, this process answers it with the same number. {@code page.c} of the library in C has
 * the other side. Who finds nothing looks for a while if that helped the last time, and sleeps
 * then; the other side wakes it.
 *
 * <p>A client may write anything at any time, so what it asks for is read once, and only its own
 * accesses depend on it. A thread of its own serves the page until it is closed.
 */
final class RegisterPage implements AutoCloseable {
  private static final int BYTES = 4096;

  // What is at which place, as struct page of page.c has it.
  private static final long ASKED = 0;
  private static final long IS_WRITE = 4;
  private static final long WIDTH = 8;
  private static final long OFFSET = 16;
  private static final long VALUE = 24;
  private static final long ANSWERED = 64;
  private static final long ERROR = 68;
  private static final long RESULT = 72;
  private static final long SERVER_SLEEPS = 128;
  private static final long CLIENT_SLEEPS = 192;
  private static final long SECRET = 256;
  private static final long REASON_LENGTH = 320;
  private static final long REASON = 324;
  private static final int LONGEST_REASON = 1024;

  /**
   * The longest look for the next access: about the time in which two processors sleep and wake.
   */
  private static final long LOOK_NANOS = 50_000;

  private static final int MOST_SLEEPS = 7;

  /** The number of looks at the page between two looks at the clock. */
  private static final int LOOKS = 32;

  /** Threads that look leave a processor to the clients. */
  private static final Semaphore LOOKING =
      new Semaphore(Runtime.getRuntime().availableProcessors() - 1);

  /** The longest sleep: a wake may come just before it, when the page is closed. */
  private static final Duration SLEEP = Duration.ofSeconds(1);

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena;
  private final MemorySegment page;
  private final ServedRegisters registers;
  private final Thread thread;
  private boolean isBusy;

  /** Waits that do not look, after looks that found nothing: how many are left, and were last. */
  private int sleepsLeft;

  private int sleeps;
  private volatile boolean closed;

  private RegisterPage(
      Arena arena, MemorySegment page, ServedRegisters registers, Consumer<Throwable> failed) {
    this.arena = arena;
    this.page = page;
    this.registers = registers;
    thread = Thread.ofPlatform().daemon().name("capi-registers").unstarted(() -> serve(failed));
  }

  /**
   * Serves a page.
   *
   * @param process the client's process
   * @param descriptor what the page is open as there
   * @param secret what lies in it, if it is the client's own
   * @param failed is told why the page is not served any more
   * @return the page; empty if there is no such page, or this process has no room for it
   */
  static Optional<RegisterPage> of(
      long process,
      int descriptor,
      long secret,
      ServedRegisters registers,
      Consumer<Throwable> failed) {
    Arena arena = Arena.ofShared();
    RegisterPage served = null;
    try (MemoryFile file = MemoryFile.of(process, descriptor).orElse(null)) {
      MemorySegment memory =
          file != null && file.holds(BYTES) ? file.map(BYTES, arena).orElse(null) : null;
      if (memory != null && (long) LONG.getOpaque(memory, SECRET) == secret) {
        RegisterPage made = new RegisterPage(arena, memory, registers, failed);
        made.thread.start();
        served = made;
      }
      return Optional.ofNullable(served);
    } catch (OutOfMemoryError e) {
      // No thread is left; the client goes on without a page.
      return Optional.empty();
    } finally {
      if (served == null) {
        arena.close();
      }
    }
  }

  private void serve(Consumer<Throwable> failed) {
    try {
      int seen = 0;
      while (!closed) {
        int asked = await(seen);
        if (asked != seen) {
          seen = asked;
          answer(asked);
        }
      }
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    } finally {
      arena.close();
    }
  }

  private int asked() {
    return (int) INT.getVolatile(page, ASKED);
  }

  private int await(int seen) {
    long begin = System.nanoTime();
    int asked = isBusy && isWorthALook() ? look(seen, begin + LOOK_NANOS) : seen;
    if (asked == seen) {
      asked = sleep(seen);
    }
    isBusy = System.nanoTime() - begin < 2 * LOOK_NANOS;
    return asked;
  }

  private boolean isWorthALook() {
    if (sleepsLeft > 0) {
      sleepsLeft--;
      return false;
    }
    return true;
  }

  /** Looks that find nothing, on a machine that has other work, make others rarer. */
  private void learn(boolean found) {
    sleeps = found ? 0 : Math.min(2 * sleeps + 1, MOST_SLEEPS);
    sleepsLeft = sleeps;
  }

  private int look(int seen, long end) {
    if (!LOOKING.tryAcquire()) {
      return seen;
    }
    try {
      do {
        for (int i = 0; i < LOOKS; i++) {
          int asked = asked();
          if (asked != seen) {
            learn(true);
            return asked;
          }
          Thread.onSpinWait();
        }
      } while (System.nanoTime() < end);
      learn(false);
      return seen;
    } finally {
      LOOKING.release();
    }
  }

  private int sleep(int seen) {
    INT.setVolatile(page, SERVER_SLEEPS, 1);
    int asked = asked();
    while (asked == seen && !closed) {
      Futex.await(page.address() + ASKED, seen, SLEEP);
      asked = asked();
    }
    INT.setVolatile(page, SERVER_SLEEPS, 0);
    return asked;
  }

  private void answer(int asked) {
    boolean isWrite = (int) INT.getOpaque(page, IS_WRITE) != 0;
    int width = (int) INT.getOpaque(page, WIDTH);
    long offset = (long) LONG.getOpaque(page, OFFSET);
    long value = (long) LONG.getOpaque(page, VALUE);
    int error = 0;
    long result = 0;
    try {
      result = registers.access(isWrite, width, offset, value);
    } catch (BackplaneException e) {
      error = e.code().errno();
      say(String.valueOf(e.getMessage()));
    }
    LONG.setOpaque(page, RESULT, result);
    INT.setOpaque(page, ERROR, error);
    INT.setVolatile(page, ANSWERED, asked);
    if ((int) INT.getVolatile(page, CLIENT_SLEEPS) != 0) {
      Futex.wake(page.address() + ANSWERED);
    }
  }

  /** Says why an access fails. */
  private void say(String reason) {
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, LONGEST_REASON);
    MemorySegment.copy(text, 0, page, ValueLayout.JAVA_BYTE, REASON, length);
    INT.setOpaque(page, REASON_LENGTH, length);
  }

  /**
   * Ends it, without waiting for an access that an AFU may hold up: the thread gives the page back
   * when it has seen it.
   */
  @Override
  public void close() {
    closed = true;
    if (thread.isAlive()) {
      Futex.wake(page.address() + ASKED);
    }
  }
}
