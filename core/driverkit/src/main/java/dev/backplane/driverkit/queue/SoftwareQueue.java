package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.driverkit.WaitLimit;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A queue kept by the host. In order, a command waits for the last one that is in flight when it is
 * submitted, and fails if that fails; the queue goes on after that.
 */
final class SoftwareQueue implements Queue {
  /** So many commands may be in flight before it is looked for those that have ended. */
  private static final int SWEEP = 32;

  private final SoftwareQueues device;
  private final Transfers transfers;
  private final Set<QueueFlag> flags;
  private final boolean inOrder;
  private final boolean timed;
  private final QueueWorker worker;

  // All guarded by this.
  private final LinkedHashSet<QueuedCommand> inFlight = new LinkedHashSet<>();
  private @Nullable QueuedCommand barrier;
  private int sweepAt = SWEEP;
  private boolean closed;

  SoftwareQueue(SoftwareQueues device, Set<QueueFlag> flags) {
    this.device = device;
    this.flags = flags;
    transfers = new Transfers(device);
    inOrder = !flags.contains(QueueFlag.OUT_OF_ORDER);
    timed = flags.contains(QueueFlag.PROFILING);
    worker = new QueueWorker("queue of " + device.target());
  }

  SoftwareQueues device() {
    return device;
  }

  @Override
  public Set<QueueFlag> flags() {
    return flags;
  }

  // Commands come and go.

  /** The additional ordering of a command: which others it waits for, and which wait for it. */
  private enum Kind {
    PLAIN,
    /** Waits for all before it. */
    MARKER,
    /** All later ones wait for it. */
    BARRIER,
    /** Ends what was begun when the queue was open. */
    LAST
  }

  private QueuedCommand put(String name, Work work, Kind kind, Run... after) {
    QueuedCommand command = new QueuedCommand(this, name, work, timed);
    boolean put = false;
    try {
      device.checkAwaited(name, after);
      sweepIfMany();
      List<QueuedCommand> before = enter(command, kind, after.length == 0);
      put = true;
      for (QueuedCommand earlier : before) {
        command.expect();
        earlier.tellAtEnd(command);
      }
      for (Run run : after) {
        command.expect();
        if (run instanceof SoftwareRun own) {
          own.tellAtEnd(command);
        } else {
          var _ =
              run.completion()
                  .whenComplete((_, failure) -> command.dependencyEnded(reason(failure)));
        }
      }
      command.submitted();
      return command;
    } finally {
      if (!put) {
        work.letGo();
      }
    }
  }

  private static @Nullable BackplaneException reason(@Nullable Throwable failure) {
    return switch (failure) {
      case null -> null;
      case BackplaneException known -> known;
      default ->
          failure.getCause() instanceof BackplaneException known
              ? known
              : new BackplaneException(ErrorCode.KERNEL_FAILED, failure.toString());
    };
  }

