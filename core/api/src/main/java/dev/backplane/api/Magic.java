package dev.backplane.api;

import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.OffloadBinary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Formats by their first bytes. Nothing in the bytes is believed before it is checked. */
final class Magic {
  private static final byte[] SPIRV = {0x03, 0x02, 0x23, 0x07};
  private static final byte[] BITCODE = {'B', 'C', (byte) 0xC0, (byte) 0xDE};
  private static final byte[] INTEL_CONTAINER = {'I', 'N', 'T', 'C'};
  private static final byte[] ARCHIVE = "!<arch>\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] XCLBIN = "xclbin2".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PACKED = "\u0089BPLBIN\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] GBS = "XeonFPGA\u00B7GBSv001".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] ELF = {0x7F, 'E', 'L', 'F'};

  /** Types of ELF files that are code of Intel's GPUs. */
  private static final int ELF_TYPE_OPENCL = 0xFF04;

  private static final int ELF_TYPE_ZEBIN = 0xFF12;
  private static final String ZEBIN_SECTION = ".ze_info";

  private Magic() {}

  static ImageFormat of(Content code) {
    if (code.startsWith(SPIRV)) {
      return ImageFormat.SPIRV;
    }
    if (code.startsWith(BITCODE) || code.startsWith(INTEL_CONTAINER)) {
      return ImageFormat.BITCODE;
    }
    if (code.startsWith(ARCHIVE)
        || code.startsWith(PACKED)
        || (code.startsWith(ELF) && isDeviceElf(code.buffer()))) {
      return ImageFormat.NATIVE;
    }
    if (OffloadBinary.isOne(code)) {
      return ImageFormat.CONTAINER;
    }
    if (code.startsWith(GBS)) {
      return ImageFormat.GBS;
    }
    return code.startsWith(XCLBIN) ? ImageFormat.XCLBIN : ImageFormat.UNKNOWN;
  }

  /** Little-endian ELF only: there is no device code of the other kind. */
  private static boolean isDeviceElf(ByteBuffer file) {
    if (file.limit() < 20 || file.get(5) != 1) {
      return false;
    }
    int type = file.getShort(16) & 0xFFFF;
    if (type == ELF_TYPE_OPENCL || type == ELF_TYPE_ZEBIN) {
      return true;
    }
    return switch (file.get(4)) {
      case 1 -> hasZebinSection(file, false);
      case 2 -> hasZebinSection(file, true);
      default -> false;
    };
  }

  private static boolean hasZebinSection(ByteBuffer file, boolean wide) {
    if (file.limit() < (wide ? 64 : 52)) {
      return false;
    }
    long table = wide ? file.getLong(40) : file.getInt(32) & 0xFFFF_FFFFL;
    int entryBytes = file.getShort(wide ? 58 : 46) & 0xFFFF;
    int entries = file.getShort(wide ? 60 : 48) & 0xFFFF;
    int names = file.getShort(wide ? 62 : 50) & 0xFFFF;
    if (entryBytes < (wide ? 64 : 40)
        || names >= entries
        || table < 0
        || table > file.limit() - (long) entryBytes * entries) {
      return false;
    }
    long text = sectionOffset(file, (int) table + names * entryBytes, wide);
    for (int i = 0; i < entries; i++) {
      long name = text + (file.getInt((int) table + i * entryBytes) & 0xFFFF_FFFFL);
      if (text >= 0 && isZebinName(file, name)) {
        return true;
      }
    }
    return false;
  }

  private static long sectionOffset(ByteBuffer file, int header, boolean wide) {
    long offset = wide ? file.getLong(header + 24) : file.getInt(header + 16) & 0xFFFF_FFFFL;
    return offset > file.limit() ? -1 : offset;
  }

  private static boolean isZebinName(ByteBuffer file, long at) {
    int length = ZEBIN_SECTION.length();
    if (at < 0 || at > file.limit() - length - 1L || file.get((int) at + length) != 0) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (file.get((int) at + i) != ZEBIN_SECTION.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
