package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Detail;

/**
 * A level of detail: the bit mask of {@code SYCL_PI_TRACE}. Something is told when all bits of its
 * level are set, so -1 tells everything.
 *
 * @param mask the bits
 */
public record TraceLevel(int mask) {
  /** Tells nothing. */
  public static final TraceLevel NOTHING = new TraceLevel(0);

  /** Tells what was discovered, bound and selected, and every call. */
  public static final TraceLevel CALLS_TOO = new TraceLevel(3);

  private static final int BASIC = 1;
  private static final int CALLS = 2;
  private static final int DEBUG = -1;

  /**
   * Reads a level.
   *
   * @param text a number of 32 bits, decimal or behind {@code 0x}
   * @param where where it was written, for messages
   * @return the level
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} naming where it was written
   */
  public static TraceLevel parse(String text, String where) {
    try {
      long value = Long.decode(octalIsDecimal(text.strip()));
      // 0xFFFFFFFF is all bits, as -1 is.
      if (value >= Integer.MIN_VALUE && value <= 0xffffffffL) {
        return new TraceLevel((int) value);
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number that is too large.
    }
    throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no trace level")
        .during("read trace level")
        .on(where)
        .remedy("Write 0 (nothing), 1 (plugins and devices), 2 (calls), 3 (both), -1 (everything)")
        .build();
  }

  /** A leading 0 makes no octal number, and {@code #} no hexadecimal one. */
  private static String octalIsDecimal(String text) {
    if (text.startsWith("#") || text.startsWith("-#")) {
      throw new NumberFormatException(text);
    }
    return text.replaceFirst("^([+-]?)0+(?=[0-9])", "$1");
  }

  /**
   * {@return whether steps of discovery and binding are told}
   *
   * @param detail which steps
   */
  public boolean tells(Detail detail) {
    return switch (detail) {
      case BASIC -> has(BASIC);
      case DEBUG -> has(DEBUG);
    };
  }

  /** {@return whether calls are told} */
  public boolean tellsCalls() {
    return has(CALLS);
  }

  private boolean has(int level) {
    return (mask & level) == level;
  }
}
