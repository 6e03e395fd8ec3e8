package dev.backplane.rtl.engines.trace;

import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Unpacks what an FST file packs, and checks lengths from the file before it allocates memory. */
final class FstPacking {
  /** One byte of deflated data decompresses to at most so many bytes. */
  static final long MAX_DEFLATE_RATIO = 1032;

  /** The same for LZ4. */
  private static final long MAX_LZ4_RATIO = 255;

  private FstPacking() {}

  static void checkRatio(Path file, byte[] packed, int length, long most) {
    if (length > most * (packed.length + 1L)) {
      throw TraceErrors.unreadable(
          file,
          "%d bytes of packed data are said to hold %d bytes".formatted(packed.length, length));
    }
  }

  static byte[] lz4(Path file, byte[] packed, int length) {
    checkRatio(file, packed, length, MAX_LZ4_RATIO);
    return Lz4.decompress(packed, length);
  }

  /** Unpacks data of zlib; what is as long as it should be is not packed. */
  static byte[] inflate(Path file, byte[] packed, int length) {
    if (packed.length == length) {
      return packed;
    }
    checkRatio(file, packed, length, MAX_DEFLATE_RATIO);
    byte[] plain = new byte[length];
    if (inflate(file, packed, plain) < length) {
      throw TraceErrors.unreadable(file, "packed data is cut off");
    }
    return plain;
  }

  /** Unpacks as much as there is, or as there is room for. */
  static int inflate(Path file, byte[] packed, byte[] plain) {
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(packed);
      int done = 0;
      while (done < plain.length && !inflater.finished()) {
        int more = inflater.inflate(plain, done, plain.length - done);
        if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          break;
        }
        done += more;
      }
      return done;
    } catch (DataFormatException e) {
      throw TraceErrors.unreadable(file, "packed data is damaged: " + e.getMessage());
    }
  }
}
