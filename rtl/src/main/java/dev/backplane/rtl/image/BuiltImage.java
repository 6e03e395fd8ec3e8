package dev.backplane.rtl.image;

import dev.backplane.rtl.frontend.Elaboration;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.Xclbin;
import java.util.List;
import java.util.Optional;

/**
 * A built image, and the results of its elaboration.
 *
 * @param xclbin the image
 * @param kernels its kernels
 * @param cached whether it was built earlier, from the same inputs
 */
public record BuiltImage(Xclbin xclbin, List<BuiltKernel> kernels, boolean cached) {
  /** Copies the list. */
  public BuiltImage {
    kernels = List.copyOf(kernels);
  }

  /** {@return the bytes of the image's file} */
  public byte[] bytes() {
    return xclbin.toBytes();
  }

  /**
   * A kernel of the image.
   *
   * @param metadata name, arguments and registers
   * @param hardware ports and netlist, if the kernel is RTL
   */
  public record BuiltKernel(KernelMetadata metadata, Optional<Hardware> hardware) {}

  /**
   * The results for a kernel in RTL.
   *
   * @param ports the classified ports
   * @param elaboration netlist, tool and warnings
   */
  public record Hardware(KernelPorts ports, Elaboration elaboration) {}
}
