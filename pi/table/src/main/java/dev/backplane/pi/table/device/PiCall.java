package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kernel with its values and its range: every submission is one call of the table. */
final class PiCall extends SettableCall {
  /** The longest time that closing waits for the execution that was started. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PiQueue runs;

  /** Room for the event of a submission without a run. */
  private final MemorySegment event = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

  /** The queues in which executions without a run may be in flight, and the last of them. */
  private final Set<PiQueue> usedIn = new HashSet<>();

  private @Nullable PiQueue lastUsedIn;

  /**
   * A call.
   *
   * @param kernel a kernel of its own, released with it
   * @param runs where it is started
   */
  PiCall(PiContext context, long kernel, KernelPlan plan, PiQueue runs, NdRange range) {
    super(context, kernel, plan, range);
    this.runs = runs;
  }

  @Override
  public Call range(long x) {
    range.set(1, x, 1, 1);
    return this;
  }

  @Override
  public Call range(long x, long y) {
    range.set(2, x, y, 1);
    return this;
  }

  @Override
  public Call range(long x, long y, long z) {
    range.set(3, x, y, z);
    return this;
  }

  @Override
  public Call group(long x) {
    range.setGroup(1, x, 1, 1);
    return this;
  }

  @Override
  public Call group(long x, long y) {
    range.setGroup(2, x, y, 1);
    return this;
  }

  @Override
  public Call group(long x, long y, long z) {
    range.setGroup(3, x, y, z);
    return this;
  }

  @Override
  public Call offset(long x, long y, long z) {
    range.setOffset(x, y, z);
    return this;
  }

  @Override
  public long largestGroup() {
    return plan.largestGroup();
  }

  @Override
  public Call limit(Duration limit) {
    if (!limit.isZero()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the device ends no execution by itself")
          .during("limit " + toString())
          .remedy("Wait with a limit: run.await(limit)")
          .build();
    }
    return this;
  }

  @Override
  public Run start() {
    checkIdle("start");
    startedAs(runs.start(this));
    return own;
  }

  /** {@return the address at which the table puts the event of a submission without a run} */
  long eventAddress() {
    return event.address();
  }

  /** {@return the event at {@link #eventAddress}} */
  long event() {
    return event.get(ValueLayout.JAVA_LONG, 0);
  }

  /** Notes that an execution without a run is put into a queue. */
  void usedIn(PiQueue queue) {
    if (queue != lastUsedIn) {
      lastUsedIn = queue;
      usedIn.removeIf(PiQueue::isClosed);
      usedIn.add(queue);
    }
  }

  /** Puts it into a queue. */
  int enqueue(long queue, int numEvents, long events, long out) {
    var _ = handle.open("call");
    return pi.enqueueKernelLaunch(
        queue,
        kernel,
        range.dimensions(),
        range.offset(),
        range.global(),
        range.local(),
        numEvents,
        events,
        out);
  }

  /** Says why a submission was refused; a result that is only a warning is a success. */
  int checked(int result, String operation) {
    if (result == 0 || result == PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
      return result;
    }
    BackplaneException failure = failure(result, operation);
    if (failure != null) {
      throw failure;
    }
    return 0;
  }

  private @Nullable BackplaneException failure(int result, String operation) {
    return context.results.failure(
        result,
        operation + " of " + plan.name(),
        "%s; kernel allows groups of %d, the device %d x %d x %d"
            .formatted(
                range,
                plan.largestGroup(),
                context.largestItems[0],
                context.largestItems[1],
                context.largestItems[2]));
  }

  @Override
  public void close() {
    if (handle.isClosed()) {
      return;
    }
    if (!own.endsWithin(PATIENCE)) {
      checkIdle("close");
    }
    if (!usedIn.stream().allMatch(PiQueue::isIdle)) {
      throw inUse(
          "close", "an execution that was enqueued may be in flight", "Finish the queue first");
    }
    if (handle.close()) {
      letGo();
    }
  }

  @Override
  public String toString() {
    return "a call of " + plan.name();
  }
}
