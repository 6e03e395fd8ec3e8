package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The events that a command waits for, held for the time of the call. */
final class WaitList implements AutoCloseable {
  private static final WaitList EMPTY = new WaitList(new PiEvent[0], MemorySegment.NULL);

  private final PiEvent[] events;
  private final MemorySegment handles;

  private WaitList(PiEvent[] events, MemorySegment handles) {
    this.events = events;
    this.handles = handles;
  }

  /**
   * Holds events.
   *
   * @param queue where the command goes; other queues hand their commands to the device, so that
   *     this one does not wait for what nobody sends
   */
  static WaitList of(
      Session session,
      @Nullable PiQueue queue,
      Slab.Frame frame,
      String operation,
      Event... after) {
    if (after.length == 0) {
      return EMPTY;
    }
    PiEvent[] events = new PiEvent[after.length];
    MemorySegment handles =
        frame.allocate((long) Long.BYTES * after.length, ValueLayout.JAVA_LONG.byteAlignment());
    int held = 0;
    boolean complete = false;
    try {
      for (Event event : after) {
        if (!(event instanceof PiEvent own) || !own.isOf(session)) {
          throw BackplaneException.because(
                  ErrorCode.INVALID_ARGUMENT, "an event to wait for is not one of this device")
              .during(operation)
              .remedy("Wait for it with await, or use events of one device")
              .build();
        }
        own.flushUnless(queue);
        handles.setAtIndex(ValueLayout.JAVA_LONG, held, own.handle().begin(operation));
        events[held++] = own;
      }
      complete = true;
      return new WaitList(events, handles);
    } finally {
      if (!complete) {
        for (int i = 0; i < held; i++) {
          events[i].handle().end();
        }
      }
    }
  }

  int count() {
    return events.length;
  }

  long address() {
    return handles.address();
  }

  @Override
  public void close() {
    for (PiEvent event : events) {
      event.handle().end();
    }
  }
}
