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

/** The zip in the BITSTREAM section: the same files give the same bytes, and a bomb is refused. */
final class Archive {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final int MOST_ENTRIES = 10_000;
  private static final long MOST_BYTES = 512L << 20;

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

  static SequencedMap<String, byte[]> read(byte[] archive) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    long left = MOST_BYTES;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] content = zip.readNBytes((int) Math.min(left + 1, Integer.MAX_VALUE - 8));
        left -= content.length;
        if (left < 0 || files.size() == MOST_ENTRIES) {
          throw damaged("it unpacks to more than " + (MOST_BYTES >> 20) + " MiB", null);
        }
        if (files.putIfAbsent(entry.getName(), content) != null) {
          throw damaged("it holds '" + entry.getName() + "' twice", null);
        }
      }
    } catch (IOException | IllegalArgumentException e) { // the latter for names that are no text
      throw damaged(String.valueOf(e.getMessage()), e);
    }
    return files;
  }

  private static RtlException damaged(
      String problem, @org.jspecify.annotations.Nullable Throwable cause) {
    return new RtlException(
        RtlError.IMAGE_INVALID,
        "the archive in the image's BITSTREAM is damaged: " + problem + ". Build the image again",
        cause);
  }
}
