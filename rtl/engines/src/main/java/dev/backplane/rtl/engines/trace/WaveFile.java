package dev.backplane.rtl.engines.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A place that a waveform is written to while it is recorded: what is there stays what it is, be it
 * a file with its mode and links, a device or a pipe.
 */
final class WaveFile {
  private WaveFile() {}

  /** Tells whether something is there that no file is: it is opened once and written in order. */
  static boolean isStream(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  static OutputStream open(Path file) throws IOException {
    return isStream(file)
        ? Files.newOutputStream(file, StandardOpenOption.WRITE)
        : Files.newOutputStream(file);
  }

  static void remove(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.getLogger(WaveFile.class.getName())
          .log(System.Logger.Level.WARNING, "removing " + file, e);
    }
  }
}
