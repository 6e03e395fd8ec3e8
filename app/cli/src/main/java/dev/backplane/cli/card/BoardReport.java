package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Program;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.cli.report.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the things that {@code examine} can tell: maps, lists and values for text and JSON.
 *
 * @param text its name as it is typed
 * @param content what it tells
 */
record BoardReport(String text, Function<Device, Object> content) {
  static final BoardReport MEMORY = new BoardReport("memory", BoardReport::memory);

  static final List<BoardReport> ALL =
      List.of(
          new BoardReport("host", BoardReport::host),
          new BoardReport("platform", BoardReport::platform),
          new BoardReport(
              "electrical",
              device ->
                  sensors(device, EnumSet.of(Quantity.POWER, Quantity.VOLTAGE, Quantity.CURRENT))),
          new BoardReport("thermal", device -> sensors(device, EnumSet.of(Quantity.TEMPERATURE))),
          new BoardReport("mechanical", device -> sensors(device, EnumSet.of(Quantity.FAN))),
          new BoardReport("firewall", device -> of(device, Board.class, BoardReport::firewall)),
          new BoardReport("async-error", device -> of(device, ErrorLog.class, BoardReport::errors)),
          MEMORY,
          new BoardReport("dynamic-regions", BoardReport::regions),
          new BoardReport("cmc-status", device -> of(device, Board.class, BoardReport::controller)),
          new BoardReport("mailbox", device -> of(device, Board.class, BoardReport::mailbox)),
          new BoardReport("error", BoardReport::error));

  /** {@return what it tells; what cannot be told says why} */
  Object of(Device device) {
    try {
      return content.apply(device);
    } catch (BackplaneException e) {
      return Map.of("unavailable", e.code().id() + " " + e.code() + ": " + e.problem());
    }
  }

  private static Map<String, @Nullable Object> map() {
    return new LinkedHashMap<>();
  }

  private static <F extends Facet> Object of(
      Device device, Class<F> facet, Function<F, Object> report) {
    return BoardOptions.facet(device, facet)
        .map(report)
        .orElseGet(() -> Map.of("unavailable", "the device has no " + facet.getSimpleName()));
  }

  private static Object host(Device device) {
    Map<String, @Nullable Object> map = map();
    map.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    map.put("architecture", System.getProperty("os.arch"));
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("java", System.getProperty("java.runtime.version"));
    map.put("device_host", device.properties().host());
    return map;
  }

  private static Object platform(Device device) {
    DeviceProperties properties = device.properties();
    Map<String, @Nullable Object> map = map();
    map.put("device", device.id());
    map.put("name", properties.name());
    map.put("vendor", properties.vendor().orElse(null));
    map.put("type", properties.deviceType().toString());
    map.put("bus", properties.busAddress().map(Object::toString).orElse(null));
    map.putAll(properties.details());
    map.put("facets", device.facets().stream().map(Class::getSimpleName).toList());
    BoardOptions.facet(device, Flash.class).ifPresent(flash -> map.putAll(flash(flash.content())));
    return map;
  }

  /** {@return the flash of a card for a report} */
  static Map<String, @Nullable Object> flash(FlashContent flash) {
    Map<String, @Nullable Object> map = map();
    map.put("flash_place", flash.place());
    map.put("flash_survives_this_process", flash.durable());
    map.put("started_from", flash.active());
    map.put(
        "flash",
        flash.slots().stream()
            .map(
                slot -> {
                  Map<String, @Nullable Object> row = map();
                  row.put("slot", slot.name());
                  row.put("state", slot.state().name().toLowerCase(Locale.ROOT));
                  row.put("version", slot.version());
                  row.put("bytes", slot.bytes());
                  row.put("sha256", shortened(slot.digest()));
                  return row;
                })
            .toList());
    return map;
  }

  private static String shortened(String digest) {
    return digest.length() > 16 ? digest.substring(0, 16) : digest;
  }

  private static Object sensors(Device device, Set<Quantity> quantities) {
    return of(device, Sensors.class, sensors -> sensors(sensors, quantities));
  }

  /** {@return a line for each sensor of some quantities} */
  static List<Map<String, @Nullable Object>> sensors(Sensors sensors, Set<Quantity> quantities) {
    return sensors.sensors().stream()
        .filter(sensor -> quantities.contains(sensor.quantity()))
        .map(BoardReport::row)
        .toList();
  }

