package dev.backplane.ffi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The last output of a process. All output is read, so that the process never waits for a reader,
 * and only the end of it is kept.
 */
final class LastWords {
  private static final int KEPT = 4096;
  private static final long PATIENCE_MILLIS = 500;

  private final byte[] ring = new byte[KEPT];
  private final Thread reader;
  private long count;

  private LastWords(InputStream stream) {
    reader = Thread.ofPlatform().daemon().name("trial-output").unstarted(() -> read(stream));
  }

  static LastWords of(InputStream stream) {
    LastWords words = new LastWords(stream);
    words.reader.start();
    return words;
  }

  private void read(InputStream stream) {
    byte[] some = new byte[KEPT];
    try (stream) {
      for (int n = stream.read(some); n >= 0; n = stream.read(some)) {
        keep(some, n);
      }
    } catch (IOException e) {
      // The process is gone, and what it printed before is known.
      System.getLogger(LastWords.class.getName()).log(System.Logger.Level.TRACE, "reading", e);
    }
  }

  private synchronized void keep(byte[] some, int n) {
    for (int i = 0; i < n; i++) {
      ring[(int) (count++ % KEPT)] = some[i];
    }
  }

  /**
   * {@return the end of what was printed} A process that left others behind keeps the stream open,
   * so this does not wait long for its end.
   */
  String text() throws InterruptedException {
    reader.join(PATIENCE_MILLIS);
    synchronized (this) {
      int kept = (int) Math.min(count, KEPT);
      byte[] text = new byte[kept];
      for (int i = 0; i < kept; i++) {
        text[i] = ring[(int) ((count - kept + i) % KEPT)];
      }
      return new String(text, StandardCharsets.UTF_8);
    }
  }
}
