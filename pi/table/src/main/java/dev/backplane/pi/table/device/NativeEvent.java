package dev.backplane.pi.table.device;

import dev.backplane.api.Run;
import dev.backplane.driverkit.UseCount;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The event of a command in the table, released when it was let go and nobody holds it. */
abstract class NativeEvent {
  /** The first of the four names; the others follow it. */
  private static final int PROFILING_QUEUED = 0x1280;

  private static final int EXECUTION_STATUS = 0x11D3;

  final PiContext context;

  private final long event;
  private final UseCount uses = new UseCount();
  private @Nullable EndCallback endCallback;

  /**
   * An event.
   *
   * @param event its handle, 0 if there is none
   */
  NativeEvent(PiContext context, long event) {
    this.context = context;
    this.event = event;
  }

  /** Holds the event; false if it is gone, which is after the end. */
  final boolean hold() {
    return uses.begin();
  }

  final void endHold() {
    if (uses.end()) {
      release();
    }
  }

  private void release() {
    forgetCallback();
    if (event != 0) {
      context.pi.eventRelease(event);
    }
  }

  /** {@return the callback that wakes the threads that wait for the end} */
  final synchronized EndCallback endCallback() {
    if (endCallback == null) {
      endCallback = new EndCallback(context.pi, event);
    }
    return endCallback;
  }

  final synchronized void forgetCallback() {
    if (endCallback != null) {
      endCallback.forget();
    }
  }

  /**
   * {@return the command's status: 3 queued, 2 submitted, 1 running, 0 complete, negative failed}
   */
  final int status() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(Integer.BYTES, Integer.BYTES);
      context.results.check(
          context.pi.eventGetInfo(event, EXECUTION_STATUS, Integer.BYTES, value.address(), 0),
          "status of event");
      return value.get(ValueLayout.JAVA_INT, 0);
    }
  }

  final long event() {
    return event;
  }

  /** Lets go of the event, as soon as nobody holds it. */
  final void letGo() {
    if (uses.close() == UseCount.Closing.UNUSED) {
      release();
    }
  }

  final boolean hasLetGo() {
    return uses.isClosed();
  }

  /**
   * {@return the times of the command's changes of state; null if the device does not tell them}
   */
  final Run.@Nullable Times times(String command) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment taken = frame.allocate(4 * Long.BYTES, Long.BYTES);
      for (int i = 0; i < 4; i++) {
        int result =
            context.pi.eventGetProfilingInfo(
                event, PROFILING_QUEUED + i, Long.BYTES, taken.address() + 8L * i, 0);
        if (!context.results.isSuccess(result, "times of " + command)) {
          return null;
        }
      }
      return new Run.Times(
          taken.getAtIndex(ValueLayout.JAVA_LONG, 0),
          taken.getAtIndex(ValueLayout.JAVA_LONG, 1),
          taken.getAtIndex(ValueLayout.JAVA_LONG, 2),
          taken.getAtIndex(ValueLayout.JAVA_LONG, 3));
    }
  }
}
