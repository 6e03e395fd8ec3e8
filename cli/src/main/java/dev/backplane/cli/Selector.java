package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Filters as they are typed: {@code type=fpga,host=*}; alternatives are separated by a bar. Words
 * without an equals sign are the id of one device.
 */
final class Selector {
  static final String HELP =
      "an id such as softcard/card0, or terms such as 'type=fpga,host=*'; terms are type, object,"
          + " name, host, kernel, guid, vendor, device, bus and parent, and '|' separates"
          + " alternatives";

  private Selector() {}

  /** {@return the one device, or the first, that the words mean} */
  static Token find(Backplane backplane, String words) {
    return isId(words)
        ? backplane.token(words)
        : backplane.find(parse(words).toArray(Filter[]::new));
  }

  /** {@return whether the words are the id of a device} */
  static boolean isId(String words) {
    return words.indexOf('=') < 0;
  }

  /** {@return the alternatives} */
  static List<Filter> parse(String words) {
    List<Filter> filters = new ArrayList<>();
    for (String alternative : words.split("\\|", -1)) {
      Filter filter = Filter.any();
      for (String term : alternative.split(",", -1)) {
        int equals = term.indexOf('=');
        if (equals < 1) {
          throw refused(words, "'" + term + "' is not TERM=VALUE");
        }
        filter = add(filter, words, term.substring(0, equals), term.substring(equals + 1));
      }
      filters.add(filter);
    }
    return filters;
  }

  private static Filter add(Filter filter, String words, String term, String value) {
    try {
      return switch (term.strip()) {
        case "type" -> filter.withDeviceType(new DeviceType(value));
        case "object" -> filter.withObjectType(ObjectType.valueOf(value.toUpperCase(Locale.ROOT)));
        case "name" -> filter.withName(value);
        case "host" -> filter.onHost(value);
        case "kernel" -> filter.withKernel(value);
        case "guid" -> filter.withGuid(UUID.fromString(value));
        case "vendor" -> filter.withVendorId(identifier(value));
        case "device" -> filter.withDeviceId(identifier(value));
        case "bus" -> filter.withBusAddress(BusAddress.parse(value));
        case "parent" -> filter.withParent(value);
        default -> throw refused(words, "there is no term '" + term + "'");
      };
    } catch (IllegalArgumentException e) {
      throw refused(words, "'" + value + "' is no value for '" + term + "'");
    }
  }

  /** An identifier of PCI: 16 bits, as 'lspci -n' shows them, with or without 0x. */
  private static int identifier(String value) {
    String digits = value.startsWith("0x") ? value.substring(2) : value;
    if (!digits.matches("[0-9A-Fa-f]{1,4}")) {
      throw new IllegalArgumentException(value);
    }
    return Integer.parseInt(digits, 16);
  }

  private static BackplaneException refused(String words, String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("read selector")
        .on("'" + words + "'")
        .remedy("Write " + HELP)
        .build();
  }
}
