package dev.backplane.rtl.engines.jvm;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** The loaded classes of a design. */
final class GeneratedParts {
  private final List<Constructor<? extends Part>> constructors = new ArrayList<>();

  /**
   * Loads and verifies classes.
   *
   * @throws IllegalStateException if a class is missing or another one
   * @throws LinkageError if a class is damaged
   */
  GeneratedParts(List<byte[]> classes) {
    GeneratedClassLoader loader = new GeneratedClassLoader(classes);
    try {
      for (int i = 0; i < classes.size(); i++) {
        constructors.add(loader.part(i).getConstructor(long[].class, long[].class));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated classes do not load", e);
    }
    if (constructors.isEmpty()) {
      throw new IllegalStateException("there are no generated classes");
    }
  }

  ClassLoader loader() {
    return constructors.getFirst().getDeclaringClass().getClassLoader();
  }

  /** Creates the parts of an engine at power-up. */
  Part[] create(long[] pins, long[] scratch, Object[] memories) {
    Part[] made = new Part[constructors.size()];
    try {
      for (int i = 0; i < made.length; i++) {
        made[i] = constructors.get(i).newInstance(pins, scratch);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a generated class has no instance", e);
    }
    for (Part part : made) {
      part.link(made, memories);
    }
    return made;
  }
}
