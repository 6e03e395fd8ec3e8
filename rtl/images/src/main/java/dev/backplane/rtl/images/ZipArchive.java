package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads zip archives. The same files give the same bytes, and zip bombs are rejected.
 * Limits are enforced while an archive is read, regardless of the sizes in its headers; files that
 * are not wanted pass through a small buffer and count too.
 */
final class ZipArchive {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** The most entries, including folders. */
  private static final int MAX_ENTRIES = 10_000;

  private static final long MAX_BYTES = 512L << 20;

  /** The largest compression ratio: netlists and sources reach less than 100, bombs about 1000. */
  private static final long MAX_RATIO = 200;

  private static final long SMALL = 8L << 20;

  /**
   * The files that are kept may take the maximum heap divided by this number. While a file is read,
   * memory holds it twice, and the data structures of a netlist take several times its text.
   */
  private static final int MEMORY_DIVISOR = 16;

  private ZipArchive() {}

  static byte[] write(SequencedMap<String, byte[]> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /** The most bytes of the files of an image that are kept. */
  static long maxKeptBytes() {
    return Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY_DIVISOR, SMALL, MAX_BYTES);
  }

  /**
   * Reads some files of the archive of an image.
   *
   * @param archive the archive
   * @param size its length
   * @param wanted selects the files to keep
   */
  static SequencedMap<String, byte[]> read(
      InputStream archive, long size, Predicate<String> wanted) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    long[] left = {maxKeptBytes()};
    try {
      scan(
          archive,
          Math.min(MAX_BYTES, SMALL + MAX_RATIO * size),
          (name, content) -> {
            if (!wanted.test(name)) {
              return;
            }
            if (files.containsKey(name)) {
              throw new DamagedException("it holds '" + name + "' twice", null);
            }
            byte[] kept = content.readNBytes((int) Math.min(left[0] + 1, Integer.MAX_VALUE - 8));
            left[0] -= kept.length;
            if (left[0] < 0) {
              throw new DamagedException(
                  "its files take more than %d MiB, which is a part of the memory that this program has; give it more with -Xmx if the image is meant to be that large"
                      .formatted(maxKeptBytes() >> 20),
                  null);
            }
            files.put(name, kept);
          });
      return files;
    } catch (DamagedException e) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "the archive in the image's BITSTREAM is damaged: "
              + e.getMessage()
              + ". Build the image again",
          e);
    }
  }

  /** Describes damage of an archive. */
  static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String problem, @Nullable Throwable cause) {
      super(problem, cause);
    }
  }

  /** Visits the files of an archive. */
  interface Visitor {
    /**
     * Visits a file; it does not have to read the content.
     *
     * @param name its name in the archive
     * @param content its bytes, valid during this call
     */
    void visit(String name, InputStream content) throws IOException, DamagedException;
  }

  /**
   * Scans an archive once, from its beginning; the directory at its end is not used.
   *
   * @param archive the archive
   * @param maxBytes the most bytes of all files, unpacked
   * @param visitor visits its files
   */
  static void scan(InputStream archive, long maxBytes, Visitor visitor) throws DamagedException {
    byte[] rest = new byte[8192];
    int entries = 0;
    try (ZipInputStream zip = new ZipInputStream(archive);
        LimitedStream content = new LimitedStream(zip, maxBytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries++;
        if (entries > MAX_ENTRIES) {
          throw new DamagedException("it has more than %d entries".formatted(MAX_ENTRIES), null);
        }
        if (!entry.isDirectory()) {
          visitor.visit(entry.getName(), content);
        }
        while (content.read(rest, 0, rest.length) >= 0) {
          // Reads the rest of the file, so that it is counted and its checksum is verified.
        }
      }
    } catch (IOException
        | IllegalArgumentException e) { // the latter for names that are not valid text
      throw new DamagedException(String.valueOf(e.getMessage()), e);
    }
  }

  /** A stream that limits the total bytes read from an archive. */
  private static final class LimitedStream extends FilterInputStream {
    private final long most;
    private long left;

    LimitedStream(InputStream zip, long most) {
      super(zip);
      this.most = most;
      left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      int read = in.read(into, from, count);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new IOException("it unpacks to more than %d MiB".formatted(most >> 20));
      }
      return read;
    }
  }
}