  /** Puts a command into the set, and gives those of the queue that it waits for. */
  private synchronized List<QueuedCommand> enter(QueuedCommand command, Kind kind, boolean alone) {
    if (closed && kind != Kind.LAST) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the queue was closed")
          .during(command.toString())
          .on(toString())
          .remedy("Make another queue")
          .build();
    }
    List<QueuedCommand> before = new ArrayList<>(1);
    if (inOrder && !inFlight.isEmpty()) {
      before.add(inFlight.getLast());
    } else if (!inOrder && alone && (kind == Kind.MARKER || kind == Kind.BARRIER)) {
      before.addAll(inFlight);
    } else if (barrier != null) {
      before.add(barrier);
    }
    if (kind == Kind.BARRIER) {
      barrier = command;
    }
    inFlight.add(command);
    return before;
  }

  /** Something that a command waited for in vain for long has ended. */
  void ready(QueuedCommand command) {
    worker.add(command);
  }

  synchronized void ended(QueuedCommand command) {
    inFlight.remove(command);
    if (barrier == command) {
      barrier = null;
    }
  }

  private void sweepIfMany() {
    synchronized (this) {
      if (inFlight.size() < sweepAt) {
        return;
      }
    }
    var _ = sweep();
    synchronized (this) {
      sweepAt = Math.max(SWEEP, 2 * inFlight.size());
    }
  }

  /** Looks which commands have ended; says whether all have. */
  private boolean sweep() {
    boolean all = true;
    for (QueuedCommand command : commands()) {
      all &= command.look();
    }
    return all;
  }

  private synchronized List<QueuedCommand> commands() {
    return List.copyOf(inFlight);
  }

  // Executions.

  @Override
  public Run submit(Call call, Run... after) {
    return execute("submit", call, after);
  }

  @Override
  public void enqueue(Call call) {
    QueuedCommand command = execute("enqueue", call);
    if (call instanceof TaskCall task) {
      task.enqueued(command);
    }
  }

  private QueuedCommand execute(String operation, Call call, Run... after) {
    if (!(call instanceof TaskCall task)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the call is not one of this device")
          .during(operation)
          .on(device.target().toString())
          .remedy("Make it with a kernel of this device")
          .build();
    }
    task.checkComplete(operation);
    return put("execution of " + call.name(), device.target().take(task), Kind.PLAIN, after);
  }

  // Transfers.

  @Override
  public Run read(Buffer source, long offset, MemorySegment target, Run... after) {
    return put("read", transfers.read(source, offset, target), Kind.PLAIN, after);
  }

  @Override
  public Run write(Buffer target, long offset, MemorySegment source, Run... after) {
    return put("write", transfers.write(target, offset, source), Kind.PLAIN, after);
  }

  @Override
  public Run copy(
      Buffer source,
      long sourceOffset,
      Buffer target,
      long targetOffset,
      long bytes,
      Run... after) {
    Work copy = transfers.copy(source, sourceOffset, target, targetOffset, bytes);
    return put("copy", copy, Kind.PLAIN, after);
  }

  @Override
  public Run readRect(Buffer source, Rect from, MemorySegment target, Rect to, Run... after) {
    return put("readRect", transfers.readRect(source, from, target, to), Kind.PLAIN, after);
  }

  @Override
  public Run writeRect(Buffer target, Rect to, MemorySegment source, Rect from, Run... after) {
    return put("writeRect", transfers.writeRect(target, to, source, from), Kind.PLAIN, after);
  }

  @Override
  public Run copyRect(Buffer source, Rect from, Buffer target, Rect to, Run... after) {
    return put("copyRect", transfers.copyRect(source, from, target, to), Kind.PLAIN, after);
  }

  @Override
  public Run fill(Buffer target, long offset, long bytes, MemorySegment pattern, Run... after) {
    return put("fill", transfers.fill(target, offset, bytes, pattern), Kind.PLAIN, after);
  }

  @Override
  public Mapping map(
      Buffer buffer,
      long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Run... after) {
    SoftwareMapping mapping = new SoftwareMapping(this, transfers, buffer, offset, bytes, access);
    boolean mapped = false;
    try {
      QueuedCommand command = put("map", mapping.filling(), Kind.PLAIN, after);
      try {
        command.await(timeout);
        mapped = true;
      } finally {
        if (!mapped) {
          command.cancel();
        }
      }
      return mapping;
    } finally {
      if (!mapped) {
        mapping.giveUp();
      }
    }
  }

  Run unmap(Work work, Run... after) {
    return put("unmap", work, Kind.LAST, after);
  }

  // Order.

  @Override
  public Run marker(Run... after) {
    var _ = sweep();
    return put("marker", Transfers.NOTHING, Kind.MARKER, after);
  }

  @Override
  public Run barrier(Run... after) {
    var _ = sweep();
    return put("barrier", Transfers.NOTHING, Kind.BARRIER, after);
  }

  @Override
  public void flush() {
    checkOpen("flush");
  }

  @Override
  public void finish(Duration timeout) {
    checkOpen("finish");
    WaitLimit limit = WaitLimit.of(timeout);
    for (QueuedCommand command : commands()) {
      if (!command.awaitEnd(limit)) {
        WaitLimit.checkInterrupted(toString());
        throw WaitLimit.timedOut(
            toString(), timeout, "Wait longer, or look for what it waits for: " + command);
      }
    }
  }

  @Override
  public boolean isEmpty() {
    checkOpen("look into");
    return sweep();
  }

  private synchronized void checkOpen(String operation) {
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the queue was closed")
          .during(operation)
          .on(toString())
          .remedy("Make another queue")
          .build();
    }
  }

  /** Waits for what was cancelled, and is refused for what was not. */
  @Override
  public void close() {
    WaitLimit limit = WaitLimit.of(SoftwareQueues.FAREWELL);
    for (QueuedCommand command : commands()) {
      var _ = command.isEnding() ? command.awaitEnd(limit) : command.look();
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      if (!inFlight.isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.IN_USE, inFlight.size() + " commands are in flight: " + inFlight)
            .during("close")
            .on(toString())
            .remedy("Finish the queue first, or cancel the runs")
            .build();
      }
      closed = true;
    }
    device.closed(this);
  }

  /** Lets nothing more in, and cancels what is there. */
  void cancelAll() {
    synchronized (this) {
      closed = true;
    }
    for (QueuedCommand command : commands()) {
      command.cancel();
    }
  }

  /** Waits for transfers in the worker; the device itself ends what it executes. */
  void shut(WaitLimit limit) {
    for (QueuedCommand command : commands()) {
      if (command.isTransfer()) {
        var _ = command.awaitEnd(limit);
      }
    }
  }

  @Override
  public String toString() {
    return "queue " + flags + " of " + device.target();
  }
}
