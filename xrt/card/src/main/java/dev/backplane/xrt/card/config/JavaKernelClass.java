package dev.backplane.xrt.card.config;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.cardkit.AcceleratorClass;
import dev.backplane.rtl.cardkit.AcceleratorClasses;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.ShortKernel;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A class that a configuration or an image names for a kernel: found once, then asked for objects.
 */
public final class JavaKernelClass implements Supplier<FunctionalKernel> {
  private final AcceleratorClass<FunctionalKernel> found;

  /**
   * Finds a class.
   *
   * @param classes where to look for it
   * @param name its name
   * @param wrong makes the error for a problem with it
   */
  public JavaKernelClass(
      AcceleratorClasses classes, String name, Function<String, BackplaneException> wrong) {
    found =
        classes.find(
            FunctionalKernel.class,
            name,
            problem ->
                wrong.apply(
                    problem
                        + "; name the jar or folder that has it with --class-path, or in"
                        + " 'class_path' of the card"));
  }

  /** {@return whether the class says that executions of it are short} */
  public boolean isShort() {
    return ShortKernel.class.isAssignableFrom(found.type());
  }

  @Override
  public FunctionalKernel get() {
    try {
      return found.make();
    } catch (IllegalStateException e) {
      throw BackplaneException.because(ErrorCode.KERNEL_FAILED, String.valueOf(e.getMessage()))
          .remedy("Correct the constructor of the class, and build it again")
          .causedBy(e)
          .build();
    }
  }
}
