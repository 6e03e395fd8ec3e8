package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Management;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.opae.abi.UserClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All that a resource of OPAE tells, for text and JSON. */
final class OpaeReport {
  /** Why the list of features ends too early, where it does. */
  static final String FEATURE_PROBLEM = "feature_problem";

  private static final List<String> INTERFACES =
      List.of("DFL", "VFIO", "simulated DFL", "simulated VFIO", "UIO");

  private final OpaeResource resource;
  private final Map<String, @Nullable Object> map = new LinkedHashMap<>();

  private OpaeReport(OpaeResource resource) {
    this.resource = resource;
  }

  /** {@return the report; of a resource that somebody holds alone, what is known from outside} */
  static Map<String, @Nullable Object> of(OpaeResource resource) {
    OpaeReport report = new OpaeReport(resource);
    report.map.putAll(resource.describe());
    report.properties();
    try (Device device = resource.token().open(OpenMode.SHARED)) {
      report.opened(device);
    } catch (BackplaneException e) {
      report.map.put("not_opened", whyNotOpened(e));
    }
    return report.map;
  }

  private static String whyNotOpened(BackplaneException e) {
    return switch (e.code()) {
      case BUSY -> "another holder has it, so no more can be said";
      case NOT_PERMITTED -> "this user may not open it, so no more can be said";
      default -> throw e;
    };
  }

  private void properties() {
    number("object_id", OpaeProperty.OBJECT_ID, "0x%x");
    number("socket_id", OpaeProperty.SOCKET_ID, "%d");
    resource
        .properties()
        .get(OpaeProperty.INTERFACE)
        .ifPresent(
            served ->
                map.put(
                    "served_by",
                    served >= 0 && served < INTERFACES.size()
                        ? INTERFACES.get(served.intValue())
                        : "interface " + served));
    number("error_registers", OpaeProperty.ERRORS, "%d");
    number("shell_id", OpaeProperty.SHELL_ID, "0x%016x");
    resource
        .properties()
        .get(OpaeProperty.SHELL_VERSION)
        .ifPresent(
            version ->
                map.put(
                    "shell_version",
                    "%d.%d.%d"
                        .formatted(
                            version >>> 24 & 0xff, version >>> 16 & 0xff, version & 0xffff)));
    number("register_spaces", OpaeProperty.REGISTER_SPACES, "%d");
    number("interrupts", OpaeProperty.INTERRUPTS, "%d");
    resource
        .properties()
        .details()
        .forEach(
            (name, value) -> {
              if (OpaeProperty.ALL.stream().noneMatch(each -> each.name().equals(name))) {
                map.putIfAbsent(name.replaceFirst("^opae\\.", ""), value);
              }
            });
  }

  private void number(String name, Property<Long> property, String format) {
    resource
        .properties()
        .get(property)
        .ifPresent(
            value ->
                map.put(
                    name, format.equals("%d") ? value : String.format(Locale.ROOT, format, value)));
  }

  private void opened(Device device) {
    map.put("facets", device.facets().stream().map(Class::getSimpleName).toList());
    map.put("shared_virtual_addressing", device.supports(AddressSpaceBinding.class));
    if (device.supports(Management.class)) {
      part("management", () -> management(device.facet(Management.class)));
    }
    if (device.supports(Clocks.class)) {
      part("user_clock", () -> clock(device.facet(Clocks.class)));
    }
    if (device.supports(Slots.class)) {
      part("slots", () -> slots(device));
    }
    if (device.supports(Registers.class)) {
      part("features", () -> features(device.facet(Registers.class)));
    }
    if (device.supports(SystemObjects.class)) {
      part("objects", () -> new ObjectReport(device).known());
    }
  }

  /** What cannot be told says why, and the rest is told. */
  private void part(String name, Supplier<Object> content) {
    try {
      map.put(name, content.get());
    } catch (BackplaneException e) {
      map.put(name, Map.of("unavailable", e.code().id() + " " + e.code() + ": " + e.problem()));
    }
  }

  private static Map<String, @Nullable Object> management(Management management) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("health", management.health().name().toLowerCase(Locale.ROOT));
    management
        .report()
        .forEach(
            (key, value) -> {
              // Those were told already.
              if (!key.startsWith("opae.")) {
                map.put(key.replace(' ', '_'), value);
              }
            });
    return map;
  }

  /** {@return the user clock for a report} */
  static Map<String, @Nullable Object> clock(Clocks clocks) {
    UserClock now = UserClock.of(clocks);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("high_mhz", now.high());
    map.put("low_mhz", now.low());
    return map;
  }

  private static List<Map<String, @Nullable Object>> slots(Device device) {
    Slots slots = device.facet(Slots.class);
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int slot = 0; slot < slots.count(); slot++) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("slot", slot);
      row.put("interface_id", slots.interfaceId().toString());
      if (device.supports(Ports.class)) {
        int port = device.facet(Ports.class).hostInterface(slot);
        row.put(
            "host_interface",
            port == Ports.PHYSICAL ? "physical function" : "virtual function " + port);
      }
      rows.add(row);
    }
    return rows;
  }

  private Object features(Registers registers) {
    FeatureList list = FeatureList.read(registers);
    list.problem().ifPresent(problem -> map.put(FEATURE_PROBLEM, problem));
    return list.features().stream().map(Feature::row).toList();
  }
}
