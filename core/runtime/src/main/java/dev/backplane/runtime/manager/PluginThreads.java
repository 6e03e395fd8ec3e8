package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.StarvedProcesses;
import dev.backplane.plugin.limit.ContextLoader;
import dev.backplane.plugin.limit.ThreadTime;
import dev.backplane.plugin.limit.TimedCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The threads that plugin code runs on. A caller hands work over and waits with a deadline; when
 * that has passed, the thread is interrupted once and abandoned.
 *
 * <p>They are daemon platform threads: a plugin that loops for ever must take neither the process
 * nor a carrier of virtual threads with it.
 */
final class PluginThreads implements AutoCloseable {
  private static final int IDLE_SECONDS = 10;
  private static final int ENDING_MILLIS = 1000;

  /** The time between two looks at whether time has passed as it should. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A pause as long as a processor takes to be handed on is no standstill. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ThreadPoolExecutor executor;
  private final LingeringExecutor lingering;

  /** True if a thread may be in plugin code for ever. */
  private volatile boolean abandoned;

  private final ThreadTime time;

  PluginThreads(ThreadTime time) {
    this.time = new CallTime(time);
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
    lingering = new LingeringExecutor(executor);
  }

  /**
   * Counts beside what a thread waited for a processor what the processes have that it waits for.
   */
  record CallTime(ThreadTime machine) implements ThreadTime {
    @Override
    public long nanoTime() {
      return machine.nanoTime();
    }

    @Override
    public LongSupplier processorWait() {
      LongSupplier own = machine.processorWait();
      AtomicLong others = StarvedProcesses.ofThread();
      return () -> own.getAsLong() + others.get();
    }
  }

  /** Work that may throw anything. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws Exception;

    /** Plugin code, which expects its own class loader as that of the thread's context. */
    static <T> Work<T> within(ClassLoader loader, Work<T> work) {
      return () -> {
        try (ContextLoader _ = new ContextLoader(loader)) {
          return work.run();
        }
      };
    }
  }

  /** Work on its way. */
  private static final class Task<T> extends CompletableFuture<T> {
    final TimedCall timed;

    Task(TimedCall timed) {
      this.timed = timed;
    }
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
    Task<T> task = start(call, work, late);
    try {
      return await(call, task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      BackplaneException cancelled = interrupted(call.operation(), call.subject());
      if (task.completeExceptionally(cancelled)) {
        abandon(call, task.timed);
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
    Task<T> task = start(call, work, late -> {});
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return await(call, task);
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

  private <T> Task<T> start(PluginCall call, Work<T> work, Consumer<? super T> late) {
    Task<T> task = new Task<>(timed(call));
    execute(
        () -> {
          task.timed.begin();
          try {
            T result = work.run();
            task.timed.end();
            if (!task.complete(result)) {
              late.accept(result);
            }
          } catch (Throwable e) {
            // To whoever waits; if nobody does any more, that was reported.
            task.completeExceptionally(call.failed(e));
          } finally {
            task.timed.end();
          }
        });
    return task;
  }

  /** {@return the time of a call that is about to begin} */
  TimedCall timed(PluginCall call) {
    return new TimedCall(call.deadline(), time);
  }

  private <T> T await(PluginCall call, Task<T> task) throws InterruptedException {
    if (lingering.isBusy()) {
      LingeringExecutor.lookFor(() -> task.isDone() || Thread.currentThread().isInterrupted());
    }
    long stoodStill = 0;
    while (true) {
      long slice = Math.clamp(task.timed.nanosLeft() + stoodStill, 0, SLICE_NANOS);
      long before = System.nanoTime();
      try {
        return task.get(slice, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        // Garbage collection, for one, holds all threads: then this one is late, too.
        long late = System.nanoTime() - before - slice;
        if (late > LATE_NANOS) {
          stoodStill = Math.min(stoodStill + late, TimedCall.LONGEST * call.deadline().toNanos());
        }
        // How long the machine had no time for it is known only now.
        if (task.timed.nanosLeft() + stoodStill > 0) {
          continue;
        }
        BackplaneException hung = call.hung(task.timed);
        if (task.completeExceptionally(hung)) {
          abandon(call, task.timed);
          throw hung;
        }
        return result(call, task);
      } catch (ExecutionException e) {
        throw call.failed(e.getCause() == null ? e : e.getCause());
      }
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
      if (executor.isShutdown()) {
        throw new RejectedExecutionException();
      }
      lingering.execute(work);
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

  /** Leaves a thread in plugin code, after telling it once to come out. */
  void abandon(PluginCall call, TimedCall timed) {
    abandoned = true;
    Thread thread = timed.interrupt();
    if (thread != null) {
      System.getLogger(PluginThreads.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "abandoned thread {0}: plugin {1} did not return from {2}: {3}",
              thread.getName(),
              call.instance(),
              call.operation(),
              timed.overdue());
    }
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
        System.getLogger(PluginThreads.class.getName())
            .log(System.Logger.Level.DEBUG, "threads of plugins are still ending");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
