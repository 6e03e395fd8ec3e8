package dev.backplane.capi.card.abi;

import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** Events as {@code struct cxl_event} has them, in the byte order of the machine. */
public final class EventBytes {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int HEADER_BYTES = 8;
  private static final int TYPE = 0;
  private static final int SIZE = 2;
  private static final int PROCESS = 4;
  private static final int INTERRUPT = 10;
  private static final int ADDRESS = 16;
  private static final int DSISR = 24;
  private static final int ERROR = 16;

  // Their types, and sizes with the header.
  private static final int AFU_INTERRUPT = 1;
  private static final int AFU_INTERRUPT_BYTES = 16;
  private static final int DATA_STORAGE = 2;
  private static final int DATA_STORAGE_BYTES = 40;
  private static final int AFU_ERROR = 3;
  private static final int AFU_ERROR_BYTES = 24;

  private EventBytes() {}

  /** Writes an event; returns its size. */
  public static int write(CoherentEvent event, MemorySegment target) {
    return switch (event) {
      case AfuInterrupt interrupt -> {
        header(event, target, AFU_INTERRUPT, AFU_INTERRUPT_BYTES);
        target.set(SHORT, INTERRUPT, (short) interrupt.number());
        yield AFU_INTERRUPT_BYTES;
      }
      case DataStorage fault -> {
        header(event, target, DATA_STORAGE, DATA_STORAGE_BYTES);
        target.set(LONG, ADDRESS, fault.address());
        target.set(LONG, DSISR, fault.dsisr());
        yield DATA_STORAGE_BYTES;
      }
      case AfuError error -> {
        header(event, target, AFU_ERROR, AFU_ERROR_BYTES);
        target.set(LONG, ERROR, error.error());
        yield AFU_ERROR_BYTES;
      }
    };
  }

  private static void header(CoherentEvent event, MemorySegment target, int type, int size) {
    target.asSlice(0, size).fill((byte) 0);
    target.set(SHORT, TYPE, (short) type);
    target.set(SHORT, SIZE, (short) size);
    target.set(SHORT, PROCESS, (short) event.processElement());
  }

  /**
   * {@return the size of the event that begins here}
   *
   * @param source whole events
   * @throws IllegalArgumentException if that is none, or not there as a whole
   */
  public static int size(MemorySegment source) {
    int size = source.byteSize() < HEADER_BYTES ? 0 : Short.toUnsignedInt(source.get(SHORT, SIZE));
    if (size < HEADER_BYTES || size > source.byteSize()) {
      throw new IllegalArgumentException(
          "an event of %d bytes in %d bytes".formatted(size, source.byteSize()));
    }
    return size;
  }

  /**
   * Reads an event.
   *
   * @param source the event, {@link #size} bytes or more
   * @return the event; empty for a type that programs are to pass over
   * @throws IllegalArgumentException if it is too short for its type
   */
  public static Optional<CoherentEvent> read(MemorySegment source) {
    MemorySegment event = source.asSlice(0, size(source));
    int process = Short.toUnsignedInt(event.get(SHORT, PROCESS));
    return switch (Short.toUnsignedInt(event.get(SHORT, TYPE))) {
      case AFU_INTERRUPT -> {
        check(event, AFU_INTERRUPT_BYTES);
        yield Optional.of(
            new AfuInterrupt(process, Short.toUnsignedInt(event.get(SHORT, INTERRUPT))));
      }
      case DATA_STORAGE -> {
        check(event, DATA_STORAGE_BYTES);
        yield Optional.of(
            new DataStorage(process, event.get(LONG, ADDRESS), event.get(LONG, DSISR)));
      }
      case AFU_ERROR -> {
        check(event, AFU_ERROR_BYTES);
        yield Optional.of(new AfuError(process, event.get(LONG, ERROR)));
      }
      default -> Optional.empty();
    };
  }

  private static void check(MemorySegment event, int least) {
    if (event.byteSize() < least) {
      throw new IllegalArgumentException(
          "an event of type %d has %d bytes, not %d"
              .formatted(event.get(SHORT, TYPE), event.byteSize(), least));
    }
  }
}
