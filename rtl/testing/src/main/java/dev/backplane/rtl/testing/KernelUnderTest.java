package dev.backplane.rtl.testing;

import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import java.util.List;
import java.util.Optional;

/**
 * The kernel that is tested.
 *
 * @param metadata its name and arguments
 * @param protocol how it is controlled
 * @param ports its ports
 * @param netlist its design
 */
record KernelUnderTest(
    KernelMetadata metadata, ControlProtocol protocol, KernelPorts ports, Netlist netlist) {
  String name() {
    return metadata.name();
  }

  List<KernelArgument> arguments() {
    return metadata.arguments();
  }

  /** {@return the interface of a stream, by the name of the argument or its own} */
  Optional<BusInterface> stream(String name) {
    String port =
        arguments().stream()
            .filter(argument -> argument.qualifier() == AddressQualifier.STREAM)
            .filter(argument -> argument.name().equals(name))
            .map(KernelArgument::port)
            .findFirst()
            .orElse(name);
    return ports.streams().stream().filter(bus -> bus.name().equalsIgnoreCase(port)).findFirst();
  }

  /** {@return the output streams, by the name of the argument if there is one} */
  List<String> outputStreams() {
    return ports.streams().stream()
        .filter(BusInterface::isStreamOut)
        .map(bus -> outputName(bus.name()))
        .toList();
  }

  /** {@return the name of an output stream, of the names that it has the first one} */
  String outputName(String name) {
    String port = stream(name).map(BusInterface::name).orElse(name);
    return arguments().stream()
        .filter(argument -> argument.qualifier() == AddressQualifier.STREAM)
        .filter(argument -> argument.port().equalsIgnoreCase(port))
        .map(KernelArgument::name)
        .findFirst()
        .orElse(port);
  }

  /** {@return the type of a stream's data, bytes if its argument does not say it} */
  ElementType streamType(String name) {
    return arguments().stream()
        .filter(argument -> argument.name().equals(name))
        .map(argument -> ElementType.ofC(argument.type()))
        .findFirst()
        .orElse(ElementType.U8);
  }
}
