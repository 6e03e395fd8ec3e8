package dev.backplane.cli.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, or bare seconds. */
public final class DurationText {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

  private DurationText() {}

  /** {@return the duration} */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || matcher.group(1).matches("0+")) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration above nothing; write 500ms, 30s, 5m or 2h");
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    return switch (unit == null ? "s" : unit) {
      case "ms" -> Duration.ofMillis(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
