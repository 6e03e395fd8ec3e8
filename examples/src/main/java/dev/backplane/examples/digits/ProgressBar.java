package dev.backplane.examples.digits;

import java.io.PrintStream;

/**
 * The progress of a step, on one line of a terminal that is redrawn each time and erased at the
 * end. Without a terminal it draws nothing.
 */
final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean shown;
  private final String step;
  private final int total;
  private String drawn = "";

  /**
   * A bar that is empty.
   *
   * @param terminal where it is drawn
   * @param shown whether that is a terminal
   * @param step what it says before the bar
   * @param total how much there is to do, at least 1
   */
  ProgressBar(PrintStream terminal, boolean shown, String step, int total) {
    this.terminal = terminal;
    this.shown = shown;
    this.step = step;
    this.total = total;
    show(0);
  }

  /** Shows how much is done. */
  void show(int done) {
    int filled = (int) ((long) done * WIDTH / total);
    String line =
        "%-8s [%s%s] %d/%d"
            .formatted(step, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total);
    if (shown && !line.equals(drawn)) {
      terminal.print(ERASE + line);
      terminal.flush();
      drawn = line;
    }
  }

  @Override
  public void close() {
    if (shown) {
      terminal.print(ERASE);
      terminal.flush();
    }
  }
}
