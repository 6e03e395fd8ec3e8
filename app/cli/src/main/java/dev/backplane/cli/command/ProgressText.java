package dev.backplane.cli.command;

import java.util.Locale;

/**
 * The words for what is being done.
 *
 * @param what is done
 * @param done how much of it is done
 * @param total how much there is to do, 0 if nobody knows
 * @param unit what is counted
 */
record ProgressText(String what, long done, long total, String unit) {
  /** The unit of files: shown in MiB. */
  static final String BYTES = "bytes";

  static final ProgressText NOTHING = new ProgressText("", 0, 0, "");

  /** A line that is longer than the terminal is wide could not be rewritten. */
  private static final int WIDTH = 79;

  /** The time after which a person wants to know more. */
  private static final double PATIENCE_SECONDS = 2;

  private static final int PERCENT = 100;
  private static final long SECONDS = 60;
  private static final double MEBIBYTE = 1 << 20;

  /** {@return the line after some time} */
  String line(long nanos) {
    double seconds = nanos / 1e9;
    String line = what;
    if (total > 0) {
      line += ": " + amount();
    }
    if (seconds >= PATIENCE_SECONDS) {
      line += total > 0 && done > 0 ? pace(seconds) : ", " + time(seconds);
    }
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...";
  }

  private String amount() {
    String share = " (" + PERCENT * done / total + " %)";
    return unit.equals(BYTES)
        ? String.format(Locale.ROOT, "%.1f of %.1f MiB", done / MEBIBYTE, total / MEBIBYTE) + share
        : done + " of " + total + " " + unit + share;
  }

  private String pace(double seconds) {
    double rate = done / seconds;
    String each =
        unit.equals(BYTES)
            ? String.format(Locale.ROOT, "%.1f MiB/s", rate / MEBIBYTE)
            : String.format(Locale.ROOT, "%.1f/s", rate);
    return ", " + each + ", " + time(Math.max(0, total - done) / rate) + " left";
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    long minutes = whole / SECONDS;
    if (minutes == 0) {
      return whole + " s";
    }
    return minutes < SECONDS
        ? String.format(Locale.ROOT, "%d min %02d s", minutes, whole % SECONDS)
        : String.format(Locale.ROOT, "%d h %02d min", minutes / SECONDS, minutes % SECONDS);
  }
}
