package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.KernelXml;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.XmlElement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * A kernel description, with checks of its consistency and against the ports of a design.
 *
 * @param kernel name, ports, arguments and registers
 * @param wiring its wiring
 * @param top the top module
 * @param sources its source files, with include folders, macros and parameters; none if it names
 *     none
 * @param pins the ports of the top module that it lists
 * @param document the original document, for the image
 * @param origin the locations of its elements
 * @param partial whether missing information about ports is taken from the design
 */
record KernelDescription(
    KernelMetadata kernel,
    Wiring wiring,
    String top,
    Sources sources,
    List<Port> pins,
    Document document,
    DescriptionLocations origin,
    boolean partial) {
  private static final int MOST_BYTES = 64 << 20;

  /** The first offset of arguments if control, interrupt and status registers are below it. */
  private static final long FIRST_ARGUMENT = 0x10;

  private static final long MIN_REGISTER_BYTES = 0x10;

  private static final long MAX_REGISTER_BYTES = 1L << 30;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * An original document.
   *
   * @param suffix the suffix of its file: {@code xml} or {@code toml}
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
   * Reads a {@code kernel.xml}, a {@code component.xml} or a {@code kernel.toml}, and performs the
   * checks that need no design.
   */
  static KernelDescription read(Path path) {
    try {
      byte[] document = RegularFile.read(path, MOST_BYTES);
      return of(document, path.toString(), path.getParent());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          "kernel description '%s' cannot be read: %s"
              .formatted(path, e instanceof NoSuchFileException ? "no such file" : e.toString()),
          e);
    }
  }

  /** Reads a description whose file names are relative to a folder. */
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
        DescriptionLocations.ofKernelXml(file, new String(document, StandardCharsets.UTF_8)),
        false);
  }

  /** {@return this with another wiring} */
  KernelDescription withWiring(Wiring given) {
    return new KernelDescription(kernel, given, top, sources, pins, document, origin, partial);
  }

  /** {@return this with another top module} */
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

  /** {@return this, completed from the ports of a design and checked against them} */
  KernelDescription completedBy(KernelPorts ports) {
    if (!partial) {
      return this;
    }
    KernelDescription complete =
        new KernelDescription(
            new DescriptionCompletion(this, ports).complete(),
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
      throw error("kernel name '" + kernel.name() + "' is not an identifier");
    }
    try {
      protocol();
    } catch (IllegalArgumentException e) {
      throw error(
          "hwControlProtocol '"
              + kernel.protocol()
              + "' is none of ap_ctrl_hs, ap_ctrl_chain, ap_ctrl_none, user_managed, mmio");
    }
    Set<String> names = new HashSet<>();
    for (KernelPort port : kernel.ports()) {
      if (!names.add(port.name().toLowerCase(Locale.ROOT))) {
        throw error(port, "port '" + port.name() + "' appears twice");
      }
    }
    if (kernel.addressRange() < MIN_REGISTER_BYTES || kernel.addressRange() > MAX_REGISTER_BYTES) {
      throw error(
          "the registers have a range of 0x%x bytes; 0x%x to 0x%x are possible"
              .formatted(kernel.addressRange(), MIN_REGISTER_BYTES, MAX_REGISTER_BYTES));
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
                    error(
                        argument,
                        "%s goes through port '%s', which is not among the ports: %s"
                            .formatted(what, argument.port(), portNames())));
    boolean slave =
        switch (argument.qualifier()) {
          case SCALAR -> true;
          case GLOBAL, CONSTANT -> false;
          case STREAM -> {
            if (!port.stream()) {
              throw error(
                  argument,
                  "%s is a stream and goes through port '%s', which is none; say portType=\"stream\""
                      .formatted(what, port.name()));
            }
            yield false;
          }
          case LOCAL ->
              throw error(argument, what + " is memory inside the kernel, which nobody can set");
        };
    if (port.stream()) {
      if (argument.qualifier() != AddressQualifier.STREAM) {
        throw error(argument, "%s goes through the stream '%s'".formatted(what, port.name()));
      }
      return;
    }
    if (port.slave() != slave) {
      throw error(
          argument,
          "%s goes through port '%s', which is a %s; %s"
              .formatted(
                  what,
                  port.name(),
                  port.slave() ? "slave" : "master",
                  slave ? "scalars need a slave" : "pointers need a master"));
    }
    if (argument.size() < 1 || argument.size() > 8) {
      throw error(argument, what + " has " + argument.size() + " bytes; registers have 1 to 8");
    }
    if (!slave && argument.size() != 8) {
      throw error(
          argument, what + " is a pointer of " + argument.size() + " bytes; pointers have 8");
    }
    if (argument.offset() < firstArgument() || argument.offset() % 4 != 0) {
      throw error(
          argument,
          "%s lies at 0x%x; arguments of a kernel with %s start at 0x%x and lie at multiples of 4"
              .formatted(what, argument.offset(), protocol(), firstArgument()));
    }
    if (argument.offset() > kernel.addressRange() - argument.size()) {
      throw error(
          argument,
          "%s lies at 0x%x, the registers end at 0x%x"
              .formatted(what, argument.offset(), kernel.addressRange()));
    }
  }

  /** The first offset of arguments; a user_managed kernel may have registers at any offset. */
  private long firstArgument() {
    return switch (protocol()) {
      case AP_CTRL_HS, AP_CTRL_CHAIN -> FIRST_ARGUMENT;
      case AP_CTRL_NONE, USER_MANAGED, MMIO -> 0;
    };
  }

  private void checkOverlaps() {
    Set<Integer> ids = new HashSet<>();
    for (ArgComponent one : kernel.args()) {
      OptionalInt id = one.id();
      if (id.isPresent() && !ids.add(id.getAsInt())) {
        throw error(one, "id " + id.getAsInt() + " is given to two arguments");
      }
      for (ArgComponent other : kernel.args()) {
        if (!one.equals(other)
            && isInRegisters(one)
            && isInRegisters(other)
            && one.offset() <= other.offset()
            && other.offset() < one.offset() + one.size()) {
          throw error(
              other,
              "arguments '%s' and '%s' overlap at 0x%x"
                  .formatted(one.name(), other.name(), other.offset()));
        }
      }
    }
    for (int id = 0; id < ids.size(); id++) {
      if (!ids.contains(id)) {
        throw error("no argument has id " + id + "; ids count from 0 without gaps");
      }
    }
  }

  private static boolean isInRegisters(ArgComponent argument) {
    return argument.qualifier() != AddressQualifier.STREAM;
  }

  /** Checks that every described port exists in the design, with the same kind and widths. */
  void checkAgainst(KernelPorts ports) {
    for (KernelPort described : kernel.ports()) {
      BusInterface found =
          ports.interfaces().stream()
              .filter(each -> each.name().equalsIgnoreCase(described.name()))
              .findFirst()
              .orElseThrow(
                  () ->
                      error(
                          described,
                          "port '%s' is not in the design, which has: %s"
                              .formatted(described.name(), interfaceNames(ports))));
      if (!agree(described, found)) {
        throw error(
            described,
            "port '%s' is a %s%s, in the design it is an %s"
                .formatted(
                    described.name(),
                    described.mode(),
                    described.stream() ? " of portType stream" : "",
                    found.kind()));
      }
      if (described.dataWidth() != found.dataBits()) {
        throw error(
            described,
            "port '%s' has %d data bits, in the design it has %d"
                .formatted(described.name(), described.dataWidth(), found.dataBits()));
      }
      if (described.slave() && addressable(found) < neededRange()) {
        throw error(
            described,
            "port '%s' has %d address bits, too few for the registers up to 0x%x"
                .formatted(described.name(), found.addressBits(), neededRange()));
      }
    }
    for (BusInterface master : ports.masters()) {
      if (kernel.ports().stream().noneMatch(p -> p.name().equalsIgnoreCase(master.name()))) {
        throw error("the design has a master '" + master.name() + "' that is not described");
      }
    }
    if (protocol() != ControlProtocol.AP_CTRL_NONE) {
      ports.control();
    }
  }

  /**
   * Tells whether the description of a port and the interface that was found are of the same kind.
   * A stream has the mode of a bus, or read_only or write_only from the kernel's point of view.
   */
  private static boolean agree(KernelPort described, BusInterface found) {
    if (described.stream() != found.isStream()) {
      return false;
    }
    return switch (found.kind().role()) {
      case STREAM_IN -> described.mode().equals("slave") || described.mode().equals("read_only");
      case STREAM_OUT -> described.mode().equals("master") || described.mode().equals("write_only");
      case MASTER -> !described.slave();
      case REGISTERS, MEMORY -> described.slave();
      case HOST_LINK -> false;
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

  /** Checks that every listed pin is in the design, with the same direction and width. */
  void checkPins(List<Port> design) {
    for (Port pin : pins) {
      Port found =
          design.stream()
              .filter(each -> each.name().equalsIgnoreCase(pin.name()))
              .findFirst()
              .orElseThrow(
                  () ->
                      error(
                          "pin " + pin.name(),
                          "pin '%s' is not in the design, whose top '%s' has: %s"
                              .formatted(
                                  pin.name(),
                                  top,
                                  design.stream()
                                      .map(Port::name)
                                      .collect(Collectors.joining(", ")))));
      if (found.direction() != pin.direction()) {
        throw error(
            "pin " + pin.name(),
            "pin '%s' is an %s, in the design it is an %s"
                .formatted(
                    pin.name(),
                    pin.direction().name().toLowerCase(Locale.ROOT),
                    found.direction().name().toLowerCase(Locale.ROOT)));
      }
      if (pin.width() > 0 && found.width() != pin.width()) {
        throw error(
            "pin " + pin.name(),
            "pin '%s' has %d bits, in the design it has %d"
                .formatted(pin.name(), pin.width(), found.width()));
      }
    }
  }

  /**
   * Checks that every argument is a register of another description of the kernel, at the same
   * offset.
   */
  void checkRegisters(KernelDescription other) {
    if (other.kernel.args().stream().noneMatch(KernelDescription::isInRegisters)) {
      return; // a component without a register map does not describe registers
    }
    for (ArgComponent argument : kernel.args()) {
      if (!isInRegisters(argument)) {
        continue;
      }
      if (other.kernel.args().stream()
          .filter(KernelDescription::isInRegisters)
          .noneMatch(register -> covers(register, argument.offset()))) {
        throw error(
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

  private RtlException error(ArgComponent argument, String problem) {
    return error("arg " + argument.name(), problem);
  }

  private RtlException error(KernelPort port, String problem) {
    return error("port " + port.name(), problem);
  }

  private RtlException error(String problem) {
    return error("kernel " + kernel.name(), problem);
  }

  RtlException error(String what, String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID,
        origin.locationOf(what)
            + ": kernel '"
            + kernel.name()
            + "': "
            + problem
            + ". Correct the description");
  }
}
