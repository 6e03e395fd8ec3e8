package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import org.jspecify.annotations.Nullable;

/**
 * The registers of the compute units, at the addresses that the image gives them. The library
 * reaches them one unit at a time, in a context of its own.
 */
final class XrtRegisters implements Registers {
  private final XrtCard card;

  XrtRegisters(XrtCard card) {
    this.card = card;
  }

  private record Place(LoadedImage fabric, KernelContext kernel, XrtImage.Unit unit, int offset) {}

  @Override
  public long size() {
    LoadedImage fabric = card.fabric();
    return fabric == null ? 0 : fabric.image().registers();
  }

  @Override
  public int read32(long offset) {
    Place place = place(offset, Integer.BYTES);
    return access(
        place, () -> card.library().kernels().readRegister(handle(place), place.offset()));
  }

  @Override
  public void write32(long offset, int value) {
    Place place = place(offset, Integer.BYTES);
    access(
        place,
        () -> {
          card.library().kernels().writeRegister(handle(place), place.offset(), value);
          return value;
        });
  }

  /** Two accesses, the lower word first: the library has none of 64 bits. */
  @Override
  public long read64(long offset) {
    Place place = place(offset, Long.BYTES);
    return access(
        place,
        () -> {
          long kernel = handle(place);
          long low =
              Integer.toUnsignedLong(card.library().kernels().readRegister(kernel, place.offset()));
          long high = card.library().kernels().readRegister(kernel, place.offset() + Integer.BYTES);
          return low | high << Integer.SIZE;
        });
  }

  @Override
  public void write64(long offset, long value) {
    Place place = place(offset, Long.BYTES);
    access(
        place,
        () -> {
          long kernel = handle(place);
          card.library().kernels().writeRegister(kernel, place.offset(), (int) value);
          int high = (int) (value >>> Integer.SIZE);
          card.library().kernels().writeRegister(kernel, place.offset() + Integer.BYTES, high);
          return value;
        });
  }

  private static long handle(Place place) {
    return place.kernel().unit(place.unit());
  }

  private <T> T access(Place place, java.util.concurrent.Callable<T> access) {
    // An access counts as something in flight: the image stays.
    place.fabric().enter("registers of " + card.key());
    try {
      card.lookAtRuns();
      return card.patiently("register access of " + card.key(), access);
    } finally {
      place.fabric().leave();
    }
  }

  private Place place(long offset, int width) {
    LoadedImage fabric = card.fabric();
    if (fabric != null && offset >= 0 && offset % width == 0) {
      for (KernelContext kernel : fabric.kernels().values()) {
        for (XrtImage.Unit unit : kernel.plan().units()) {
          if (offset >= unit.base() && offset - unit.base() <= unit.range() - width) {
            return new Place(fabric, kernel, unit, (int) (offset - unit.base()));
          }
        }
      }
    }
    throw nothing(fabric, offset, width);
  }

  private static BackplaneException nothing(@Nullable LoadedImage fabric, long offset, int width) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_RANGE,
            "no register of %d bits at offset 0x%x%s"
                .formatted(width * 8, offset, fabric == null ? ": no image is loaded" : ""))
        .remedy("Use a multiple of " + width + " inside a compute unit of the loaded image")
        .build();
  }
}
