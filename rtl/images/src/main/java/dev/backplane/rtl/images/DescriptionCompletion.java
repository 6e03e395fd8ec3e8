package dev.backplane.rtl.images;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusInterface.Role;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import java.util.ArrayList;
import java.util.List;

/**
 * Completes a partial description from the design: missing ports, missing widths, and the port of
 * an argument if only one is possible.
 */
final class DescriptionCompletion {
  /** A 4 KiB page: the default range of registers in packaging tools. */
  private static final long DEFAULT_RANGE = 0x1000;

  private final KernelDescription description;
  private final KernelPorts design;

  DescriptionCompletion(KernelDescription description, KernelPorts design) {
    this.description = description;
    this.design = design;
  }

  KernelMetadata complete() {
    KernelMetadata kernel = description.kernel();
    List<KernelPort> ports = new ArrayList<>();
    kernel.ports().forEach(port -> ports.add(withWidth(port)));
    for (BusInterface bus : design.interfaces()) {
      if (bus.kind().role() != Role.MEMORY
          && bus.kind().role() != Role.HOST_LINK
          && ports.stream().noneMatch(port -> port.name().equalsIgnoreCase(bus.name()))) {
        ports.add(port(bus));
      }
    }
    List<ArgComponent> args = kernel.args().stream().map(arg -> withPort(arg, ports)).toList();
    return kernel.with(ports, args);
  }

  private KernelPort withWidth(KernelPort port) {
    int width =
        design.interfaces().stream()
            .filter(bus -> bus.name().equalsIgnoreCase(port.name()))
            .map(BusInterface::dataBits)
            .findFirst()
            .orElse(0);
    return port.dataWidth() != 0
        ? port
        : new KernelPort(
            port.name(), port.mode(), port.range(), width, port.portType(), port.base());
  }

  private static KernelPort port(BusInterface bus) {
    return switch (bus.kind().role()) {
      case STREAM_IN -> new KernelPort(bus.name(), "slave", 0, bus.dataBits(), "stream", 0);
      case STREAM_OUT -> new KernelPort(bus.name(), "master", 0, bus.dataBits(), "stream", 0);
      case MASTER -> new KernelPort(bus.name(), "master", -1L, bus.dataBits(), "addressable", 0);
      case REGISTERS, MEMORY, HOST_LINK ->
          new KernelPort(bus.name(), "slave", range(bus), bus.dataBits(), "addressable", 0);
    };
  }

  private static long range(BusInterface slave) {
    return 1L << Math.clamp(slave.addressBits(), 5, Long.numberOfTrailingZeros(DEFAULT_RANGE));
  }

  private ArgComponent withPort(ArgComponent argument, List<KernelPort> ports) {
    if (!argument.port().isEmpty()) {
      return argument;
    }
    List<String> possible =
        argument.qualifier() == AddressQualifier.SCALAR
            ? List.of(design.control().name())
            : ports.stream()
                .filter(port -> canCarry(argument, port))
                .map(KernelPort::name)
                .toList();
    if (possible.size() != 1) {
      throw description.error(
          "arg " + argument.name(),
          possible.isEmpty()
              ? "argument '%s' is a %s, and the design has no port for one"
                  .formatted(argument.name(), kindOf(argument))
              : "argument '%s' is a %s and does not say through which port; the design has %s"
                  .formatted(argument.name(), kindOf(argument), possible));
    }
    return new ArgComponent(
        argument.name(),
        argument.qualifier(),
        argument.id(),
        possible.getFirst(),
        argument.size(),
        argument.offset(),
        argument.hostOffset(),
        argument.hostSize(),
        argument.type());
  }

  private static boolean canCarry(ArgComponent argument, KernelPort port) {
    return argument.qualifier() == AddressQualifier.STREAM
        ? port.stream()
        : port.mode().equals("master") && !port.stream();
  }

  private static String kindOf(ArgComponent argument) {
    return argument.qualifier() == AddressQualifier.STREAM ? "stream" : "pointer";
  }
}
