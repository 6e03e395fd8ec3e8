package dev.backplane.cli.view;

import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The name and the first bytes of a file, from which its kind is told.
 *
 * @param file the file
 * @param text its first bytes, each as a character
 */
record FileStart(Path file, String text) {
  private static final int BYTES = 64 << 10;

  /**
   * Reads the first bytes.
   *
   * @throws dev.backplane.api.BackplaneException if it cannot be read
   */
  static FileStart of(Path file) {
    try (FileChannel content = RegularFile.open(file)) {
      ByteBuffer start = ByteBuffer.allocate(BYTES);
      while (start.hasRemaining() && content.read(start) >= 0) {}
      return new FileStart(
          file, new String(start.array(), 0, start.position(), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw UnreadableFile.at("view", file, e);
    }
  }

  boolean isNamed(String ending) {
    return file.toString().endsWith(ending);
  }

  boolean startsWith(String mark) {
    return text.startsWith(mark);
  }

  /** {@return whether this is the start of a JSON object that has some keys near it} */
  boolean isJsonWith(String... keys) {
    if (!text.stripLeading().startsWith("{")) {
      return false;
    }
    for (String key : keys) {
      if (!text.contains("\"" + key + "\"")) {
        return false;
      }
    }
    return true;
  }
}
