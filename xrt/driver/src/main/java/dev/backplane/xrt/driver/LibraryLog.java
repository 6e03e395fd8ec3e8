package dev.backplane.xrt.driver;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The file that the library writes its log to: the only place where it says why a call failed.
 * Calls of several threads write to one file, so the last line is of the failed call nearly always,
 * and a message says what it is.
 *
 * @param file the file, which need not be there yet
 */
record LibraryLog(Path file) {
  private static final int TAIL = 512;

  /** {@return the last line, empty if there is none} */
  String last() {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(TAIL, log.length())];
      log.seek(log.length() - tail.length);
      log.readFully(tail);
      String text = new String(tail, StandardCharsets.UTF_8).strip();
      return text.substring(text.lastIndexOf('\n') + 1);
    } catch (IOException notThere) {
      // Nothing was logged, or it is logged elsewhere: the error has its number all the same.
      return "";
    }
  }
}
