package dev.backplane.rtl.images;

import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelMetadataBuilder;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.XmlElement;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads an IP-XACT component (IEEE 1685) that packages an RTL kernel: bus interfaces become ports,
 * registers of the control interface become arguments, clock and reset interfaces become wiring,
 * and the file set of the synthesis view lists the sources.
 */
final class ComponentXml {
  private static final long FIRST_ARGUMENT = 0x10;
  private static final Pattern PLAIN = Pattern.compile("-?[0-9]+");

  private final XmlElement component;
  private final String file;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, XmlElement> interfaces = new LinkedHashMap<>();
  private final String name;

  private ComponentXml(XmlElement component, String file) {
    this.component = component;
    this.file = file;
    name = text(component, "name");
    children(component, "busInterfaces", "busInterface")
        .forEach(bus -> interfaces.put(text(bus, "name"), bus));
  }

  static KernelDescription read(XmlElement component, byte[] document, String file, Path folder) {
    return new ComponentXml(component, file).description(document, folder);
  }

  /** {@return vendor:library:name:version} */
  static String vlnv(XmlElement component) {
    return String.join(
        ":",
        text(component, "vendor"),
        text(component, "library"),
        text(component, "name"),
        text(component, "version"));
  }

  private KernelDescription description(byte[] document, Path folder) {
    lines.put("kernel " + name, component.child("name").map(XmlElement::line).orElse(1));
    List<Port> pins = pins();
    List<XmlElement> registers = registers();
    KernelMetadataBuilder kernel =
        KernelMetadata.builder(name)
            .vlnv(vlnv(component))
            .interrupt(interfaces.values().stream().anyMatch(bus -> isOfType(bus, "interrupt")))
            .protocol(protocol(registers));
    interfaces.values().stream()
        .filter(bus -> isOfType(bus, "aximm") || isOfType(bus, "axis"))
        .forEach(bus -> kernel.port(port(bus, pins)));
    arguments(registers).forEach(kernel::arg);
    ComponentFiles files = new ComponentFiles(component, file, folder);
    return new KernelDescription(
        kernel.build(),
        wiring(),
        files.top().orElse(name),
        new Sources(files.sources(), files.includes(), Map.of(), parameters()),
        pins,
        new KernelDescription.Document("xml", document),
        new DescriptionLocations(file, lines),
        true);
  }

  private KernelPort port(XmlElement bus, List<Port> pins) {
    String bare = text(bus, "name");
    lines.put("port " + bare, bus.line());
    boolean slave = bus.child("slave").isPresent();
    int width =
        parameter(bus, "DATA_WIDTH")
            .or(() -> parameter(bus, "TDATA_WIDTH"))
            .flatMap(this::integer)
            .orElseGet(() -> dataPin(bus, pins));
    if (isOfType(bus, "axis")) {
      return new KernelPort(bare, slave ? "slave" : "master", 0, width, "stream", 0);
    }
    return slave
        ? new KernelPort(bare, "slave", range(bus), width, "addressable", 0)
        : new KernelPort(bare, "master", -1L, width, "addressable", 0);
  }

  private int dataPin(XmlElement bus, List<Port> pins) {
    for (XmlElement map : children(bus, "portMaps", "portMap")) {
      String logical = map.child("logicalPort").map(port -> text(port, "name")).orElse("");
      String physical = map.child("physicalPort").map(port -> text(port, "name")).orElse("");
      if (logical.matches("(?i)[RWT]DATA")) {
        return pins.stream()
            .filter(pin -> pin.name().equalsIgnoreCase(physical))
            .map(Port::width)
            .findFirst()
            .orElse(0);
      }
    }
    return 0;
  }

  private long range(XmlElement bus) {
    return block(bus)
        .flatMap(block -> block.child("range"))
        .map(XmlElement::content)
        .map(this::number)
        .flatMap(range -> range.isPresent() ? Optional.of(range.getAsLong()) : Optional.empty())
        .orElse(0x1000L);
  }

