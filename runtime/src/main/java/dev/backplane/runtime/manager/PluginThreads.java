package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that plugin code runs on. A caller hands work over and waits with a deadline; when
 * that has passed, the thread is interrupted once and abandoned.
 *
 * <p>They are daemon platform threads: a plugin that loops for ever must take neither the process
 * nor a carrier of virtual threads with it.
 */
final class PluginThreads implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(PluginThreads.class.getName());
  private static final int IDLE_SECONDS = 10;
  private static final int ENDING_MILLIS = 1000;

  private final ThreadPoolExecutor executor;

  /** Whether a thread may be in plugin code for ever. */
  private volatile boolean abandoned;

  PluginThreads() {
    AtomicInteger count = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work ->
                Thread.ofPlatform()
                    .daemon()
                    .name("backplane-plugin-" + count.incrementAndGet())
                    .unstarted(work));
  }

  /** Work that may throw anything. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws Exception;
  }

  /** Work on its way, and the thread it runs on. */
  private static final class Task<T> extends CompletableFuture<T> {
    private volatile @Nullable Thread thread;
  }

  /**
   * Runs work and waits for it.
   *
   * @param call what it is
   * @param work the work
   * @return its result
   * @throws BackplaneException what the plugin threw, or {@link ErrorCode#PLUGIN_HUNG}
   */
  <T> T call(PluginCall call, Work<T> work) {
    return call(call, work, late -> {});
  }

  /**
   * Runs work and waits for it.
   *
   * @param call what it is
   * @param work the work
   * @param late takes the result if it comes after the deadline, on the abandoned thread
   * @return the result
   * @throws BackplaneException what the plugin threw, or {@link ErrorCode#PLUGIN_HUNG}
   */
  <T> T call(PluginCall call, Work<T> work, Consumer<? super T> late) {
    Task<T> task = start(work, late);
    try {
      return await(call, task, call.deadline().toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      BackplaneException cancelled = interrupted(call.operation(), call.subject());
      if (task.completeExceptionally(cancelled)) {
        abandon(call, task.thread);
        throw cancelled;
      }
      return result(call, task);
    }
  }

  /**
   * Runs work that gives something back and waits for it, also when the waiting thread is
   * interrupted: whoever stops because of an interrupt closes what it holds on its way out. The
   * interrupt is kept.
   *
   * @param call what it is
   * @param work the work
   * @return its result
   * @throws BackplaneException what the plugin threw, or {@link ErrorCode#PLUGIN_HUNG}
   */
  <T> T finish(PluginCall call, Work<T> work) {
    Task<T> task = start(work, late -> {});
    long end = System.nanoTime() + call.deadline().toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return await(call, task, Math.max(0, end - System.nanoTime()));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <T> Task<T> start(Work<T> work, Consumer<? super T> late) {
    Task<T> task = new Task<>();
    execute(
        () -> {
          task.thread = Thread.currentThread();
          try {
            T result = work.run();
            if (!task.complete(result)) {
              late.accept(result);
            }
          } catch (Throwable e) {
            // To whoever waits; if nobody does any more, that was reported.
            task.completeExceptionally(e);
          } finally {
            task.thread = null;
          }
        });
    return task;
  }

  private <T> T await(PluginCall call, Task<T> task, long nanos) throws InterruptedException {
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      BackplaneException hung = call.hung(where(task.thread));
      if (task.completeExceptionally(hung)) {
        abandon(call, task.thread);
        throw hung;
      }
      return result(call, task);
    } catch (ExecutionException e) {
      throw call.failed(e.getCause() == null ? e : e.getCause());
    }
  }

  /** The result of a task that ended just in time. */
  private static <T> T result(PluginCall call, Task<T> task) {
    if (task.state() == java.util.concurrent.Future.State.SUCCESS) {
      return task.resultNow();
    }
    throw call.failed(task.exceptionNow());
  }

  /** Runs work that somebody else waits for. */
  void execute(Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      throw BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed")
          .remedy("Open it again")
          .causedBy(e)
          .build();
    }
  }

  static BackplaneException interrupted(String operation, String subject) {
    return BackplaneException.because(ErrorCode.CANCELLED, "the waiting thread was interrupted")
        .during(operation)
        .on(subject)
        .build();
  }

  static String where(@Nullable Thread thread) {
    if (thread == null) {
      return "about to begin";
    }
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (!frame.getClassName().startsWith("java.") && !frame.getClassName().startsWith("jdk.")) {
        return "at " + frame;
      }
    }
    return thread.getName();
  }

  void abandon(PluginCall call, @Nullable Thread thread) {
    abandoned = true;
    if (thread != null) {
      thread.interrupt();
      LOGGER.log(
          System.Logger.Level.WARNING,
          "abandoned thread {0}: plugin {1} did not return from {2} within {3}",
          thread.getName(),
          call.instance(),
          call.operation(),
          readable(call.deadline()));
    }
  }

  private static String readable(Duration duration) {
    return duration.toMillis() + " ms";
  }

  boolean isClosed() {
    return executor.isShutdown();
  }

  /**
   * Ends the threads, and waits until those that will end have: a process that opens and closes
   * again and again must not gather them. Threads in plugin code are daemons and keep nothing
   * alive.
   */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!abandoned && !executor.awaitTermination(ENDING_MILLIS, TimeUnit.MILLISECONDS)) {
        LOGGER.log(System.Logger.Level.DEBUG, "threads of plugins are still ending");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
