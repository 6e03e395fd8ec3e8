package dev.backplane.xrt.card.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.ErtPorts;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.schedule.RegisterAccess;
import dev.backplane.xrt.card.unit.ComputeUnit;

/**
 * The register space of a card: the register maps of the loaded image's compute units, each where
 * the image puts it, and the windows of the embedded scheduler if there is one; nothing between
 * them.
 */
final class CardRegisters implements Registers {
  private final Card card;
  private final CardClient client;

  CardRegisters(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public long size() {
    LoadedImage loaded = card.loaded(client);
    long size = 0;
    if (loaded != null) {
      for (ComputeUnit unit : loaded.units()) {
        size = Math.max(size, unit.plan().base() + unit.plan().range());
      }
      ErtPorts ert = loaded.scheduler().ert();
      if (ert != null) {
        size = Math.max(size, ert.end());
      }
    }
    return size;
  }

  @Override
  public int read32(long offset) {
    return access(offset, Integer.BYTES, this::reading);
  }

  @Override
  public void write32(long offset, int value) {
    access(offset, Integer.BYTES, at -> RegisterAccess.write(client, at, value));
  }

  /** Two words, the lower first, as over an AXI4-Lite port of 32 bits. */
  @Override
  public long read64(long offset) {
    long low = access(offset, Long.BYTES, this::reading) & 0xffff_ffffL;
    return low | (long) access(offset + 4, Integer.BYTES, this::reading) << 32;
  }

  @Override
  public void write64(long offset, long value) {
    access(offset, Long.BYTES, at -> RegisterAccess.write(client, at, (int) value));
    access(offset + 4, Integer.BYTES, at -> RegisterAccess.write(client, at, (int) (value >>> 32)));
  }

  private RegisterAccess reading(long offset) {
    return RegisterAccess.read(client, offset);
  }

  @FunctionalInterface
  private interface Access {
    RegisterAccess at(long offset);
  }

  private int access(long offset, int width, Access access) {
    LoadedImage loaded = card.loaded(client);
    if (loaded == null) {
      throw refusal(offset, width, "no image is loaded, so there are no registers");
    }
    ErtPorts ert = loaded.scheduler().ert();
    if (ert != null && ert.serves(offset)) {
      checkAligned(offset, offset, width);
      return ert.access(access.at(offset));
    }
    for (ComputeUnit unit : loaded.units()) {
      CardImage.UnitPlan plan = unit.plan();
      long inside = offset - plan.base();
      if (offset >= plan.base() && inside <= plan.range() - width) {
        checkAligned(offset, inside, width);
        checkHeld(loaded, plan);
        return loaded.scheduler().access(unit, access.at(inside));
      }
    }
    throw refusal(
        offset,
        width,
        "registers are at "
            + loaded.units().stream()
                .filter(unit -> unit.plan().range() > 0)
                .map(
                    unit ->
                        "0x%x to 0x%x (%s)"
                            .formatted(
                                unit.plan().base(),
                                unit.plan().base() + unit.plan().range() - 1,
                                unit.plan().name()))
                .toList());
  }

  /**
   * Section 6: raw access is for the exclusive holder of the unit, or for all if the card says so.
   */
  private void checkHeld(LoadedImage loaded, CardImage.UnitPlan plan) {
    int index = plan.control().index();
    if (card.config().rwShared()) {
      loaded.contexts().checkFor(client, index, "access register");
    } else if (!loaded.contexts().hasExclusive(client, index)) {
      throw BackplaneException.because(
              ErrorCode.NOT_PERMITTED, "registers are for who holds the unit exclusively")
          .during("access register")
          .on("compute unit " + plan.name())
          .remedy("Open an exclusive context, or set \"rw_shared\" in the card's configuration")
          .build();
    }
  }

  private void checkAligned(long offset, long inside, int width) {
    if (inside % width != 0) {
      throw refusal(offset, width, "it is not a multiple of " + width);
    }
  }

  private BackplaneException refusal(long offset, int width, String reason) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_RANGE,
            "no %d-bit register at offset 0x%x: %s".formatted(width * 8, offset, reason))
        .during("access register")
        .on(card.config().name())
        .build();
  }
}