  private Optional<XmlElement> block(XmlElement bus) {
    String map =
        bus.child("slave")
            .flatMap(slave -> slave.child("memoryMapRef"))
            .map(ref -> ref.text("memoryMapRef"))
            .orElse("");
    return children(component, "memoryMaps", "memoryMap").stream()
        .filter(each -> text(each, "name").equals(map))
        .flatMap(each -> each.all("addressBlock").stream())
        .findFirst();
  }

  /**
   * The registers of the interface that has some; if several have, of the one with control in its
   * name.
   */
  private List<XmlElement> registers() {
    List<XmlElement> blocks =
        interfaces.values().stream()
            .filter(bus -> isOfType(bus, "aximm") && bus.child("slave").isPresent())
            .sorted(
                java.util.Comparator.comparing(
                    bus -> !text(bus, "name").matches("(?i).*control.*")))
            .flatMap(bus -> block(bus).stream())
            .toList();
    return blocks.isEmpty() ? List.of() : blocks.getFirst().all("register");
  }

  private String protocol(List<XmlElement> registers) {
    if (interfaces.values().stream()
        .noneMatch(bus -> isOfType(bus, "aximm") && bus.child("slave").isPresent())) {
      return "ap_ctrl_none";
    }
    Optional<XmlElement> control =
        registers.stream()
            .filter(register -> offset(register) == 0)
            .filter(register -> text(register, "name").matches("(?i)(ap_)?(ctrl|control).*"))
            .findFirst();
    if (control.isEmpty()) {
      // Without a register map, the default applies; a map without a control register means
      // user_managed.
      return registers.isEmpty() ? "ap_ctrl_hs" : "user_managed";
    }
    return control.get().all("field").stream()
            .anyMatch(field -> text(field, "name").equalsIgnoreCase("AP_CONTINUE"))
        ? "ap_ctrl_chain"
        : "ap_ctrl_hs";
  }

  private List<ArgComponent> arguments(List<XmlElement> registers) {
    List<ArgComponent> arguments = new ArrayList<>();
    boolean managed = protocol(registers).equals("user_managed");
    List<XmlElement> ordered =
        registers.stream()
            .filter(each -> managed || offset(each) >= FIRST_ARGUMENT)
            .filter(each -> !text(each, "access").equals("read-only"))
            .sorted(java.util.Comparator.comparingLong(this::offset))
            .toList();
    String control =
        interfaces.values().stream()
            .filter(bus -> isOfType(bus, "aximm") && bus.child("slave").isPresent())
            .map(bus -> text(bus, "name"))
            .min(java.util.Comparator.comparing(each -> !each.matches("(?i).*control.*")))
            .orElse("");
    for (XmlElement register : ordered) {
      arguments.add(argument(register, arguments.size(), control));
    }
    for (XmlElement bus : interfaces.values()) {
      if (isOfType(bus, "axis")) {
        String stream = text(bus, "name");
        lines.putIfAbsent("arg " + stream, bus.line());
        arguments.add(
            new ArgComponent(
                stream,
                AddressQualifier.STREAM,
                OptionalInt.of(arguments.size()),
                stream,
                0,
                0,
                0,
                0,
                "stream"));
      }
    }
    return arguments;
  }

  private ArgComponent argument(XmlElement register, int id, String control) {
    String bare = text(register, "name");
    lines.put("arg " + bare, register.line());
    long bytes = (number(text(register, "size")).orElse(32) + 7) / 8;
    Optional<String> master = parameter(register, "ASSOCIATED_BUSIF").filter(bus -> !bus.isEmpty());
    return new ArgComponent(
        bare,
        master.isPresent() ? AddressQualifier.GLOBAL : AddressQualifier.SCALAR,
        OptionalInt.of(id),
        master.orElse(control),
        bytes,
        offset(register),
        0,
        bytes,
        master.isPresent() ? "void*" : bytes == 8 ? "ulong" : "uint");
  }

  private long offset(XmlElement register) {
    return number(text(register, "addressOffset")).orElse(-1);
  }

