package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.Wiring;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.KernelXml;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.XmlElement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kernel description, held to itself and to the ports of a design.
 *
 * @param kernel name, ports, arguments and registers
 * @param wiring what it says of pins
 * @param top the top module
 * @param sources the files that it names, and with what to read them; none if it names none
 * @param pins the ports of the top module that it lists, if it does
 * @param document the description itself, for the image
 * @param origin where it was read
 * @param partial whether what it does not say of ports is taken from the design
 */
record KernelDescription(
    KernelMetadata kernel,
    Wiring wiring,
    String top,
    Sources sources,
    List<Port> pins,
    Document document,
    Origin origin,
    boolean partial) {
  /** Where arguments begin if control, interrupt and status registers lie below. */
  private static final long FIRST_ARGUMENT = 0x10;

  private static final long LEAST_REGISTERS = 0x10;

  private static final long MOST_REGISTERS = 1L << 30;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * A description as it was read.
   *
   * @param suffix of its file: {@code xml} or {@code toml}
   * @param bytes its content
   */
  record Document(String suffix, Bytes bytes) {
    Document(String suffix, byte[] bytes) {
      this(suffix, Bytes.of(bytes));
    }
  }

  KernelDescription {
    pins = List.copyOf(pins);
  }

  /**
   * Reads a {@code kernel.xml}, a {@code component.xml} or a manifest of our own, and checks what
   * can be checked without a design.
   */
  static KernelDescription read(Path path) {
    try {
      byte[] document = Files.readAllBytes(path);
      return of(document, path.toString(), path.getParent());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          "kernel description '%s' cannot be read: %s"
              .formatted(path, e instanceof NoSuchFileException ? "no such file" : e.toString()),
          e);
    }
  }

  /** Reads a description whose files are named relative to a folder. */
  static KernelDescription of(byte[] document, String file, @Nullable Path parent) {
    Path folder = parent == null ? Path.of("") : parent;
    KernelDescription description;
    try {
      if (file.endsWith(".toml")) {
        description = KernelToml.read(document, file, folder);
      } else {
        XmlElement root = XmlElement.read(document);
        description =
            root.name().equals("component")
                ? ComponentXml.read(root, document, file, folder)
                : ofKernelXml(document, file);
      }
    } catch (XclbinException e) {
      throw new RtlException(RtlError.DESCRIPTION_INVALID, file + ": " + e.getMessage(), e);
    }
    if (!description.partial) {
      description.checkItself();
    }
    return description;
  }

  private static KernelDescription ofKernelXml(byte[] document, String file) {
    KernelMetadata kernel = KernelXml.read(document);
    return new KernelDescription(
        kernel,
        Wiring.NONE,
        kernel.name(),
        Sources.of(List.of()),
        List.of(),
        new Document("xml", document),
        Origin.ofKernelXml(file, new String(document, StandardCharsets.UTF_8)),
        false);
  }

  /** {@return this with what somebody else says of pins} */
  KernelDescription withWiring(Wiring said) {
    return new KernelDescription(kernel, said, top, sources, pins, document, origin, partial);
  }

  /** {@return this with another top} */
  KernelDescription withTop(String module) {
    return new KernelDescription(kernel, wiring, module, sources, pins, document, origin, partial);
  }

  /** {@return this with other sources} */
  KernelDescription withSources(Sources files) {
    return new KernelDescription(kernel, wiring, top, files, pins, document, origin, partial);
  }

  /** {@return this with the sources, top and wiring of another description of the same kernel} */
  KernelDescription withHardwareOf(KernelDescription other) {
    return new KernelDescription(
        kernel, other.wiring, other.top, other.sources, other.pins, document, origin, partial);
  }

  /** {@return this with what it leaves out of ports taken from a design, and checked then} */
  KernelDescription completedBy(KernelPorts ports) {
    if (!partial) {
      return this;
    }
    KernelDescription complete =
        new KernelDescription(
            new Completion(this, ports).kernel(),
            wiring,
            top,
            sources,
            pins,
            document,
            origin,
            false);
    complete.checkItself();
    return complete;
  }

  ControlProtocol protocol() {
    return ControlProtocol.of(kernel.protocol().isEmpty() ? "ap_ctrl_hs" : kernel.protocol());
  }

  private void checkItself() {
    if (!NAME.matcher(kernel.name()).matches()) {
      throw wrong("kernel name '" + kernel.name() + "' is not an identifier");
    }
    try {
      protocol();
    } catch (IllegalArgumentException e) {
      throw wrong(
          "hwControlProtocol '"
              + kernel.protocol()
              + "' is none of ap_ctrl_hs, ap_ctrl_chain, ap_ctrl_none, user_managed");
    }
    Set<String> names = new HashSet<>();
    for (KernelPort port : kernel.ports()) {
      if (!names.add(port.name().toLowerCase(Locale.ROOT))) {
        throw wrong(port, "port '" + port.name() + "' appears twice");
      }
    }
    if (kernel.addressRange() < LEAST_REGISTERS || kernel.addressRange() > MOST_REGISTERS) {
      throw wrong(
          "the registers have a range of 0x%x bytes; 0x%x to 0x%x are possible"
              .formatted(kernel.addressRange(), LEAST_REGISTERS, MOST_REGISTERS));
    }
    for (ArgComponent argument : kernel.args()) {
      check(argument);
    }
    checkOverlaps();
  }

  private void check(ArgComponent argument) {
    String what = "argument '" + argument.name() + "'";
    KernelPort port =
        kernel.ports().stream()
            .filter(each -> each.name().equalsIgnoreCase(argument.port()))
            .findFirst()
            .orElseThrow(
                () ->
                    wrong(
                        argument,
                        "%s goes through port '%s', which is not among the ports: %s"
                            .formatted(what, argument.port(), portNames())));
    boolean slave =
        switch (argument.qualifier()) {
          case SCALAR -> true;
          case GLOBAL, CONSTANT -> false;
          case STREAM -> {
            if (!port.stream()) {
              throw wrong(
                  argument,
                  "%s is a stream and goes through port '%s', which is none; say portType=\"stream\""
                      .formatted(what, port.name()));
            }
            yield false;
          }
          case LOCAL ->
              throw wrong(argument, what + " is memory inside the kernel, which nobody can set");
        };
    if (port.stream()) {
      if (argument.qualifier() != AddressQualifier.STREAM) {
        throw wrong(argument, "%s goes through the stream '%s'".formatted(what, port.name()));
      }
      return;
    }
    if (port.slave() != slave) {
      throw wrong(
          argument,
          "%s goes through port '%s', which is a %s; %s"
              .formatted(
                  what,
                  port.name(),
                  port.slave() ? "slave" : "master",
                  slave ? "scalars need a slave" : "pointers need a master"));
    }
    if (argument.size() < 1 || argument.size() > 8) {
      throw wrong(argument, what + " has " + argument.size() + " bytes; registers have 1 to 8");
    }
    if (!slave && argument.size() != 8) {
      throw wrong(
          argument, what + " is a pointer of " + argument.size() + " bytes; pointers have 8");
    }
    if (argument.offset() < firstArgument() || argument.offset() % 4 != 0) {
      throw wrong(
          argument,
          "%s lies at 0x%x; arguments of a kernel with %s start at 0x%x and lie at multiples of 4"
              .formatted(what, argument.offset(), protocol(), firstArgument()));
    }
    if (argument.offset() > kernel.addressRange() - argument.size()) {
      throw wrong(
          argument,
          "%s lies at 0x%x, the registers end at 0x%x"
              .formatted(what, argument.offset(), kernel.addressRange()));
    }
  }

  /** A kernel whose user manages it has whatever registers it wants, wherever it wants them. */
  private long firstArgument() {
    return switch (protocol()) {
      case AP_CTRL_HS, AP_CTRL_CHAIN -> FIRST_ARGUMENT;
      case AP_CTRL_NONE, USER_MANAGED -> 0;
    };
  }

  private void checkOverlaps() {
    Set<Integer> ids = new HashSet<>();
    for (ArgComponent one : kernel.args()) {
      OptionalInt id = one.id();
      if (id.isPresent() && !ids.add(id.getAsInt())) {
        throw wrong(one, "id " + id.getAsInt() + " is given to two arguments");
      }
      for (ArgComponent other : kernel.args()) {
        if (!one.equals(other)
            && isInRegisters(one)
            && isInRegisters(other)
            && one.offset() <= other.offset()
            && other.offset() < one.offset() + one.size()) {
          throw wrong(
              other,
              "arguments '%s' and '%s' overlap at 0x%x"
                  .formatted(one.name(), other.name(), other.offset()));
        }
      }
    }
    for (int id = 0; id < ids.size(); id++) {
      if (!ids.contains(id)) {
        throw wrong("no argument has id " + id + "; ids count from 0 without gaps");
      }
    }
  }

  private static boolean isInRegisters(ArgComponent argument) {
    return argument.qualifier() != AddressQualifier.STREAM;
  }

  /** Every port that is described exists in the design, and is what it is said to be. */
  void checkAgainst(KernelPorts ports) {
    for (KernelPort described : kernel.ports()) {
      BusInterface found =
          ports.interfaces().stream()
              .filter(each -> each.name().equalsIgnoreCase(described.name()))
              .findFirst()
              .orElseThrow(
                  () ->
                      wrong(
                          described,
                          "port '%s' is not in the design, which has: %s"
                              .formatted(described.name(), interfaceNames(ports))));
      if (!agree(described, found)) {
        throw wrong(
            described,
            "port '%s' is a %s%s, in the design it is an %s"
                .formatted(
                    described.name(),
                    described.mode(),
                    described.stream() ? " of portType stream" : "",
                    found.kind()));
      }
      if (described.dataWidth() != found.dataBits()) {
        throw wrong(
            described,
            "port '%s' has %d data bits, in the design it has %d"
                .formatted(described.name(), described.dataWidth(), found.dataBits()));
      }
      if (described.slave() && addressable(found) < neededRange()) {
        throw wrong(
            described,
            "port '%s' has %d address bits, too few for the registers up to 0x%x"
                .formatted(described.name(), found.addressBits(), neededRange()));
      }
    }
    for (BusInterface master : ports.masters()) {
      if (kernel.ports().stream().noneMatch(p -> p.name().equalsIgnoreCase(master.name()))) {
        throw wrong("the design has a master '" + master.name() + "' that is not described");
      }
    }
    if (protocol() != ControlProtocol.AP_CTRL_NONE) {
      ports.control();
    }
  }

  /**
   * The modes of a stream are those of a bus, or read_only and write_only, seen from the kernel.
   */
  private static boolean agree(KernelPort described, BusInterface found) {
    if (described.stream() != found.kind().isStream()) {
      return false;
    }
    return switch (found.kind()) {
      case STREAM_IN -> described.mode().equals("slave") || described.mode().equals("read_only");
      case STREAM_OUT -> described.mode().equals("master") || described.mode().equals("write_only");
      case AXI4_MASTER, AXI4_LITE_MASTER, AXI4_SLAVE, AXI4_LITE_SLAVE ->
          found.kind().isMaster() != described.slave();
    };
  }

  private static long addressable(BusInterface slave) {
    return 1L << Math.min(slave.addressBits(), 62);
  }

  private long neededRange() {
    return kernel.args().stream()
        .filter(KernelDescription::isInRegisters)
        .mapToLong(arg -> arg.offset() + arg.size())
        .max()
        .orElse(0x10);
  }

  private String portNames() {
    return kernel.ports().stream().map(KernelPort::name).collect(Collectors.joining(", "));
  }

  private static String interfaceNames(KernelPorts ports) {
    return ports.interfaces().stream().map(BusInterface::name).collect(Collectors.joining(", "));
  }

  /** Every pin that is listed is in the design, with its direction and width. */
  void checkPins(List<Port> design) {
    for (Port pin : pins) {
      Port found =
          design.stream()
              .filter(each -> each.name().equalsIgnoreCase(pin.name()))
              .findFirst()
              .orElseThrow(
                  () ->
                      wrong(
                          "pin " + pin.name(),
                          "pin '%s' is not in the design, whose top '%s' has: %s"
                              .formatted(
                                  pin.name(),
                                  top,
                                  design.stream()
                                      .map(Port::name)
                                      .collect(Collectors.joining(", ")))));
      if (found.direction() != pin.direction()) {
        throw wrong(
            "pin " + pin.name(),
            "pin '%s' is an %s, in the design it is an %s"
                .formatted(
                    pin.name(),
                    pin.direction().name().toLowerCase(Locale.ROOT),
                    found.direction().name().toLowerCase(Locale.ROOT)));
      }
      if (pin.width() > 0 && found.width() != pin.width()) {
        throw wrong(
            "pin " + pin.name(),
            "pin '%s' has %d bits, in the design it has %d"
                .formatted(pin.name(), pin.width(), found.width()));
      }
    }
  }

  /** Every argument is a register of another description of the kernel, at the same place. */
  void checkRegisters(KernelDescription other) {
    if (other.kernel.args().stream().noneMatch(KernelDescription::isInRegisters)) {
      return; // a component without a register map says nothing of registers
    }
    for (ArgComponent argument : kernel.args()) {
      if (!isInRegisters(argument)) {
        continue;
      }
      if (other.kernel.args().stream()
          .filter(KernelDescription::isInRegisters)
          .noneMatch(register -> covers(register, argument.offset()))) {
        throw wrong(
            argument,
            "argument '%s' lies at 0x%x, where %s has no register; it has: %s"
                .formatted(
                    argument.name(),
                    argument.offset(),
                    other.origin.file(),
                    other.kernel.args().stream()
                        .filter(KernelDescription::isInRegisters)
                        .map(register -> "%s 0x%x".formatted(register.name(), register.offset()))
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private static boolean covers(ArgComponent register, long offset) {
    return register.offset() <= offset && offset < register.offset() + register.size();
  }

  private RtlException wrong(ArgComponent argument, String problem) {
    return wrong("arg " + argument.name(), problem);
  }

  private RtlException wrong(KernelPort port, String problem) {
    return wrong("port " + port.name(), problem);
  }

  private RtlException wrong(String problem) {
    return wrong("kernel " + kernel.name(), problem);
  }

  RtlException wrong(String what, String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID,
        origin.at(what)
            + ": kernel '"
            + kernel.name()
            + "': "
            + problem
            + ". Correct the description");
  }
}
