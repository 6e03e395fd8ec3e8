package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
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
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.xrt.Board;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
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

  private static <F extends Facet> Object of(
      Device device, Class<F> facet, Function<F, Object> report) {
    return BoardOptions.facet(device, facet)
        .map(report)
        .orElseGet(() -> Map.of("unavailable", "the device has no " + facet.getSimpleName()));
  }

  private record Host(
      String system, String architecture, int processors, String java, String deviceHost)
      implements Report {}

  private static Object host(Device device) {
    return new Host(
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("os.arch", ""),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.runtime.version", ""),
        device.properties().host());
  }

  private record Platform(
      String device,
      String name,
      @Nullable String vendor,
      String type,
      @Nullable String bus,
      @Inline Map<String, String> details,
      List<String> facets,
      @Inline Optional<FlashReport> flash)
      implements Report {}

  private static Object platform(Device device) {
    DeviceProperties properties = device.properties();
    return new Platform(
        device.id(),
        properties.name(),
        properties.vendor().orElse(null),
        properties.deviceType().toString(),
        properties.busAddress().map(Object::toString).orElse(null),
        properties.details(),
        device.facets().stream().map(Class::getSimpleName).toList(),
        BoardOptions.facet(device, Flash.class).map(Flash::content).map(FlashReport::of));
  }

  private static Object sensors(Device device, Set<Quantity> quantities) {
    return of(device, Sensors.class, sensors -> sensors(sensors, quantities));
  }

  /** A line for a sensor. */
  record SensorRow(
      String sensor,
      String quantity,
      double value,
      String unit,
      @Nullable Double warning,
      @Nullable Double critical,
      String origin)
      implements Report {}

  /** {@return a line for each sensor of some quantities} */
  static List<SensorRow> sensors(Sensors sensors, Set<Quantity> quantities) {
    return sensors.sensors().stream()
        .filter(sensor -> quantities.contains(sensor.quantity()))
        .map(BoardReport::row)
        .toList();
  }

  private static SensorRow row(Sensor sensor) {
    return new SensorRow(
        sensor.name(),
        Report.word(sensor.quantity()),
        sensor.value(),
        sensor.quantity().unit(),
        boxed(sensor.warning()),
        boxed(sensor.critical()),
        Report.word(sensor.origin()));
  }

  private static @Nullable Double boxed(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private record Firewall(
      int level,
      String name,
      String status,
      String bits,
      @Nullable String time,
      List<String> addresses,
      long refused,
      String reason)
      implements Report {}

  private static Object firewall(Board board) {
    return board.firewall().stream()
        .map(
            level ->
                new Firewall(
                    level.number(),
                    level.name(),
                    level.tripped() ? "tripped" : "good",
                    "0x" + Integer.toHexString(level.status()),
                    level.time().map(Object::toString).orElse(null),
                    level.addresses().stream().map(at -> "0x" + Long.toHexString(at)).toList(),
                    level.refused(),
                    level.reason()))
        .toList();
  }

  /** A line for an error. */
  record ErrorRow(String time, String source, String severity, String text) implements Report {}

  /** {@return a line for each error} */
  static List<ErrorRow> errors(ErrorLog log) {
    return log.errors().stream()
        .map(
            error ->
                new ErrorRow(
                    error.time().toString(),
                    error.source(),
                    Report.word(error.severity()),
                    error.text()))
        .toList();
  }

  private record MemoryRow(
      int index,
      String bank,
      String kind,
      String base,
      String size,
      long bytes,
      @Nullable Double celsius,
      @Inline Optional<Usage> usage)
      implements Report {}

  private record Usage(long used, int buffers, long largestFree) implements Report {}

  private static Object memory(Device device) {
    Optional<Memory> memory = BoardOptions.facet(device, Memory.class);
    if (memory.isEmpty()) {
      return Map.of("unavailable", "the device has no Memory");
    }
    OptionalDouble celsius = memoryTemperature(device);
    List<MemoryUsage.OfBank> usage = usage(memory.get());
    return memory.get().banks().stream()
        .map(
            bank ->
                new MemoryRow(
                    bank.index(),
                    bank.name(),
                    bank.kind().name(),
                    "0x" + HexFormat.of().toHexDigits(bank.address()),
                    Figures.bytes(bank.size()),
                    bank.size(),
                    boxed(celsius),
                    usage.stream()
                        .filter(each -> each.bank().index() == bank.index())
                        .findFirst()
                        .map(each -> new Usage(each.used(), each.buffers(), each.largest()))))
        .toList();
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

  private record Regions(
      @Nullable String image,
      List<String> kernels,
      List<? extends Report> computeUnits,
      List<UnitsReport.ClientRow> clients,
      Optional<List<ClockRow>> clocks)
      implements Report {}

  private static Object regions(Device device) {
    Optional<Program> program = BoardOptions.facet(device, Images.class).flatMap(Images::loaded);
    return new Regions(
        program.map(each -> each.uuid().toString()).orElse(null),
        program.map(Program::kernels).orElse(List.of()),
        UnitsReport.units(device),
        UnitsReport.clients(device),
        BoardOptions.facet(device, Clocks.class).map(ClockRow::all));
  }

  private record Controller(@Inline ThrottleReport throttle, List<Firmware> firmware)
      implements Report {}

  private record Firmware(
      String processor, String version, String source, long bytes, String sha256)
      implements Report {}

  private static Object controller(Board board) {
    return new Controller(
        ThrottleReport.of(board.throttle()),
        board.firmware().stream()
            .map(
                firmware ->
                    new Firmware(
                        firmware.processor(),
                        firmware.version(),
                        firmware.source(),
                        firmware.bytes(),
                        FlashReport.shortened(firmware.digest())))
            .toList());
  }

  private record Mailbox(
      boolean ready,
      boolean sameDomain,
      String userFunction,
      String managementFunction,
      Object managementAccess,
      long healthPeriodMs,
      List<Request> requests)
      implements Report {}

  private record Request(int number, String request, boolean permitted, long answered, long refused)
      implements Report {}

  private static Object mailbox(Board board) {
    Board.Mailbox mailbox = board.mailbox();
    return new Mailbox(
        mailbox.ready(),
        mailbox.sameDomain(),
        mailbox.user() ? "online" : "offline",
        mailbox.management() ? "online" : "offline",
        mailbox.managementAccess(),
        mailbox.healthPeriod().toMillis(),
        mailbox.requests().stream()
            .map(
                each ->
                    new Request(
                        each.number(),
                        each.name(),
                        each.permitted(),
                        each.answered(),
                        each.refused()))
            .toList());
  }

  private record Problems(String health, @Nullable String fault, int records) implements Report {}

  private static Object error(Device device) {
    Optional<Management> management = BoardOptions.facet(device, Management.class);
    return new Problems(
        management.map(each -> Report.word(each.health())).orElse("unknown"),
        management.map(each -> each.report().get("fault")).orElse(null),
        BoardOptions.facet(device, ErrorLog.class).map(log -> log.errors().size()).orElse(0));
  }
}
