package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.driverkit.WaitLimit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** Queues and signals of a device whose order the host keeps. Its clock is the host's. */
public final class SoftwareQueues implements Queues, AutoCloseable {
  /** The time that closing waits for commands in flight after it has cancelled them. */
  static final Duration FAREWELL = Duration.ofSeconds(5);

  private final QueuedDevice device;
  private final Set<SoftwareQueue> queues = ConcurrentHashMap.newKeySet();
  private final Set<SoftwareSignal> signals = ConcurrentHashMap.newKeySet();

  /** The lives of memory from {@link #hostMemory}. */
  private final Set<MemorySegment.Scope> lent =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean closed;

  /**
   * Queues of a device.
   *
   * @param device executes what is put into them
   */
  public SoftwareQueues(QueuedDevice device) {
    this.device = device;
  }

  QueuedDevice target() {
    return device;
  }

  @Override
  public Set<QueueFlag> flags() {
    return Set.of(QueueFlag.OUT_OF_ORDER, QueueFlag.PROFILING);
  }

  @Override
  public Queue queue(QueueFlag... flags) {
    Set<QueueFlag> all = Set.copyOf(Arrays.asList(flags));
    if (all.contains(QueueFlag.PRIORITY_LOW) && all.contains(QueueFlag.PRIORITY_HIGH)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a queue has no priority that is both low and high")
          .during("make queue")
          .remedy("Leave one of the flags out")
          .build();
    }
    checkOpen("make queue");
    SoftwareQueue queue = new SoftwareQueue(this, all);
    queues.add(queue);
    return queue;
  }

  void closed(SoftwareQueue queue) {
    queues.remove(queue);
  }

  @Override
  public Signal signal() {
    checkOpen("make signal");
    SoftwareSignal signal = new SoftwareSignal(this);
    signals.add(signal);
    if (closed) {
      signal.deviceClosed();
    }
    return signal;
  }

  void ended(SoftwareSignal signal) {
    signals.remove(signal);
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    try {
      MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
      lent.add(memory.scope());
      return memory;
    } catch (OutOfMemoryError e) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "this machine has no " + bytes + " bytes")
          .during("allocate memory of the host")
          .remedy("Ask for less, or give the machine more memory")
          .causedBy(e)
          .build();
    }
  }

  /** {@return whether memory cannot be gone while something refers to it} */
  boolean isLasting(MemorySegment memory) {
    return memory.isNative()
        && (memory.scope().equals(Arena.global().scope()) || lent.contains(memory.scope()));
  }

  /** Checks what a command is to wait for. */
  void checkAwaited(String operation, Run... after) {
    for (Run run : after) {
      if (!(run instanceof SoftwareRun own ? own.device() == this : device.isOwn(run))) {
        throw refused(operation, run + " is not a run of this device", "Await it instead");
      }
      if (run.state() == RunState.NEW) {
        throw refused(operation, run + " was never started", "Start it first");
      }
    }
  }

  private BackplaneException refused(String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during(operation)
        .on(device.toString())
        .remedy(remedy)
        .build();
  }

  @Override
  public Clocks clocks() {
    long now = System.nanoTime();
    return new Clocks(now, now);
  }

  void checkOpen(String operation) {
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
          .during(operation)
          .on(device.toString())
          .remedy("Open it again")
          .build();
    }
  }

  /** Fails signals and cancels what is in flight; before the device itself is closed. */
  @Override
  public void close() {
    closed = true;
    queues.forEach(SoftwareQueue::cancelAll);
    signals.forEach(SoftwareSignal::deviceClosed);
    WaitLimit limit = WaitLimit.of(FAREWELL);
    queues.forEach(queue -> queue.shut(limit));
    queues.clear();
  }
}
