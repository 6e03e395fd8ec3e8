package dev.backplane.xrt.card.ert;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Timestamps;

/**
 * Computes the number of slots that a host makes of the command queue (section 4 of the sheet on
 * XRT).
 */
public final class SlotRules {
  /** The most slots: as many as status bits. */
  public static final int MOST = 128;

  /** The largest slot. */
  public static final int LARGEST = 4096;

  private static final int MOST_WITH_CU_DMA = 32;
  private static final int STATUS_BITS = 32;

  private SlotRules() {}

  /**
   * Takes an explicit slot size.
   *
   * @param slotSize bytes of a slot
   * @param cuDma whether the module that copies register maps is configured; it handles 32 slots
   * @return the number of slots
   * @throws BackplaneException if the size makes more than 128 slots, or is larger than a page
   */
  public static int ofSize(int slotSize, boolean cuDma) {
    if (slotSize > LARGEST || slotSize < WindowLayout.BYTES / MOST || slotSize % 4 != 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "slots of %d bytes; they have %d to %d, which makes 16 to %d slots"
                  .formatted(slotSize, WindowLayout.BYTES / MOST, LARGEST, MOST))
          .during("configure the command queue")
          .build();
    }
    int slots = WindowLayout.BYTES / slotSize;
    return cuDma ? Math.min(slots, MOST_WITH_CU_DMA) : slots;
  }

  /**
   * Chooses for a number of compute units: 16 or twice the units and one for control, as many as
   * the largest register map leaves room for, and above 16 a multiple of 32, so that no status
   * register is used in part.
   *
   * @param units how many compute units there are
   * @param largestMap bytes of the largest packet: the header and the longest register map
   * @param cuDma as for {@link #ofSize}
   * @return the number of slots
   */
  public static int chosen(int units, int largestMap, boolean cuDma) {
    int slots = Math.min(Math.max(16, 2 * units + 1), MOST);
    if (largestMap > 0) {
      slots = Math.min(slots, WindowLayout.BYTES / largestMap);
    }
    if (slots > 16) {
      int up = (slots + STATUS_BITS - 1) / STATUS_BITS * STATUS_BITS;
      boolean fits = largestMap <= 0 || (long) up * largestMap <= WindowLayout.BYTES;
      slots = fits ? up : Math.max(16, slots / STATUS_BITS * STATUS_BITS);
    }
    return cuDma ? Math.min(slots, MOST_WITH_CU_DMA) : slots;
  }

  /** Refuses a packet that has no room in a slot. */
  static void checkFits(int header, int slotSize) {
    int bytes =
        Header.statistics(header)
            ? Timestamps.offset(header) + Timestamps.BYTES
            : Integer.BYTES * (1 + Header.count(header));
    if (bytes > slotSize) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the packet has %d bytes, a slot of the command queue %d".formatted(bytes, slotSize))
          .during("submit")
          .remedy("Configure fewer slots: 16 and less have 4096 bytes each")
          .build();
    }
  }
}
