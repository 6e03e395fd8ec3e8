package dev.backplane.xclbin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A reader of whole files that somebody named. It takes regular files only, since a device or a
 * pipe may never end, and looks at their size before it takes memory for them.
 */
public final class RegularFile {
  /** As much as is read of a file that does not say its size. */
  private static final int SYSTEM_BYTES = 1 << 20;

  private static final long LARGEST_TEXT = 256L << 20;

  private RegularFile() {}

  /**
   * Reads a file.
   *
   * @param file the file
   * @param most how many bytes it may have
   * @return its bytes
   * @throws IOException if it cannot be read, with the reason in words if it is no regular file,
   *     has more bytes, or finds no room
   */
  public static byte[] read(Path file, long most) throws IOException {
    check(file);
    // A stream: a channel would be closed, and fail, where the reading thread is interrupted.
    try (InputStream stream = Files.newInputStream(file)) {
      long size = Files.size(file);
      if (size > most) {
        throw refused(file, "it has " + size + " bytes, and " + most + " are the most");
      }
      byte[] bytes = room(file, (int) size);
      int length = stream.readNBytes(bytes, 0, bytes.length);
      // Files of the system say that they are empty.
      if (length == 0) {
        bytes = room(file, (int) Math.min(most, SYSTEM_BYTES));
        length = stream.readNBytes(bytes, 0, bytes.length);
      }
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
  }

  /**
   * Opens a file for reading.
   *
   * @param file the file
   * @return a channel of it
   * @throws IOException if it cannot be read, with the reason in words if it is no regular file
   */
  public static FileChannel open(Path file) throws IOException {
    check(file);
    return FileChannel.open(file);
  }

  /**
   * Checks a file without opening it, which a pipe would wait in.
   *
   * @param file the file
   * @throws IOException if something is there that is no regular file, with the reason in words
   */
  public static void check(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw refused(file, "it is a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw refused(
          file, "it is a device or a pipe; write what comes from there into a file first");
    }
  }

  /**
   * Reads a text in UTF-8.
   *
   * @param file the file
   * @param most how many bytes it may have
   * @return the text
   * @throws IOException as {@link #read} does, and if it is not UTF-8
   */
  public static String text(Path file, long most) throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read(file, most))).toString();
  }

  /**
   * Reads a text whose letters are bytes, so that each of them is kept.
   *
   * @param file the file
   * @return the text
   * @throws IOException as {@link #read} does; a text has at most 256 MiB
   */
  public static String latin1(Path file) throws IOException {
    return new String(read(file, LARGEST_TEXT), StandardCharsets.ISO_8859_1);
  }

  private static byte[] room(Path file, int size) throws IOException {
    try {
      return new byte[size];
    } catch (OutOfMemoryError e) {
      // One allocation that failed as a whole: nothing else is harmed.
      FileSystemException refused =
          refused(
              file, "this process has no room for its " + size + " bytes; give it more with -Xmx");
      refused.initCause(e);
      throw refused;
    }
  }

  private static FileSystemException refused(Path file, String reason) {
    return new FileSystemException(file.toString(), null, reason);
  }
}
