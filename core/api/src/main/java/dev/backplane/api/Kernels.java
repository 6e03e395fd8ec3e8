package dev.backplane.api;

import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Set;

/** The ability to run kernels: of a {@link Program}, or of a device whose kernels are fixed. */
public interface Kernels extends Facet {
  /** {@return the names of the kernels, in the order of the image} */
  List<String> kernels();

  /**
   * Gives a kernel.
   *
   * @param name its name
   * @return the kernel
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_KERNEL} naming those there are
   */
  @Operation("find kernel {0} in")
  Kernel kernel(String name);

  /** {@return what the device can do with runs} */
  @Operation("ask for the abilities of")
  Set<RunAbility> abilities();
}
