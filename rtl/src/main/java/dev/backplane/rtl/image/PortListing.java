package dev.backplane.rtl.image;

import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The ports of a kernel in the order and with the modes that Vitis writes. XRT takes the range of
 * the first port whose mode is slave for that of the registers, whatever the port is, and refuses a
 * kernel whose arguments lie outside of it: the port with the control registers comes first, and
 * streams are read_only or write_only.
 */
final class PortListing {
  private PortListing() {}

  /**
   * Lists the ports of a kernel anew.
   *
   * @param kernel the kernel
   * @param control the name of the port with its control registers, if it has one
   * @return the same kernel
   */
  static KernelMetadata of(KernelMetadata kernel, Optional<String> control) {
    List<KernelPort> ports =
        kernel.ports().stream()
            .map(PortListing::withMode)
            .sorted(Comparator.comparingInt(port -> place(port, control)))
            .toList();
    return kernel.with(ports, kernel.args());
  }

  private static int place(KernelPort port, Optional<String> control) {
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
