package dev.backplane.cli.report;

import dev.backplane.api.RunReport;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {
  private Figures() {}

  public static String of(RunReport report, Duration took) {
    if (report.cycles() < 0) {
      return "done in " + time(took);
    }
    return String.format(
        Locale.ROOT,
        "%s cycles in %s, %s",
        grouped(report.cycles()),
        time(report.elapsed()),
        cyclesPerSecond(report));
  }

  public static String cyclesPerSecond(RunReport report) {
    double seconds = Math.max(1, report.elapsed().toNanos()) / 1e9;
    return String.format(Locale.ROOT, "%.2f Mcycles/s", report.cycles() / seconds / 1e6);
  }

  public static String time(Duration duration) {
    double nanos = duration.toNanos();
    if (nanos < 1e6) {
      return String.format(Locale.ROOT, "%.0f us", nanos / 1e3);
    }
    return nanos < 1e9
        ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }

  public static String bytes(long count) {
    for (int unit = 4; unit > 0; unit--) {
      if (count >>> (unit * 10) != 0 && count % (1L << (unit * 10)) == 0) {
        return (count >> (unit * 10)) + " " + "KMGT".charAt(unit - 1) + "iB";
      }
    }
    return grouped(count) + " bytes";
  }
}
