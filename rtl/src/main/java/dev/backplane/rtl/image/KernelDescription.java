package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.KernelXml;
import dev.backplane.xclbin.XclbinException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads kernel descriptions and holds them to themselves and to the ports of a design. */
final class KernelDescription {
  /** Control, interrupt and status registers lie below, where arguments begin. */
  private static final long FIRST_ARGUMENT = 0x10;

  private static final long MOST_REGISTERS = 1L << 30;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final KernelMetadata kernel;
  private final String file;

  private KernelDescription(KernelMetadata kernel, String file) {
    this.kernel = kernel;
    this.file = file;
  }

  /** Reads a file and checks what can be checked without a design. */
  static KernelDescription read(Path path) {
    try {
      return of(Files.readAllBytes(path), path.toString());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          "kernel description '%s' cannot be read: %s"
              .formatted(path, e instanceof NoSuchFileException ? "no such file" : e.toString()),
          e);
    }
  }

  static KernelDescription of(byte[] document, String file) {
    KernelMetadata kernel;
    try {
      kernel = KernelXml.read(document);
    } catch (XclbinException e) {
      throw new RtlException(RtlError.DESCRIPTION_INVALID, file + ": " + e.getMessage(), e);
    }
    KernelDescription description = new KernelDescription(kernel, file);
    description.checkItself();
    return description;
  }

  KernelMetadata kernel() {
    return kernel;
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
        throw wrong("port '" + port.name() + "' appears twice");
      }
    }
    if (kernel.addressRange() < FIRST_ARGUMENT || kernel.addressRange() > MOST_REGISTERS) {
      throw wrong(
          "the registers have a range of 0x%x bytes; 0x%x to 0x%x are possible"
              .formatted(kernel.addressRange(), FIRST_ARGUMENT, MOST_REGISTERS));
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
                        "%s goes through port '%s', which is not among the ports: %s"
                            .formatted(what, argument.port(), portNames())));
    boolean slave =
        switch (argument.qualifier()) {
          case SCALAR -> true;
          case GLOBAL, CONSTANT -> false;
          case STREAM -> {
            if (!port.stream()) {
              throw wrong(
                  "%s is a stream and goes through port '%s', which is none; say portType=\"stream\""
                      .formatted(what, port.name()));
            }
            yield false;
          }
          case LOCAL -> throw wrong(what + " is memory inside the kernel, which nobody can set");
        };
    if (port.stream()) {
      if (argument.qualifier() != AddressQualifier.STREAM) {
        throw wrong("%s goes through the stream '%s'".formatted(what, port.name()));
      }
      return;
    }
    if (port.slave() != slave) {
      throw wrong(
          "%s goes through port '%s', which is a %s; %s"
              .formatted(
                  what,
                  port.name(),
                  port.slave() ? "slave" : "master",
                  slave ? "scalars need a slave" : "pointers need a master"));
    }
    if (argument.size() < 1 || argument.size() > 8) {
      throw wrong(what + " has " + argument.size() + " bytes; registers have 1 to 8");
    }
    if (!slave && argument.size() != 8) {
      throw wrong(what + " is a pointer of " + argument.size() + " bytes; pointers have 8");
    }
    if (argument.offset() < FIRST_ARGUMENT || argument.offset() % 4 != 0) {
      throw wrong(
          "%s lies at 0x%x; arguments start at 0x%x and lie at multiples of 4"
              .formatted(what, argument.offset(), FIRST_ARGUMENT));
    }
    if (argument.offset() > kernel.addressRange() - argument.size()) {
      throw wrong(
          "%s lies at 0x%x, the registers end at 0x%x"
              .formatted(what, argument.offset(), kernel.addressRange()));
    }
  }

  private void checkOverlaps() {
    Set<Integer> ids = new HashSet<>();
    for (ArgComponent one : kernel.args()) {
      OptionalInt id = one.id();
      if (id.isPresent() && !ids.add(id.getAsInt())) {
        throw wrong("id " + id.getAsInt() + " is given to two arguments");
      }
      for (ArgComponent other : kernel.args()) {
        if (!one.equals(other)
            && isInRegisters(one)
            && isInRegisters(other)
            && one.offset() <= other.offset()
            && other.offset() < one.offset() + one.size()) {
          throw wrong(
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
                          "port '%s' is not in the design, which has: %s"
                              .formatted(described.name(), interfaceNames(ports))));
      if (!agree(described, found)) {
        throw wrong(
            "port '%s' is a %s%s, in the design it is an %s"
                .formatted(
                    described.name(),
                    described.mode(),
                    described.stream() ? " of portType stream" : "",
                    found.kind()));
      }
      if (described.dataWidth() != found.dataBits()) {
        throw wrong(
            "port '%s' has %d data bits, in the design it has %d"
                .formatted(described.name(), described.dataWidth(), found.dataBits()));
      }
      if (described.slave() && addressable(found) < neededRange()) {
        throw wrong(
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

  private RtlException wrong(String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID,
        file + ": kernel '" + kernel.name() + "': " + problem + ". Correct the description");
  }
}
