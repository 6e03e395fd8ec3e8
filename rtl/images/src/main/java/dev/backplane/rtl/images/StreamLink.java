package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stream from one compute unit to another, with a queue between them.
 *
 * @param from the transmitting end
 * @param to the receiving end
 * @param depth the capacity of the queue in beats, 1 to 65536
 */
public record StreamLink(End from, End to, int depth) {
  /** The default depth of a queue. */
  public static final int DEFAULT_DEPTH = 16;

  private static final int MAX_DEPTH = 1 << 16;
  private static final Pattern TEXT =
      Pattern.compile("(\\w+)\\.(\\w+):(\\w+)\\.(\\w+)(?::([0-9]{1,6}))?");
  private static final Pattern END = Pattern.compile("(\\w+)\\.(\\w+)");

  /**
   * A stream of a compute unit.
   *
   * @param unit the name of the compute unit, for example {@code scale_1}
   * @param port the name of its stream interface
   */
  public record End(String unit, String port) {
    static End parse(String text) {
      Matcher matcher = END.matcher(text);
      if (!matcher.matches()) {
        throw new RtlException(
            RtlError.IMAGE_INVALID, "stream end '" + text + "' is not UNIT.PORT");
      }
      return new End(matcher.group(1), matcher.group(2));
    }

    @Override
    public String toString() {
      return unit + "." + port;
    }
  }

  /** Checks the depth. */
  public StreamLink {
    if (depth < 1 || depth > MAX_DEPTH) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "the queue from %s to %s holds %d beats. Give 1 to %d"
              .formatted(from, to, depth, MAX_DEPTH));
    }
  }

  /**
   * Parses a link.
   *
   * @param text both ends, and optionally the depth of the queue: {@code scale_1.out:sum_1.in} or
   *     {@code scale_1.out:sum_1.in:64}
   * @return the link
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if it is not of that form
   */
  public static StreamLink parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "stream connection '"
              + text
              + "' is not UNIT.PORT:UNIT.PORT or UNIT.PORT:UNIT.PORT:DEPTH. Write for example"
              + " scale_1.out:sum_1.in:64");
    }
    return new StreamLink(
        new End(matcher.group(1), matcher.group(2)),
        new End(matcher.group(3), matcher.group(4)),
        matcher.group(5) == null ? DEFAULT_DEPTH : Integer.parseInt(matcher.group(5)));
  }

  @Override
  public String toString() {
    return from + ":" + to + ":" + depth;
  }
}