  private Wiring wiring() {
    Wiring.Builder wiring = Wiring.builder();
    List<XmlElement> clocks =
        interfaces.values().stream().filter(bus -> isOfType(bus, "clock")).toList();
    for (XmlElement clock : clocks) {
      String pin = pin(clock);
      parameter(clock, "FREQ_HZ")
          .flatMap(this::integer)
          .ifPresent(hertz -> wiring.clock(pin, BigDecimal.valueOf(hertz / 1000, 3)));
      if (clocks.size() > 1) {
        for (String bus : parameter(clock, "ASSOCIATED_BUSIF").orElse("").split(":", -1)) {
          if (interfaces.containsKey(bus)) {
            wiring.domain(bus, pin);
          }
        }
      }
    }
    for (XmlElement bus : interfaces.values()) {
      if (isOfType(bus, "reset")) {
        parameter(bus, "POLARITY")
            .ifPresent(polarity -> wiring.reset(pin(bus), polarity.equals("ACTIVE_LOW")));
      } else if (isOfType(bus, "interrupt")) {
        wiring.interrupt(pin(bus));
      }
    }
    return wiring.build();
  }

  private static String pin(XmlElement bus) {
    return children(bus, "portMaps", "portMap").stream()
        .findFirst()
        .flatMap(map -> map.child("physicalPort"))
        .map(port -> text(port, "name"))
        .orElseGet(() -> text(bus, "name"));
  }

  private List<Port> pins() {
    List<Port> pins = new ArrayList<>();
    List<XmlElement> listed =
        component.child("model").map(model -> children(model, "ports", "port")).orElse(List.of());
    for (XmlElement port : listed) {
      Optional<XmlElement> wire = port.child("wire");
      String direction = wire.map(each -> text(each, "direction")).orElse("");
      if (direction.equals("in") || direction.equals("out")) {
        String bare = text(port, "name");
        lines.put("pin " + bare, port.line());
        pins.add(
            new Port(
                bare,
                direction.equals("in") ? Port.Direction.INPUT : Port.Direction.OUTPUT,
                width(wire.get())));
      }
    }
    return pins;
  }

  /** The bits of a pin; 0 if the width is an expression, which is not evaluated here. */
  private int width(XmlElement wire) {
    Optional<XmlElement> vector =
        wire.child("vector")
            .or(() -> wire.child("vectors").flatMap(vectors -> vectors.child("vector")));
    if (vector.isEmpty()) {
      return 1;
    }
    Optional<Integer> left = integer(text(vector.get(), "left"));
    Optional<Integer> right = integer(text(vector.get(), "right"));
    return left.isPresent() && right.isPresent() ? Math.abs(left.get() - right.get()) + 1 : 0;
  }

  /** Whole numbers only: strings and bit strings have a tool-specific syntax. */
  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (XmlElement parameter :
        component
            .child("model")
            .map(model -> children(model, "modelParameters", "modelParameter"))
            .orElse(List.of())) {
      String value = text(parameter, "value");
      if (PLAIN.matcher(value).matches()) {
        parameters.put(text(parameter, "name"), value);
      }
    }
    return parameters;
  }

  private static boolean isOfType(XmlElement bus, String type) {
    return bus.child("busType").map(each -> each.text("name")).orElse("").equals(type);
  }

  private static Optional<String> parameter(XmlElement of, String parameter) {
    return children(of, "parameters", "parameter").stream()
        .filter(each -> text(each, "name").equals(parameter))
        .map(each -> text(each, "value"))
        .findFirst();
  }

  private Optional<Integer> integer(String text) {
    OptionalLong value = number(text);
    return value.isPresent() && value.getAsLong() >= 0 && value.getAsLong() <= Integer.MAX_VALUE
        ? Optional.of((int) value.getAsLong())
        : Optional.empty();
  }

  /** Parses a number of IP-XACT: decimal, 0x10, or #10. */
  private OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.decode(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // an expression; the caller decides
    }
  }

  static List<XmlElement> children(XmlElement in, String list, String element) {
    return in.child(list).map(each -> each.all(element)).orElse(List.of());
  }

  static String text(XmlElement in, String child) {
    return in.child(child).map(XmlElement::content).orElse("");
  }
}
