package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reports the steps of a {@link TrialProcess} to the process that started it. */
public final class TrialSteps {
  static final String DONE = "done";

  /** The standard input is the report, opened for reading by who started this. */
  private static final Path REPORT = Path.of("/proc/self/fd/0");

  private static final int PR_SET_PDEATHSIG = 1;
  private static final long SIGKILL = 9;

  private final FileChannel report;

  private TrialSteps(FileChannel report) {
    this.report = report;
  }

  /**
   * Begins: from here on the kernel ends this process with the one that started it. A library that
   * hangs while it is loaded keeps a process from ending in any other way.
   *
   * @return takes the steps
   */
  public static TrialSteps begin() {
    long parent = Long.getLong(TrialProcess.PARENT, 0);
    endWithParent();
    if (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) != parent) {
      // It ended before the kernel was asked.
      Runtime.getRuntime().halt(1);
    }
    try {
      return new TrialSteps(
          FileChannel.open(REPORT, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void endWithParent() {
    MethodHandle prctl =
        Calls.variadic(
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            1);
    MemorySegment function = NativeLibrary.c().function("prctl");
    try (Slab.Frame frame = Slab.frame()) {
      int _ =
          (int) prctl.invokeExact(function, frame.errno(), PR_SET_PDEATHSIG, SIGKILL, 0L, 0L, 0L);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("prctl", t);
    }
  }

  /**
   * Reports a step before it is done.
   *
   * @param step the step that comes next
   */
  public void next(String step) {
    try {
      ByteBuffer line =
          ByteBuffer.wrap((step.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        report.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Tells that all was done, and ends the process: some libraries hang or crash at its end, where
   * nobody would ask them.
   */
  public void done() {
    next(DONE);
    Runtime.getRuntime().halt(0);
  }
}
