package dev.backplane.api.binary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One entry of a file in the offload binary format of LLVM, as its tools write and read it: numbers
 * for what it is, texts by name, and the bytes. Immutable.
 *
 * <p>A file is any number of binaries, each aligned to 8 bytes. A binary is, little-endian: the
 * magic {@code 10 FF 10 AD}, a version (u32), its size (u64), offset and size of its entry (u64
 * each); the entry: kind of image and producer (u16 each), flags (u32), offset and number of its
 * texts, offset and size of the image (u64 each); a text is the offsets of a name and a value that
 * end with a zero. Offsets count from the magic. Versions 2 and 3 have several entries and the
 * sizes of values; they are read, and version 1 is written, which every LLVM reads.
 *
 * @param imageKind what the bytes are: 1 object, 2 bitcode, 3 cubin, 4 fat binary, 5 PTX, 6 SPIR-V,
 *     0 something else
 * @param offloadKind who made it: 0 nobody known; the others differ between versions of LLVM
 * @param flags meant for the producer's linker
 * @param texts values by name, in order; {@code triple} and {@code arch} say the target
 * @param image the bytes
 */
public record OffloadBinary(
    int imageKind, int offloadKind, int flags, Map<String, String> texts, Content image) {
  private static final byte[] MAGIC = {0x10, (byte) 0xFF, 0x10, (byte) 0xAD};

  /** Copies the texts. */
  public OffloadBinary {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** {@return whether bytes begin as such a file does} */
  public static boolean isOne(Content file) {
    return file.startsWith(MAGIC);
  }

  /**
   * Reads a file.
   *
   * @param name what to call it in errors
   * @param file its bytes
   * @return the entries of all binaries in it, in order; at least one
   * @throws dev.backplane.api.BackplaneException {@code IMAGE_INVALID} or {@code IMAGE_TRUNCATED}
   *     with the offset, if anything in it is wrong
   */
  public static List<OffloadBinary> readAll(String name, Content file) {
    return new OffloadReader(name, file).all();
  }

  /**
   * Makes a file.
   *
   * @param binaries what to put into it
   * @return its bytes; the same binaries make the same bytes
   * @throws dev.backplane.api.BackplaneException {@code INVALID_ARGUMENT} if a text holds a zero
   *     character, which would cut it off
   */
  public static Content writeAll(List<OffloadBinary> binaries) {
    List<byte[]> parts = new ArrayList<>();
    int size = 0;
    for (OffloadBinary each : binaries) {
      byte[] part = new OffloadWriter(each).bytes();
      parts.add(part);
      size = Math.addExact(size, part.length);
    }
    byte[] all = new byte[size];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return Content.owned(all);
  }

  static byte[] magic() {
    return MAGIC.clone();
  }
}
