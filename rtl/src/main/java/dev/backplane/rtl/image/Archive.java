package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
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
 * Zips: the same files give the same bytes, and a bomb is refused. Limits hold while a zip is read,
 * whatever its headers say of sizes; what nobody wants passes through a small buffer and is
 * counted.
 */
final class Archive {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  /** Folders are entries too. */
  private static final int MOST_ENTRIES = 10_000;

  private static final long MOST_BYTES = 512L << 20;

  /** No netlist or source shrinks to less than a hundredth; a bomb does to a thousandth. */
  private static final long MOST_RATIO = 200;

  private static final long SMALL = 8L << 20;

  /**
   * What is kept of a zip takes no more of the memory of this program than that part. While one
   * file is read it is there twice, and what is made of a netlist takes several times its text.
   */
  private static final int PART_OF_MEMORY = 16;

  private Archive() {}

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

  /** The most that is kept of the files of an image, in bytes. */
  static long mostKept() {
    return Math.clamp(Runtime.getRuntime().maxMemory() / PART_OF_MEMORY, SMALL, MOST_BYTES);
  }

  /**
   * Reads some files of the zip of an image.
   *
   * @param archive the zip
   * @param size how long it is
   * @param wanted says which files are kept
   */
  static SequencedMap<String, byte[]> read(
      InputStream archive, long size, Predicate<String> wanted) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    long[] left = {mostKept()};
    try {
      scan(
          archive,
          Math.min(MOST_BYTES, SMALL + MOST_RATIO * size),
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
                      .formatted(mostKept() >> 20),
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

  /** What is wrong with a zip, in a few words. */
  static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String problem, @Nullable Throwable cause) {
      super(problem, cause);
    }
  }

  /** Is shown every file of a zip. */
  interface Visitor {
    /**
     * Takes a file, or leaves it.
     *
     * @param name what it is called in the zip
     * @param content its bytes, for as long as this call takes
     */
    void visit(String name, InputStream content) throws IOException, DamagedException;
  }

  /**
   * Goes through a zip once, from its beginning: the directory at its end is not looked at.
   *
   * @param archive the zip
   * @param mostBytes how much all of its files may have, unpacked
   * @param visitor is shown its files
   */
  static void scan(InputStream archive, long mostBytes, Visitor visitor) throws DamagedException {
    byte[] rest = new byte[8192];
    int entries = 0;
    try (ZipInputStream zip = new ZipInputStream(archive);
        Counted content = new Counted(zip, mostBytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries++;
        if (entries > MOST_ENTRIES) {
          throw new DamagedException("it has more than %d entries".formatted(MOST_ENTRIES), null);
        }
        if (!entry.isDirectory()) {
          visitor.visit(entry.getName(), content);
        }
        while (content.read(rest, 0, rest.length) >= 0) {
          // Counted, and checked against the sum that the zip has of it.
        }
      }
    } catch (IOException | IllegalArgumentException e) { // the latter for names that are no text
      throw new DamagedException(String.valueOf(e.getMessage()), e);
    }
  }

  /** All that is read of the files of a zip, up to a limit. */
  private static final class Counted extends FilterInputStream {
    private final long most;
    private long left;

    Counted(InputStream zip, long most) {
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
