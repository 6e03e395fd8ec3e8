package dev.backplane.rtl.images;

import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Puts the ports of a kernel into the order and modes of Vitis. XRT uses the range of the first
 * port with mode slave as the range of the registers, whatever the port is, and rejects a kernel
 * with arguments outside it. So the port with the control registers comes first, and streams are
 * read_only or write_only.
 */
final class VitisPortOrder {
  private VitisPortOrder() {}

  /**
   * Reorders the ports of a kernel.
   *
   * @param kernel the kernel
   * @param control the name of the port with its control registers, if it has one
   * @return the kernel with reordered ports
   */
  static KernelMetadata apply(KernelMetadata kernel, Optional<String> control) {
    List<KernelPort> ports =
        kernel.ports().stream()
            .map(VitisPortOrder::withMode)
            .sorted(Comparator.comparingInt(port -> rank(port, control)))
            .toList();
    return kernel.with(ports, kernel.args());
  }

  private static int rank(KernelPort port, Optional<String> control) {
    if (port.slave()) {
      return control.filter(port.name()::equalsIgnoreCase).isPresent() ? 0 : 1;
    }
    return port.stream() ? 3 : 2;
  }

  private static KernelPort withMode(KernelPort port) {
    if (!port.stream()) {
      return port;
    }
    String mode =
        switch (port.mode()) {
          case "slave" -> "read_only";
          case "master" -> "write_only";
          default -> port.mode();
        };
    return new KernelPort(
        port.name(), mode, port.range(), port.dataWidth(), port.portType(), port.base());
  }
}
