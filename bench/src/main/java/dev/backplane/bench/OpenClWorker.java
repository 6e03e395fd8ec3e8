package dev.backplane.bench;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * One way to OpenCL in a process of its own. Answers lines {@code WHAT NANOS} with a count, the
 * nanoseconds that it took, and the bytes that this thread allocated.
 */
final class OpenClWorker {
  private OpenClWorker() {}

  /**
   * Answers until the input ends.
   *
   * @param arguments the way
   */
  public static void main(String[] arguments) throws IOException {
    OpenClCalls calls =
        switch (arguments[0]) {
          case "backplane" -> new BackplaneOpenCl();
          case "raw" -> new RawOpenCl();
          case "lwjgl" -> new LwjglOpenCl();
          case "jocl" -> new JoclOpenCl();
          default -> throw new IllegalArgumentException("no way to OpenCL: " + arguments[0]);
        };
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      System.out.println(answer(calls, words[0], Long.parseLong(words[1])));
    }
  }

  private static String answer(OpenClCalls calls, String what, long nanos) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long count = 0;
    long took;
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long begin = System.nanoTime();
    do {
      count += some(calls, what);
      took = System.nanoTime() - begin;
    } while (took < nanos);
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    return count + " " + took + " " + allocated;
  }

  private static int some(OpenClCalls calls, String what) {
    switch (what) {
      case "buffer-argument" -> calls.bufferArgument(10_000);
      case "int-argument" -> calls.intArgument(10_000);
      case "query" -> {
        if (calls.query(10_000) == 0) {
          throw new IllegalStateException("a vendor whose number is 0");
        }
      }
      case "launch" -> {
        calls.launch(100);
        return 100;
      }
      case "batch" -> {
        calls.batch(2000);
        return 2000;
      }
      case "write" -> {
        calls.write(1);
        return 1;
      }
      case "read" -> {
        calls.read(1);
        return 1;
      }
      default -> throw new IllegalArgumentException("no measurement: " + what);
    }
    return 10_000;
  }
}
