package dev.backplane.rtl.harness.ports;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A protocol between a kernel and its environment: which ports belong to it, and its rules. A
 * protocol is a provider of this service, and nothing else names it.
 */
public interface BusProtocol {
  /** The protocol of kernels whose description names none and whose ports match no other. */
  String DEFAULT = "axi";

  /** The providers, loaded once. */
  final class Known {
    private static final List<BusProtocol> ALL =
        ServiceLoader.load(BusProtocol.class, BusProtocol.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private Known() {}
  }

  /** {@return its name in descriptions and manifests, for example axi} */
  String name();

  /**
   * Finds the interfaces of this protocol among ports.
   *
   * @param ports the ports of a kernel
   * @return the interfaces, in the order of their first ports; none if no ports match
   */
  List<BusInterface> match(List<Port> ports);

  /**
   * Finds out whether an input is a reset that the protocol defines. When such a one is active is
   * not for the design to say, nor for its name.
   *
   * @param port an input of one bit that is in none of the interfaces
   * @return whether it is active while it is 0; empty if the protocol has no such reset
   */
  default Optional<Boolean> resetActiveLow(Port port) {
    return Optional.empty();
  }

  /** {@return the rules that a kernel can violate} */
  List<? extends Rule> rules();

  /**
   * Finds the interface through which a kernel is controlled.
   *
   * @param ports the ports of a kernel of this protocol
   * @return one of its interfaces
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none, or if it is ambiguous
   */
  BusInterface control(KernelPorts ports);

  /**
   * Checks that two streams can be connected.
   *
   * @param from the name of the transmitting end
   * @param out its interface
   * @param to the name of the receiving end
   * @param in its interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} with the difference
   */
  default void checkLink(String from, BusInterface out, String to, BusInterface in) {
    throw new RtlException(
        RtlError.INTERFACE_MISSING,
        "stream %s cannot be connected to %s: protocol %s has no streams"
            .formatted(from, to, name()));
  }

  /** {@return all known protocols} */
  static List<BusProtocol> all() {
    return Known.ALL;
  }

  /**
   * Finds a protocol.
   *
   * @param name its name
   * @return the protocol
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} with the names of the known ones
   */
  static BusProtocol named(String name) {
    return all().stream()
        .filter(protocol -> protocol.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new RtlException(
                    RtlError.INTERFACE_MISSING,
                    "there is no bus protocol '%s'; say bus = one of %s"
                        .formatted(
                            name,
                            String.join(
                                ", ", all().stream().map(BusProtocol::name).sorted().toList()))));
  }

  /**
   * Finds the protocol of ports: the first one besides {@link #DEFAULT} whose interfaces are among
   * them, or else the default.
   *
   * @param ports the ports of a kernel
   * @return the protocol
   */
  static BusProtocol of(List<Port> ports) {
    return all().stream()
        .filter(protocol -> !protocol.name().equals(DEFAULT) && !protocol.match(ports).isEmpty())
        .findFirst()
        .orElseGet(() -> named(DEFAULT));
  }
}
