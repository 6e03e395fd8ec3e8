package dev.backplane.drivers.softcard.config;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.FunctionalKernel;
import dev.backplane.drivers.softcard.ShortKernel;
import java.lang.reflect.Constructor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A class that a configuration or an image names for a kernel: found once, then asked for objects.
 */
public final class JavaKernelClass implements Supplier<FunctionalKernel> {
  private final Constructor<? extends FunctionalKernel> constructor;

  /**
   * Finds a class.
   *
   * @param classes where to look for it
   * @param name its name
   * @param wrong makes the error for a problem with it
   */
  public JavaKernelClass(
      KernelClasses classes, String name, Function<String, BackplaneException> wrong) {
    Class<?> type = find(classes, name, wrong);
    if (!FunctionalKernel.class.isAssignableFrom(type)) {
      throw wrong.apply(name + " does not implement " + FunctionalKernel.class.getName());
    }
    try {
      constructor = type.asSubclass(FunctionalKernel.class).getConstructor();
    } catch (NoSuchMethodException e) {
      throw wrong
          .apply(name + " has no public constructor without parameters")
          .with()
          .causedBy(e)
          .build();
    }
  }

  private static Class<?> find(
      KernelClasses classes, String name, Function<String, BackplaneException> wrong) {
    try {
      // Not initialised: an image may name any class, and only a kernel's code shall run.
      return Class.forName(name, false, classes.loader());
    } catch (ClassNotFoundException e) {
      throw wrong
          .apply(
              "class %s is not on %s; name the jar or folder that has it with --class-path, or in 'class_path' of the card"
                  .formatted(name, classes))
          .with()
          .causedBy(e)
          .build();
    } catch (LinkageError e) {
      throw wrong.apply("class " + name + " cannot be loaded: " + e).with().causedBy(e).build();
    }
  }

  /** {@return whether the class says that executions of it are short} */
  public boolean isShort() {
    return ShortKernel.class.isAssignableFrom(constructor.getDeclaringClass());
  }

  @Override
  public FunctionalKernel get() {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw BackplaneException.because(
              ErrorCode.KERNEL_FAILED,
              "an object of " + constructor.getDeclaringClass().getName() + " cannot be made: " + e)
          .remedy("Make the class and its constructor public, in an exported package")
          .causedBy(e)
          .build();
    }
  }
}
