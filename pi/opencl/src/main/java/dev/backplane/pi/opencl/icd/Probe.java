package dev.backplane.pi.opencl.icd;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.StarvedTime;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.ffi.TrialSteps;
import dev.backplane.pi.table.PiCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tries libraries, each in a process of its own, before this one loads them. What came out is
 * remembered for as long as this process lives, unless it says nothing of the library.
 */
final class Probe {
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private Probe() {}

  /**
   * Tries all at the same time, so that one that hangs takes no time from the others.
   *
   * @param deadline how long that may take
   * @return why a library must not be loaded here, for each that must not
   */
  static Map<Candidate, String> all(Collection<Candidate> candidates, Duration deadline) {
    List<Candidate> each = List.copyOf(candidates);
    try (ExecutorService trials =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      List<Callable<String>> work = new ArrayList<>();
      each.forEach(candidate -> work.add(StarvedTime.shared(() -> of(candidate, deadline))));
      Map<Candidate, String> against = new HashMap<>();
      // Ends the others when this thread is interrupted.
      List<Future<String>> done = trials.invokeAll(work);
      for (int i = 0; i < done.size(); i++) {
        String problem = done.get(i).get();
        if (!problem.isEmpty()) {
          against.put(each.get(i), problem);
        }
      }
      return against;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the thread was interrupted that waited for trials of libraries")
          .during("look for OpenCL")
          .causedBy(e)
          .build();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a trial failed", e);
    }
  }

  /** {@return why a library must not be loaded here, empty if it did well} */
  private static String of(Candidate candidate, Duration deadline) throws InterruptedException {
    String identity = TrialProcess.identity(candidate.library());
    String known = KNOWN.get(identity);
    if (known != null) {
      return known;
    }
    try {
      String problem =
          TrialProcess.run(
              Probe.class,
              List.of(PiCalls.class, BackplaneException.class),
              List.of(candidate.library()),
              deadline);
      KNOWN.put(identity, problem);
      return problem;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The process in which a library is tried: does with it what discovery does. */
  public static void main(String[] arguments) {
    TrialSteps steps = TrialSteps.begin();
    Implementation.load(new Candidate(arguments[0], "the parent process", false), steps::next);
    steps.done();
  }
}