  private static Map<String, @Nullable Object> row(Sensor sensor) {
    Map<String, @Nullable Object> row = map();
    row.put("sensor", sensor.name());
    row.put("quantity", sensor.quantity().name().toLowerCase(Locale.ROOT));
    row.put("value", sensor.value());
    row.put("unit", sensor.quantity().unit());
    row.put("warning", boxed(sensor.warning()));
    row.put("critical", boxed(sensor.critical()));
    row.put("origin", sensor.origin().name().toLowerCase(Locale.ROOT));
    return row;
  }

  private static @Nullable Double boxed(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static Object firewall(Board board) {
    return board.firewall().stream()
        .map(
            level -> {
              Map<String, @Nullable Object> row = map();
              row.put("level", level.number());
              row.put("name", level.name());
              row.put("status", level.tripped() ? "tripped" : "good");
              row.put("bits", "0x" + Integer.toHexString(level.status()));
              row.put("time", level.time().map(Object::toString).orElse(null));
              row.put(
                  "addresses",
                  level.addresses().stream().map(at -> "0x" + Long.toHexString(at)).toList());
              row.put("refused", level.refused());
              row.put("reason", level.reason());
              return row;
            })
        .toList();
  }

  /** {@return a line for each error} */
  static List<Map<String, @Nullable Object>> errors(ErrorLog log) {
    return log.errors().stream()
        .map(
            error -> {
              Map<String, @Nullable Object> row = map();
              row.put("time", error.time().toString());
              row.put("source", error.source());
              row.put("severity", error.severity().name().toLowerCase(Locale.ROOT));
              row.put("text", error.text());
              return row;
            })
        .toList();
  }

  private static Object memory(Device device) {
    Optional<Memory> memory = BoardOptions.facet(device, Memory.class);
    if (memory.isEmpty()) {
      return Map.of("unavailable", "the device has no Memory");
    }
    OptionalDouble celsius = memoryTemperature(device);
    List<MemoryUsage.OfBank> usage = usage(memory.get());
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Bank bank : memory.get().banks()) {
      Map<String, @Nullable Object> row = map();
      row.put("index", bank.index());
      row.put("bank", bank.name());
      row.put("kind", bank.kind().name());
      row.put("base", "0x" + HexFormat.of().toHexDigits(bank.address()));
      row.put("size", Figures.bytes(bank.size()));
      row.put("bytes", bank.size());
      row.put("celsius", boxed(celsius));
      usage.stream()
          .filter(each -> each.bank().index() == bank.index())
          .findFirst()
          .ifPresent(
              each -> {
                row.put("used", each.used());
                row.put("buffers", each.buffers());
                row.put("largest_free", each.largest());
              });
      rows.add(row);
    }
    return rows;
  }

  private static OptionalDouble memoryTemperature(Device device) {
    return BoardOptions.facet(device, Sensors.class)
        .map(Sensors::sensors)
        .orElse(List.of())
        .stream()
        .filter(sensor -> sensor.quantity() == Quantity.TEMPERATURE)
        .filter(sensor -> sensor.name().equals("memory"))
        .mapToDouble(Sensor::value)
        .findFirst();
  }

