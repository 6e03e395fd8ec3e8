package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The card's memory by address. What is claimed is a buffer that nobody holds: compute units and
 * messages find it as any other.
 */
final class CardDeviceMemory implements DeviceMemory {
  private final Card card;
  private final CardSession session;

  CardDeviceMemory(Card card, CardSession session) {
    this.card = card;
    this.session = session;
  }

  @Override
  public void claim(long address, long bytes) {
    card.claim(session, address, bytes);
  }

  @Override
  public void release(long address) {
    card.release(session, address);
  }

  @Override
  public void write(long address, MemorySegment from) {
    try {
      there("write", address, from.byteSize()).copyFrom(from);
    } catch (IllegalStateException e) {
      // Freed while it was looked up: the segments check their life themselves.
      throw fault("write", address, from.byteSize(), e);
    }
  }

  @Override
  public void read(long address, MemorySegment to) {
    try {
      to.copyFrom(there("read", address, to.byteSize()));
    } catch (IllegalStateException e) {
      throw fault("read", address, to.byteSize(), e);
    }
  }

  private MemorySegment there(String operation, long address, long bytes) {
    CardBuffer buffer = card.regions().at(address);
    long inside = buffer == null ? 0 : address - buffer.address();
    if (buffer == null || inside > buffer.size() - bytes) {
      throw fault(operation, address, bytes, null);
    }
    return buffer.region().memory().asSlice(inside, bytes);
  }

  private BackplaneException fault(
      String operation, long address, long bytes, @Nullable Throwable cause) {
    CardBuffer buffer = card.regions().at(address);
    return BackplaneException.because(
            ErrorCode.ADDRESS_FAULT,
            "no memory at 0x%x for %d bytes%s"
                .formatted(address, bytes, buffer == null ? "" : ": a " + buffer + " ends before"))
        .during(operation)
        .on(card.config().name())
        .remedy("Claim the range, or make a buffer and use its address")
        .causedBy(cause)
        .build();
  }
}
