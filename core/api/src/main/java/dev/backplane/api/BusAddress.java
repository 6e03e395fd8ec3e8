package dev.backplane.api;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PCI address.
 *
 * @param segment the domain, 0 to 65535
 * @param bus 0 to 255
 * @param device 0 to 31
 * @param function 0 to 7
 */
public record BusAddress(int segment, int bus, int device, int function) {
  /** Made when an address is read: most are not. */
  private static final class Text {
    static final Pattern PATTERN =
        Pattern.compile("(?:([0-9a-fA-F]{1,4}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})\\.([0-7])");
  }

  /** Checks the ranges. */
  public BusAddress {
    if (segment < 0
        || segment > 0xffff
        || bus < 0
        || bus > 0xff
        || device < 0
        || device > 0x1f
        || function < 0
        || function > 7) {
      throw new BackplaneException(
          ErrorCode.INVALID_ARGUMENT,
          "bus address %x:%x:%x.%x is out of range".formatted(segment, bus, device, function));
    }
  }

  /**
   * Reads {@code SSSS:BB:DD.F} or {@code BB:DD.F}, hexadecimal.
   *
   * @param text the address as the system's tools print it
   * @return the address
   */
  public static BusAddress parse(String text) {
    Matcher matcher = Text.PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "'" + text + "' is not a bus address")
          .remedy("Write it as 0000:3b:00.0")
          .build();
    }
    String segment = matcher.group(1);
    return new BusAddress(
        segment == null ? 0 : Integer.parseInt(segment, 16),
        Integer.parseInt(matcher.group(2), 16),
        Integer.parseInt(matcher.group(3), 16),
        Integer.parseInt(matcher.group(4), 16));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%04x:%02x:%02x.%x", segment, bus, device, function);
  }
}
