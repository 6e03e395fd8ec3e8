package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.cache.FolderTree;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that runs a model, and the memory that it shares with this process. A request is a
 * number written to the shared memory; the answer is the same number. Both sides spin for a while
 * and then yield; an idle process sleeps until it receives a byte through a pipe.
 */
final class ModelProcess implements AutoCloseable {
  // The layout of host.cpp.
  private static final long REQUEST = 0;
  private static final long ANSWER = 64;
  private static final long FAILED = 72;
  private static final long ASLEEP = 128;
  private static final long EDGES = 192;
  private static final long PINS = 200;
  private static final long CLOCKS = 208;
  private static final long STATE_WANTED = 216;
  private static final long STATE = 224;
  private static final long MESSAGE = 256;
  private static final long TABLE = MESSAGE + 1024;

  private static final int SPINS = 4000;
  private static final int YIELDS = 2000;
  private static final long NAP_NANOS = 50_000;
  private static final int LOG_LIMIT = 2000;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  /** The outcome of a request. */
  enum Reply {
    ANSWERED,
    FAILED,
    DIED,
    TIMED_OUT
  }

  private final Arena arena;
  private final MemorySegment shared;
  private final Path folder;
  private final long answerDeadlineNanos;
  private final Process process;
  private final OutputStream pipe;
  private long requests;

  /**
   * Starts the process.
   *
   * @param host the program that runs the model
   * @param entry the model
   * @param clocks how to apply the edges of each clock
   * @param seed the seed of the uninitialised state
   * @param answerDeadline how long an answer may take
   */
  ModelProcess(
      Path host, ModelCacheEntry entry, List<ClockEdge> clocks, int seed, Duration answerDeadline)
      throws IOException {
    answerDeadlineNanos = answerDeadline.toNanos();
    folder = Files.createTempDirectory(sharedMemory(), "backplane-");
    arena = Arena.ofShared();
    try {
      int pins = entry.ports().size();
      long offset = TABLE + 24L * (pins + clocks.size());
      long size = offset;
      for (Port port : entry.ports()) {
        size += slotBytes(port.width());
      }
      Path file = folder.resolve("pins");
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
      }
      shared.set(ValueLayout.JAVA_LONG, PINS, pins);
      shared.set(ValueLayout.JAVA_LONG, CLOCKS, clocks.size());
      for (int i = 0; i < pins; i++) {
        Port port = entry.ports().get(i);
        int output = port.direction() == Port.Direction.OUTPUT ? 1 : 0;
        writeRow(i, offset, NativePin.bytes(port.width()), output);
        offset += slotBytes(port.width());
      }
      for (int i = 0; i < clocks.size(); i++) {
        writeRow(pins + i, clocks.get(i).pin(), clocks.get(i).active(), clocks.get(i).idle());
      }
      process =
          new ProcessBuilder(
                  host.toString(),
                  entry.library().toString(),
                  file.toString(),
                  entry.data().toString(),
                  String.valueOf(seed),
                  String.valueOf(ProcessHandle.current().pid()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      pipe = process.getOutputStream();
    } catch (IOException | RuntimeException e) {
      arena.close();
      FolderTree.delete(folder);
      throw e;
    }
  }

  /** A folder in memory, if there is one, else the temporary folder. */
  private static Path sharedMemory() {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static long slotBytes(int width) {
    return (NativePin.bytes(width) + 7L) & -8L;
  }

  private void writeRow(int index, long first, long second, long third) {
    long at = TABLE + 24L * index;
    shared.set(ValueLayout.JAVA_LONG, at, first);
    shared.set(ValueLayout.JAVA_LONG, at + 8, second);
    shared.set(ValueLayout.JAVA_LONG, at + 16, third);
  }

  /** The address of a pin in this process. */
  long pinAddress(int index) {
    return shared.address() + shared.get(ValueLayout.JAVA_LONG, TABLE + 24L * index);
  }

  long pid() {
    return process.pid();
  }

  /**
   * Requests edges and then a settle, and waits for the answer.
   *
   * @param edges a bit for each clock
   */
  Reply cycle(long edges) {
    shared.set(ValueLayout.JAVA_LONG, EDGES, edges);
    long request = ++requests;
    WORD.setVolatile(shared, REQUEST, request);
    if ((long) WORD.getVolatile(shared, ASLEEP) != 0 && !wake()) {
      return Reply.DIED;
    }
    for (int i = 0; i < SPINS; i++) {
      if ((long) WORD.getAcquire(shared, ANSWER) == request) {
        return reply();
      }
      Thread.onSpinWait();
    }
    return waitYielding(request);
  }

  // With fewer processors than spinning threads, the other process needs this processor at once.
  // Without the yield, the result is the same but slower.
  @SuppressWarnings("ThreadPriorityCheck")
  private Reply waitYielding(long request) {
    long begun = System.nanoTime();
    for (int i = 0; (long) WORD.getAcquire(shared, ANSWER) != request; i++) {
      if (i < YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(NAP_NANOS);
      }
      if (i % 16 == 0) {
        if (!process.isAlive() && (long) WORD.getAcquire(shared, ANSWER) != request) {
          return Reply.DIED;
        }
        if (System.nanoTime() - begun > answerDeadlineNanos) {
          process.destroyForcibly();
          return Reply.TIMED_OUT;
        }
      }
    }
    return reply();
  }

  /**
   * Requests the hash of registers and memories, without an edge; then {@link #stateHash} has it.
   */
  Reply readState() {
    shared.set(ValueLayout.JAVA_LONG, STATE_WANTED, 1);
    Reply reply = cycle(0);
    shared.set(ValueLayout.JAVA_LONG, STATE_WANTED, 0);
    return reply;
  }

  long stateHash() {
    return shared.get(ValueLayout.JAVA_LONG, STATE);
  }

  private Reply reply() {
    return shared.get(ValueLayout.JAVA_LONG, FAILED) == 0 ? Reply.ANSWERED : Reply.FAILED;
  }

  private boolean wake() {
    try {
      pipe.write(1);
      pipe.flush();
      return true;
    } catch (IOException e) {
      return false; // the process has ended
    }
  }

  /** The message of a model that failed. */
  String message() {
    return shared.getString(MESSAGE, StandardCharsets.UTF_8);
  }

  /** {@return the way the process ended, and the last lines that it printed} */
  String exitDescription() {
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        return "does not answer";
      }
      byte[] log = Files.readAllBytes(folder.resolve("log"));
      int from = Math.max(0, log.length - LOG_LIMIT);
      String said = new String(log, from, log.length - from, StandardCharsets.UTF_8).strip();
      return ExitStatus.describe(process.exitValue())
          + (said.isEmpty() ? "" : ", after it said: " + said);
    } catch (IOException e) {
      return ExitStatus.describe(process.exitValue());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "died";
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      pipe.close();
    } catch (IOException e) {
      System.getLogger(ModelProcess.class.getName())
          .log(System.Logger.Level.DEBUG, "the pipe to " + process + " is broken", e);
    }
    arena.close();
    FolderTree.delete(folder);
  }
}