  /** A device need not count; then the columns are missing. */
  private static List<MemoryUsage.OfBank> usage(Memory memory) {
    try {
      return memory.usage().banks();
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.NOT_SUPPORTED) {
        throw e;
      }
      return List.of();
    }
  }

  private static Object regions(Device device) {
    Map<String, @Nullable Object> map = map();
    Optional<Program> program = BoardOptions.facet(device, Images.class).flatMap(Images::loaded);
    map.put("image", program.map(each -> each.uuid().toString()).orElse(null));
    map.put("kernels", program.map(Program::kernels).orElse(List.of()));
    map.put("compute_units", units(device));
    map.put("clients", clients(device));
    BoardOptions.facet(device, Clocks.class)
        .ifPresent(
            clocks -> map.put("clocks", clocks.clocks().stream().map(ClockCommand::row).toList()));
    return map;
  }

  /** {@return a line for each compute unit: who holds it, and what it does} */
  static List<Map<String, @Nullable Object>> units(Device device) {
    return BoardOptions.facet(device, UnitReservations.class)
        .map(contexts -> contexts.units().stream().map(BoardReport::unit).toList())
        .orElseGet(() -> reportedUnits(device));
  }

  private static Map<String, @Nullable Object> unit(UnitReservations.Unit unit) {
    Map<String, @Nullable Object> row = map();
    row.put("index", unit.index());
    row.put("unit", unit.kernel() + ":" + unit.name());
    row.put("protocol", unit.protocol());
    row.put("told_by", unit.interrupts() ? "interrupt" : "polling");
    row.put(
        "held", unit.sharing().map(sharing -> sharing.name().toLowerCase(Locale.ROOT)).orElse("-"));
    row.put("contexts", unit.contexts());
    row.put("usage", unit.usage());
    row.put("in_flight", unit.inFlight());
    return row;
  }

  /** {@return a line for each holder of the device} */
  static List<Map<String, @Nullable Object>> clients(Device device) {
    return BoardOptions.facet(device, UnitReservations.class)
        .map(contexts -> contexts.clients().stream().map(BoardReport::client).toList())
        .orElse(List.of());
  }

  private static Map<String, @Nullable Object> client(UnitReservations.Client client) {
    Map<String, @Nullable Object> row = map();
    row.put("client", client.self() ? client.name() + " (this)" : client.name());
    row.put("units", client.units());
    row.put("submitted", client.submitted());
    row.put("in_flight", client.inFlight());
    return row;
  }

  /** Devices without contexts may tell of their units in words. */
  private static List<Map<String, @Nullable Object>> reportedUnits(Device device) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    BoardOptions.facet(device, Management.class)
        .map(Management::report)
        .orElse(Map.of())
        .forEach(
            (key, value) -> {
              if (key.startsWith("unit ")) {
                Map<String, @Nullable Object> row = map();
                row.put("unit", key.substring("unit ".length()));
                row.put("usage", value);
                rows.add(row);
              }
            });
    return rows;
  }

  private static Object controller(Board board) {
    Map<String, @Nullable Object> map = map();
    Board.Throttle throttle = board.throttle();
    map.put("throttling", throttle.enabled());
    map.put("power_limit_w", throttle.watts());
    map.put("temperature_limit_c", throttle.celsius());
    map.put("clock_factor", throttle.factor());
    map.put("slowed_by", throttle.reason());
    map.put(
        "firmware",
        board.firmware().stream()
            .map(
                firmware -> {
                  Map<String, @Nullable Object> row = map();
                  row.put("processor", firmware.processor());
                  row.put("version", firmware.version());
                  row.put("source", firmware.source());
                  row.put("bytes", firmware.bytes());
                  row.put("sha256", shortened(firmware.digest()));
                  return row;
                })
            .toList());
    return map;
  }

  private static Object mailbox(Board board) {
    Board.Mailbox mailbox = board.mailbox();
    Map<String, @Nullable Object> map = map();
    map.put("ready", mailbox.ready());
    map.put("same_domain", mailbox.sameDomain());
    map.put("user_function", mailbox.user() ? "online" : "offline");
    map.put("management_function", mailbox.management() ? "online" : "offline");
    map.put("management_access", mailbox.managementAccess());
    map.put("health_period_ms", mailbox.healthPeriod().toMillis());
    map.put(
        "requests",
        mailbox.requests().stream()
            .map(
                request -> {
                  Map<String, @Nullable Object> row = map();
                  row.put("number", request.number());
                  row.put("request", request.name());
                  row.put("permitted", request.permitted());
                  row.put("answered", request.answered());
                  row.put("refused", request.refused());
                  return row;
                })
            .toList());
    return map;
  }

  private static Object error(Device device) {
    Map<String, @Nullable Object> map = map();
    Optional<Management> management = BoardOptions.facet(device, Management.class);
    map.put(
        "health",
        management.map(each -> each.health().name().toLowerCase(Locale.ROOT)).orElse("unknown"));
    map.put("fault", management.map(each -> each.report().get("fault")).orElse(null));
    map.put(
        "records",
        BoardOptions.facet(device, ErrorLog.class).map(log -> log.errors().size()).orElse(0));
    return map;
  }
}
