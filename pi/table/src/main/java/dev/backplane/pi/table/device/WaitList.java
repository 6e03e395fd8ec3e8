package dev.backplane.pi.table.device;

import dev.backplane.api.Run;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a command waits for, their events held for the time of the call. Those that have
 * ended are left out: implementations of OpenCL exist in which a command never ends that is to wait
 * for what has failed before.
 */
final class WaitList implements AutoCloseable {
  private static final WaitList EMPTY = new WaitList(new PiRun[0], MemorySegment.NULL);

  private final PiRun[] runs;
  private final MemorySegment handles;
  private int count;
  private boolean doomed;

  private WaitList(PiRun[] runs, MemorySegment handles) {
    this.runs = runs;
    this.handles = handles;
  }

  /**
   * Holds the events of runs that have not completed.
   *
   * @param queue where the command goes; other queues hand their commands to the device, so that
   *     this one does not wait for what nobody sends
   */
  static WaitList of(
      PiContext context,
      @Nullable PiQueue queue,
      Slab.Frame frame,
      String operation,
      Run... after) {
    if (after.length == 0) {
      return EMPTY;
    }
    WaitList list =
        new WaitList(
            new PiRun[after.length],
            frame.allocate(
                (long) Long.BYTES * after.length, ValueLayout.JAVA_LONG.byteAlignment()));
    boolean complete = false;
    try {
      for (Run run : after) {
        list.add(PiRun.of(context, run, operation), queue);
      }
      complete = true;
      return list;
    } finally {
      if (!complete) {
        list.close();
      }
    }
  }

  private void add(PiRun run, @Nullable PiQueue queue) {
    run.flushUnless(queue);
    switch (run.state()) {
      case COMPLETED -> {}
      case FAILED, CANCELLED -> doomed = true;
      case NEW, QUEUED, RUNNING -> {
        if (run.hold()) {
          handles.setAtIndex(ValueLayout.JAVA_LONG, count, run.event());
          runs[count++] = run;
        } else {
          // It has ended meanwhile.
          add(run, queue);
        }
      }
    }
  }

  /** Tells whether a run has failed, so that the command does. */
  boolean isDoomed() {
    return doomed;
  }

  int count() {
    return count;
  }

  long address() {
    return count == 0 ? 0 : handles.address();
  }

  @Override
  public void close() {
    for (int i = 0; i < count; i++) {
      runs[i].endHold();
    }
  }
}
