package dev.backplane.drivers.capi.card;

import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Events as {@code struct cxl_event} has them, in the byte order of the machine. */
final class EventBytes {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int TYPE = 0;
  private static final int SIZE = 2;
  private static final int PROCESS = 4;
  private static final int INTERRUPT = 10;
  private static final int ADDRESS = 16;
  private static final int DSISR = 24;
  private static final int ERROR = 16;

  private EventBytes() {}

  /** Writes an event; returns its size. */
  static int write(CoherentEvent event, MemorySegment target) {
    return switch (event) {
      case AfuInterrupt interrupt -> {
        header(event, target, 1, 16);
        target.set(SHORT, INTERRUPT, (short) interrupt.number());
        yield 16;
      }
      case DataStorage fault -> {
        header(event, target, 2, 40);
        target.set(LONG, ADDRESS, fault.address());
        target.set(LONG, DSISR, fault.dsisr());
        yield 40;
      }
      case AfuError error -> {
        header(event, target, 3, 24);
        target.set(LONG, ERROR, error.error());
        yield 24;
      }
    };
  }

  private static void header(CoherentEvent event, MemorySegment target, int type, int size) {
    target.asSlice(0, size).fill((byte) 0);
    target.set(SHORT, TYPE, (short) type);
    target.set(SHORT, SIZE, (short) size);
    target.set(SHORT, PROCESS, (short) event.processElement());
  }
}
