package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.RunAbility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A loaded image as one holder sees it. */
final class XrtProgram implements Program {
  private final XrtFabric fabric;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();

  XrtProgram(XrtCard card, XrtSession session, XrtFabric fabric) {
    this.fabric = fabric;
    fabric
        .kernels()
        .forEach((name, kernel) -> kernels.put(name, new XrtKernel(card, session, fabric, kernel)));
  }

  boolean isOf(XrtFabric other) {
    return fabric == other;
  }

  /** The library aborts nothing for C. */
  @Override
  public Set<RunAbility> abilities() {
    return Set.of();
  }

  @Override
  public UUID uuid() {
    return fabric.image().uuid();
  }

  @Override
  public List<String> kernels() {
    return List.copyOf(kernels.keySet());
  }

  @Override
  public Kernel kernel(String name) {
    fabric.checkLoaded("kernel " + name);
    Kernel kernel = kernels.get(name);
    if (kernel == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'; there are " + kernels())
          .on("image " + fabric.image().name())
          .build();
    }
    return kernel;
  }
}
