package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Zips: the same files give the same bytes, and a bomb is refused. */
final class Archive {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final int MOST_ENTRIES = 10_000;
  private static final long MOST_BYTES = 512L << 20;

  /** No netlist or source shrinks to less than a hundredth; a bomb does to a thousandth. */
  private static final long MOST_RATIO = 200;

  private static final long SMALL = 8L << 20;

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

  /** Reads the zip of an image. */
  static SequencedMap<String, byte[]> read(byte[] archive) {
    try {
      return read(archive, Math.min(MOST_BYTES, SMALL + MOST_RATIO * archive.length));
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

  /** Reads a zip that unpacks to no more than so many bytes. Folders are left out. */
  static SequencedMap<String, byte[]> read(byte[] archive, long mostBytes) throws DamagedException {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    long left = mostBytes;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] content = zip.readNBytes((int) Math.min(left + 1, Integer.MAX_VALUE - 8));
        left -= content.length;
        if (left < 0 || files.size() == MOST_ENTRIES) {
          throw new DamagedException(
              "it unpacks to more than %d files or %d MiB".formatted(MOST_ENTRIES, mostBytes >> 20),
              null);
        }
        if (entry.isDirectory()) {
          continue;
        }
        if (files.putIfAbsent(entry.getName(), content) != null) {
          throw new DamagedException("it holds '" + entry.getName() + "' twice", null);
        }
      }
    } catch (IOException | IllegalArgumentException e) { // the latter for names that are no text
      throw new DamagedException(String.valueOf(e.getMessage()), e);
    }
    return files;
  }
}
