package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.ReachableSources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Elaborates the kernels of an image in parallel, or takes them from the cache. The result does not
 * depend on which is ready first, and neither does the error if several kernels have one.
 */
final class KernelElaboration {
  private final FrontEnd tool;
  private final Optional<ElaborationCache> cache;
  private final int atOnce;

  /**
   * Creates an elaboration.
   *
   * @param tool the front end
   * @param cache where results are kept, if they are
   * @param atOnce how many kernels at most are elaborated at the same time
   */
  KernelElaboration(FrontEnd tool, Optional<ElaborationCache> cache, int atOnce) {
    this.tool = tool;
    this.cache = cache;
    this.atOnce = atOnce;
  }

  /**
   * A kernel that was elaborated.
   *
   * @param elaboration its elaboration
   * @param cached whether it was there
   */
  record Result(Elaboration elaboration, boolean cached) {}

  /**
   * Elaborates kernels.
   *
   * @param kernels the kernels
   * @param progress receives a short text
   * @return their results, in the same order
   * @throws RtlException of the first kernel in order that has an error; those after it are
   *     cancelled
   */
  List<Result> all(List<KernelDescription> kernels, Consumer<String> progress) {
    for (KernelDescription kernel : kernels) {
      if (kernel.sources().files().isEmpty()) {
        throw kernel.error(
            "kernel " + kernel.kernel().name(),
            "there are no sources for it; name .v, .sv or .vhd files");
      }
    }
    progress.accept(
        "elaborating "
            + kernels.stream()
                .map(kernel -> kernel.kernel().name())
                .collect(Collectors.joining(", "))
            + " with "
            + tool.name());
    if (kernels.size() == 1) {
      return List.of(one(kernels.getFirst()));
    }
    int threads = Math.min(kernels.size(), atOnce);
    // Closing waits for those that were cancelled: no tool runs on after a build.
    try (ExecutorService workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().name("elaborate-", 1).factory())) {
      try {
        List<Future<Result>> started = new ArrayList<>();
        for (KernelDescription kernel : kernels) {
          Callable<Result> work = () -> one(kernel);
          started.add(workers.submit(work));
        }
        List<Result> results = new ArrayList<>();
        for (Future<Result> each : started) {
          results.add(each.get());
        }
        return results;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RtlException(RtlError.CANCELLED, "the build was cancelled", e);
      } catch (ExecutionException e) {
        throw failure(e);
      } finally {
        workers.shutdownNow();
      }
    }
  }

  private static RuntimeException failure(ExecutionException failed) {
    return switch (failed.getCause()) {
      // The stack of this thread tells who wanted it, that of the other who failed.
      case RtlException e -> new RtlException(e.error(), String.valueOf(e.getMessage()), e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new CancellationException(String.valueOf(failed.getMessage()));
    };
  }

  private Result one(KernelDescription kernel) {
    try {
      ReachableSources reached = ReachableSources.of(kernel.sources(), kernel.top());
      try {
        return one(reached, kernel.top());
      } catch (RtlException e) {
        if (!reached.isPart() || e.error() == RtlError.CANCELLED) {
          throw e;
        }
        // Something is missing, or wrong anyway: the tool can tell when it has all of them.
        return one(ReachableSources.all(kernel.sources()), kernel.top());
      }
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "the sources of kernel '%s' cannot be read: %s".formatted(kernel.kernel().name(), e),
          e);
    }
  }

  private Result one(ReachableSources sources, String top) throws IOException {
    if (cache.isEmpty()) {
      return new Result(TopModule.elaborate(tool, sources.sources(), top), false);
    }
    ElaborationCache.Entry entry = cache.get().entry(tool, sources, top);
    Optional<Elaboration> earlier = entry.load();
    if (earlier.isPresent()) {
      return new Result(earlier.get(), true);
    }
    Elaboration made = TopModule.elaborate(tool, sources.sources(), top);
    // A file that was written meanwhile may have been read by the tool before or after.
    if (cache.get().entry(tool, sources, top).isSame(entry)) {
      entry.store(made);
    }
    return new Result(made, false);
  }
}
