package dev.backplane.rtl.engines.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comment in a waveform that names the main clock, whose cycles are counted. */
final class ClockNote {
  private static final Pattern LINE = Pattern.compile("main clock (\\S+) (\\d{1,9}) kHz");

  private ClockNote() {}

  static String of(TraceClock clock) {
    return "main clock " + clock.pin() + " " + clock.kilohertz() + " kHz";
  }

  static Optional<TraceClock> parse(String note) {
    Matcher matcher = LINE.matcher(note.strip());
    return matcher.matches() && Long.parseLong(matcher.group(2)) > 0
        ? Optional.of(new TraceClock(matcher.group(1), false, Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }
}
