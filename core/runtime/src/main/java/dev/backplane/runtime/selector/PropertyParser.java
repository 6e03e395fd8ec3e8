package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@code key=value,key=value}: properties in brackets, and terms that are nothing else. */
final class PropertyParser {
  static final List<String> KEYS =
      List.of(
          "type", "object", "name", "host", "kernel", "guid", "vendor", "device", "bus", "parent");

  private PropertyParser() {}

  /**
   * Reads properties that must all hold.
   *
   * @param part the properties, separated by commas
   * @param base what else must hold
   * @param hostAllowed whether the host is said here and not elsewhere
   */
  static PropertyTerms parse(Excerpt part, Filter base, boolean hostAllowed) {
    PropertyTerms terms = PropertyTerms.of(base);
    List<String> seen = new ArrayList<>();
    for (Excerpt element : Splitter.split(part, ',')) {
      Excerpt term = element.strip();
      int equals = Splitter.find(term, "=");
      if (equals < 0 || equals == term.from()) {
        throw term.refused(
            term.words().isEmpty() ? "a property is missing" : term + " is not KEY=VALUE",
            "Keys are " + allKeys());
      }
      Excerpt keyPart = term.part(term.from(), equals).strip();
      Excerpt valuePart = term.part(equals + 1, term.to()).strip();
      String key = keyPart.words().toLowerCase(Locale.ROOT);
      if (seen.contains(key)) {
        throw keyPart.refused("the property " + keyPart + " is named twice", "Leave one out");
      }
      seen.add(key);
      boolean least = key.endsWith(">");
      if (least || !KEYS.contains(key)) {
        Property<?> property = property(least ? key.substring(0, key.length() - 1).strip() : key);
        if (property == null) {
          throw keyPart.refused("there is no property " + keyPart, "Keys are " + allKeys());
        }
        terms = with(terms, where(terms.filter(), property, least, valuePart));
        continue;
      }
      if (key.equals("host") && !hostAllowed) {
        throw term.refused(
            "the host stands behind the backend", "Write for example opencl@host1:gpu");
      }
      terms = add(terms, key, valuePart);
    }
    return terms;
  }

  /**
   * A property that not every device has: a common one, or a driver's own; null if it is neither.
   */
  private static @Nullable Property<?> property(String key) {
    for (Property<?> common : Property.COMMON) {
      if (common.name().equals(key)) {
        return common;
      }
    }
    return Property.isName(key) && key.indexOf('.') > 0 ? Property.text(key) : null;
  }

  private static Filter where(Filter filter, Property<?> property, boolean least, Excerpt part) {
    String value = value(property.name(), part);
    if (!least) {
      return filter.with(Property.text(property.name()), value);
    }
    try {
      return filter.atLeast(Property.number(property.name()), Long.parseLong(value));
    } catch (NumberFormatException e) {
      throw part.refused(
          "'" + value + "' is no number", "Write for example " + property + ">=1024");
    }
  }

  private static String allKeys() {
    return String.join(", ", KEYS)
        + ", "
        + Property.COMMON.stream().map(Property::name).collect(Collectors.joining(", "))
        + ", and drivers' own with a dot, such as opencl.library";
  }

  private static String value(String key, Excerpt part) {
    String value = Splitter.unquote(part);
    if (value.isEmpty()) {
      throw part.refused("the value of '" + key + "' is missing", "Write " + key + "=VALUE");
    }
    return value;
  }

  private static PropertyTerms add(PropertyTerms terms, String key, Excerpt part) {
    String value = value(key, part);
    Filter filter = terms.filter();
    try {
      return switch (key) {
        case "type" -> with(terms, filter.withDeviceType(new DeviceType(value)));
        case "object" ->
            with(terms, filter.withObjectType(ObjectType.valueOf(value.toUpperCase(Locale.ROOT))));
        case "name" -> named(terms, value);
        case "host" -> with(terms, filter.onHost(value));
        case "kernel" -> with(terms, filter.withKernel(value));
        case "guid" -> with(terms, filter.withGuid(UUID.fromString(value)));
        case "vendor" -> with(terms, filter.withVendorId(identifier(value)));
        case "device" -> with(terms, filter.withDeviceId(identifier(value)));
        case "bus" -> with(terms, filter.withBusAddress(BusAddress.parse(value)));
        case "parent" -> with(terms, filter.withParent(value));
        default -> throw new IllegalStateException("no key " + key);
      };
    } catch (IllegalArgumentException | BackplaneException e) {
      throw part.refused("'" + value + "' is no value for '" + key + "'", "Write " + example(key));
    }
  }

  private static PropertyTerms with(PropertyTerms terms, Filter filter) {
    return new PropertyTerms(filter, terms.names());
  }

  private static PropertyTerms named(PropertyTerms terms, String value) {
    if (value.indexOf('*') < 0) {
      return with(terms, terms.filter().withName(value));
    }
    StringBuilder pattern = new StringBuilder();
    for (String literal : value.split("\\*", -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(literal));
    }
    int flags = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL;
    return new PropertyTerms(terms.filter(), List.of(Pattern.compile(pattern.toString(), flags)));
  }

  /** An identifier of PCI: 16 bits, as 'lspci -n' shows them, with or without 0x. */
  private static int identifier(String value) {
    String digits = value.startsWith("0x") ? value.substring(2) : value;
    if (!digits.matches("[0-9A-Fa-f]{1,4}")) {
      throw new IllegalArgumentException(value);
    }
    return Integer.parseInt(digits, 16);
  }

  private static String example(String key) {
    return switch (key) {
      case "type" -> "a family in small letters: type=fpga";
      case "object" -> "object=device or object=accelerator";
      case "guid" -> "guid=11111111-2222-3333-4444-555555555555";
      case "vendor", "device" -> "up to four hexadecimal digits: " + key + "=0x10ee";
      case "bus" -> "bus=0000:3b:00.0";
      default -> key + "=VALUE";
    };
  }
}
