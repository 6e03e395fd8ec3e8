package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A memory bank that an image requires.
 *
 * @param name its name, for example {@code DDR[0]}
 * @param bytes its size, a multiple of 4096
 */
public record MemorySpec(String name, long bytes) {
  private static final Pattern TEXT =
      Pattern.compile("([A-Za-z][A-Za-z0-9_\\[\\]]{0,14}):([0-9]{1,9})([KMGT]?)");

  /**
   * The address of the first bank: as on real boards not 0, so that null is not a valid address.
   */
  private static final long FIRST_BASE = 0x40_0000_0000L;

  /** Banks begin at multiples of this, so that there is an unmapped gap behind each. */
  private static final long ALIGNMENT = 0x4_0000_0000L;

  private static final long MAX_BYTES = 1L << 44;

  /** Checks the size. */
  public MemorySpec {
    if (bytes < 4096 || bytes % 4096 != 0 || bytes > MAX_BYTES) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "bank '%s' has %d bytes. Give a multiple of 4096 up to 16T".formatted(name, bytes));
    }
  }

  /**
   * Parses a bank.
   *
   * @param text name and size, for example {@code DDR[0]:4G}; suffixes are powers of 1024
   * @return the bank
   */
  public static MemorySpec parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "bank '" + text + "' is not NAME:SIZE. Write for example DDR[0]:4G");
    }
    int shift = matcher.group(3).isEmpty() ? 0 : " KMGT".indexOf(matcher.group(3)) * 10;
    long count = Long.parseLong(matcher.group(2));
    return new MemorySpec(
        matcher.group(1), count > (MAX_BYTES >> shift) ? Long.MAX_VALUE : count << shift);
  }

  /** {@return the default banks of an image: four of 4 GiB} */
  public static List<MemorySpec> defaults() {
    return List.of(parse("DDR[0]:4G"), parse("DDR[1]:4G"), parse("DDR[2]:4G"), parse("DDR[3]:4G"));
  }

  static List<MemoryBank> layOut(List<MemorySpec> specs) {
    List<MemoryBank> banks = new ArrayList<>();
    long base = FIRST_BASE;
    for (MemorySpec spec : specs) {
      banks.add(MemoryBank.used(spec.type(), spec.bytes(), base, spec.name()));
      base += (spec.bytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return banks;
  }

  private MemoryType type() {
    if (name.startsWith("DDR")) {
      return MemoryType.DDR4;
    }
    if (name.startsWith("HBM")) {
      return MemoryType.HBM;
    }
    if (name.startsWith("HOST")) {
      return MemoryType.HOST;
    }
    if (name.startsWith("PLRAM") || name.startsWith("BRAM")) {
      return MemoryType.BRAM;
    }
    return name.startsWith("URAM") ? MemoryType.URAM : MemoryType.DRAM;
  }
}
