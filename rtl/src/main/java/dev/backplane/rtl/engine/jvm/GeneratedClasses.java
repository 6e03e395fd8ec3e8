package dev.backplane.rtl.engine.jvm;

import java.util.List;

/**
 * The loader of one design's classes: they refer to each other by name, which hidden classes could
 * not, and go when the loader does.
 */
final class GeneratedClasses extends ClassLoader {
  private final List<byte[]> classes;

  GeneratedClasses(List<byte[]> classes) {
    super("design", Part.class.getClassLoader());
    this.classes = classes;
    // Nobody but generated code is let in.
    Part.class.getModule().addExports(Part.class.getPackageName(), getUnnamedModule());
  }

  Class<? extends Part> part(int number) throws ClassNotFoundException {
    return loadClass(name(number)).asSubclass(Part.class);
  }

  private static String name(int number) {
    var type = ClassShape.part(number);
    return type.packageName() + "." + type.displayName();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    for (int i = 0; i < classes.size(); i++) {
      if (name.equals(name(i))) {
        byte[] file = classes.get(i);
        return defineClass(name, file, 0, file.length);
      }
    }
    throw new ClassNotFoundException(name);
  }
}
