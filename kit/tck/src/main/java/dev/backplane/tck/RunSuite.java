package dev.backplane.tck;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import dev.backplane.api.spi.DriverDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The common base of the suites about runs. */
abstract class RunSuite extends Conformance {
  private @Nullable DriverDevice device;

  RunSuite() {}

  final DriverDevice device() {
    if (device == null) {
      device = rig().open();
    }
    return device;
  }

  final Kernel kernel() {
    return rig().kernel(device(), rig().testCase());
  }

  final TestKernel ready() {
    return rig().ready(device());
  }

  final TestKernel endless() {
    return rig().ready(device(), rig().subject().endlessCase());
  }

  /** A call with the values of the registered work. */
  final Call call(TestKernel ready) {
    return rig().keep(ready.call());
  }

  final Set<RunAbility> abilities() {
    return rig().kernels(device(), rig().testCase()).abilities();
  }

  /** Another kernel of the same device, without loading an image that is loaded already. */
  final Kernel sibling(TestKernel ready, TestCase testCase) {
    return ready.kernel().name().equals(testCase.kernel())
        ? ready.kernel()
        : rig().kernel(device(), testCase);
  }

  static void stop(Run run) {
    run.cancel();
    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
  }

  static void done(Run run) {
    run.await(Rig.DEADLINE);
  }

  /** Waits for what another thread does, and has failed if that did. */
  static void finish(Future<?> task) {
    finish(List.of(task));
  }

  static void finish(List<? extends Future<?>> tasks) {
    for (Future<?> task : tasks) {
      try {
        task.get(2 * Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new AssertionError("in another thread: " + e.getCause(), e.getCause());
      } catch (InterruptedException | TimeoutException e) {
        throw new AssertionError("another thread did not end", e);
      }
    }
  }

  /** Has several threads do the same at one time. */
  static <T> List<T> together(int threads, Callable<T> what) {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<T>> results = new ArrayList<>();
    try (ExecutorService service = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        results.add(
            service.submit(
                () -> {
                  start.await(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
                  return what.call();
                }));
      }
      finish(results);
    }
    return results.stream().map(Future::resultNow).toList();
  }
}
