package dev.backplane.xrt.card.image;

import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.config.JavaKernelClass;
import java.util.function.Supplier;

/**
 * A kernel in Java.
 *
 * @param functions makes the object that computes, one for each compute unit
 */
public record JavaKernel(Supplier<? extends FunctionalKernel> functions) implements KernelCode {
  @Override
  public boolean isShort() {
    return functions instanceof JavaKernelClass named && named.isShort();
  }
}
