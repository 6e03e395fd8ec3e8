package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A list of the devices that there are at all: {@code SYCL_DEVICE_ALLOWLIST}. It is applied to what
 * plugins enumerate, before devices are numbered. Immutable.
 *
 * <pre>
 * list        := description { "|" description }
 * description := key ":" value { "," key ":" value }
 * </pre>
 *
 * <p>A device is allowed if all of one description holds.
 */
public final class AllowList {
  /** The variable. */
  public static final String VARIABLE = "SYCL_DEVICE_ALLOWLIST";

  /** Allows everything. */
  public static final AllowList ALL = new AllowList("", List.of(), List.of());

  private static final List<String> OLD = List.of("DeviceName", "PlatformName");
  private static final List<String> KEYS =
      List.of(
          "BackendName",
          "DeviceType",
          "DeviceVendorId",
          "DriverVersion",
          "PlatformVersion",
          "DeviceName",
          "PlatformName");

  private interface Condition extends BiPredicate<Backend, DeviceProperties> {}

  private final String text;
  private final List<List<Condition>> descriptions;
  private final List<String> notes;

  private AllowList(String text, List<List<Condition>> descriptions, List<String> notes) {
    this.text = text;
    this.descriptions = List.copyOf(descriptions);
    this.notes = List.copyOf(notes);
  }

  /**
   * Reads the variable.
   *
   * @param environment the environment
   * @return the list; everything if the variable is not set
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} with the place marked
   */
  public static AllowList read(Map<String, String> environment) {
    String text = environment.get(VARIABLE);
    if (text == null) {
      return ALL;
    }
    try {
      return parse(text);
    } catch (BackplaneException e) {
      throw e.with().on("environment variable " + VARIABLE).build();
    }
  }

  private static AllowList parse(String text) {
    Excerpt rest = new Excerpt(text, 0, text.length());
    if (text.isBlank()) {
      throw rest.refused("it is set and empty", "Unset it");
    }
    List<List<Condition>> descriptions = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<Condition> description = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    int at = 0;
    while (true) {
      int colon = text.indexOf(':', at);
      Excerpt key = new Excerpt(text, at, colon < 0 ? text.length() : colon).strip();
      if (colon < 0) {
        throw key.refused("a ':' and a value are missing", "Write " + String.join(":..., ", KEYS));
      }
      if (!KEYS.contains(key.words())) {
        throw key.refused("there is no key " + key, "Keys are " + String.join(", ", KEYS));
      }
      if (!seen.add(key.words())) {
        throw key.refused(key + " is named twice", "Separate descriptions by '|'");
      }
      if (OLD.contains(key.words())) {
        notes.add(VARIABLE + ": " + key.words() + " is out of date; use a vendor id or a backend");
      }
      int end = endOfValue(text, colon + 1);
      description.add(condition(key.words(), new Excerpt(text, colon + 1, end).strip()));
      boolean last = end == text.length();
      if (last || text.charAt(end) == '|') {
        descriptions.add(List.copyOf(description));
        description.clear();
        seen.clear();
      }
      if (last) {
        return new AllowList(text, descriptions, notes);
      }
      at = end + 1;
    }
  }

  /** Finds the end of a value, which may hold separators between double braces. */
  private static int endOfValue(String text, int begin) {
    int braces = text.startsWith("{{", begin) ? text.indexOf("}}", begin) : begin;
    int from = braces < 0 ? text.length() : braces;
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == ',' || text.charAt(i) == '|') {
        return i;
      }
    }
    return text.length();
  }

  private static Condition condition(String key, Excerpt part) {
    String value = part.words();
    return switch (key) {
      case "BackendName" ->
          (backend, device) ->
              backend.instance().equalsIgnoreCase(value)
                  || backend.module().equalsIgnoreCase(value);
      case "DeviceType" -> type(part);
      case "DeviceVendorId" -> vendor(part);
      case "DeviceName" -> matches(part, DeviceProperties::name);
      case "DriverVersion" -> matches(part, device -> detail(device, "driver_version"));
      case "PlatformVersion" -> matches(part, device -> detail(device, "platform_version"));
      case "PlatformName" -> matches(part, device -> detail(device, "platform"));
      default -> throw new IllegalStateException("no key " + key);
    };
  }

  private static Condition type(Excerpt part) {
    String type = part.words().toLowerCase(Locale.ROOT);
    if (!type.matches("[a-z][a-z0-9-]*")) {
      throw part.refused(part + " is no family of devices", "Write for example DeviceType:gpu");
    }
    return (backend, device) -> DevicePattern.isOfType(device, type);
  }

  private static Condition vendor(Excerpt part) {
    if (!part.words().matches("0[xX][0-9a-fA-F]{1,7}")) {
      throw part.refused(part + " is no hexadecimal number", "Write for example 0x10de");
    }
    int id = Integer.parseInt(part.words().substring(2), 16);
    return (backend, device) -> device.vendorId().orElse(-1) == id;
  }

  private static Condition matches(
      Excerpt part, java.util.function.Function<DeviceProperties, String> property) {
    String value = part.words();
    if (!value.startsWith("{{") || !value.endsWith("}}") || value.length() < 4) {
      throw part.refused(
          "the pattern does not stand in double braces", "Write {{a regular expression}}");
    }
    try {
      Pattern pattern = Pattern.compile(value.substring(2, value.length() - 2));
      return (backend, device) -> pattern.matcher(property.apply(device)).matches();
    } catch (PatternSyntaxException e) {
      throw part.refused("the pattern is malformed: " + e.getDescription(), "Correct it");
    }
  }

  private static String detail(DeviceProperties device, String key) {
    return device.details().getOrDefault(key, "");
  }

  /**
   * {@return whether there is such a device for this process}
   *
   * @param backend the instance that has it
   * @param device what is known of it
   */
  public boolean allows(Backend backend, DeviceProperties device) {
    return descriptions.isEmpty()
        || descriptions.stream()
            .anyMatch(all -> all.stream().allMatch(one -> one.test(backend, device)));
  }

  /** {@return whether there is every device, so that none needs to be looked at} */
  public boolean allowsAll() {
    return descriptions.isEmpty();
  }

  /** {@return what a person should know of it} */
  public List<String> notes() {
    return notes;
  }

  /** {@return the variable and its value, or nothing if everything is allowed} */
  @Override
  public String toString() {
    return descriptions.isEmpty() ? "" : VARIABLE + "=" + text;
  }
}
