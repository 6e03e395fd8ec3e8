package dev.backplane.rtl.images;

import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.Xclbin;
import java.util.List;
import java.util.Optional;

/**
 * A built image, and the results of its elaboration.
 *
 * @param xclbin the image
 * @param kernels its kernels
 */
public record BuiltImage(Xclbin xclbin, List<BuiltKernel> kernels) {
  /** Copies the list. */
  public BuiltImage {
    kernels = List.copyOf(kernels);
  }

  /**
   * {@return whether no kernel had to be elaborated, since all were earlier, and there are some}
   */
  public boolean cached() {
    return kernels.stream().anyMatch(kernel -> kernel.hardware().isPresent())
        && kernels.stream()
            .flatMap(kernel -> kernel.hardware().stream())
            .allMatch(Hardware::cached);
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
   * @param cached whether it was elaborated earlier, from the same inputs
   * @param sources what it was made of
   * @param top the top of the sources
   */
  public record Hardware(
      KernelPorts ports, Elaboration elaboration, boolean cached, Sources sources, String top) {}
}
