package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.xrt.Board;
import dev.backplane.cli.report.Report;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells what an open device is and does at one moment, as far as it has abilities to tell it. */
public final class DeviceLook {
  private DeviceLook() {}

  /** {@return the parts that the device has; one that fails now has its reason instead} */
  public static Map<String, Object> of(Device device) {
    DeviceProperties properties = device.properties();
    Map<String, Object> look = new LinkedHashMap<>();
    look.put("id", device.id());
    look.put("name", properties.name());
    look.put("type", properties.deviceType().toString());
    look.put("object", Report.word(properties.objectType()));
    look.put("host", properties.host());
    properties.vendor().ifPresent(vendor -> look.put("vendor", vendor));
    properties.busAddress().ifPresent(bus -> look.put("bus", bus.toString()));
    look.put("facets", device.facets().stream().map(Class::getSimpleName).toList());
    part(look, device, "health", Management.class, each -> Report.word(each.health()));
    part(look, device, "image", Images.class, DeviceLook::image);
    put(look, "units", () -> UnitsReport.units(device));
    put(look, "clients", () -> UnitsReport.clients(device));
    part(look, device, "memory", Memory.class, each -> BoardReport.MEMORY.of(device));
    part(
        look,
        device,
        "sensors",
        Sensors.class,
        each -> BoardReport.sensors(each, EnumSet.allOf(Quantity.class)));
    part(look, device, "clocks", Clocks.class, ClockRow::all);
    part(look, device, "throttle", Board.class, each -> ThrottleReport.of(each.throttle()));
    part(look, device, "errors", ErrorLog.class, BoardReport::errors);
    part(look, device, "slots", Slots.class, DeviceLook::slots);
    part(look, device, "flash", Flash.class, each -> FlashReport.of(each.content()));
    part(look, device, "report", Management.class, Management::report);
    return look;
  }

  private static Object image(Images images) {
    Optional<Program> program = images.loaded();
    return program
        .<Object>map(each -> Map.of("uuid", each.uuid().toString(), "kernels", each.kernels()))
        .orElse(Map.of("kernels", List.of()));
  }

  private static Object slots(Slots slots) {
    return Map.of("count", slots.count(), "interface", slots.interfaceId().toString());
  }

  private static <F extends Facet> void part(
      Map<String, Object> look,
      Device device,
      String name,
      Class<F> facet,
      Function<F, Object> content) {
    BoardOptions.facet(device, facet).ifPresent(each -> put(look, name, () -> content.apply(each)));
  }

  private static void put(Map<String, Object> look, String name, Supplier<Object> content) {
    try {
      look.put(name, content.get());
    } catch (BackplaneException e) {
      look.put(name, Map.of("unavailable", e.code().id() + " " + e.code() + ": " + e.problem()));
    }
  }
}
