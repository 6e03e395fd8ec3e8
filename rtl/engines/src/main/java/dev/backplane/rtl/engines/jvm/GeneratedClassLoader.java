package dev.backplane.rtl.engines.jvm;

import java.util.List;

/**
 * The loader of one design's classes. They refer to each other by name, which hidden classes
 * cannot, and are unloaded with the loader.
 */
final class GeneratedClassLoader extends ClassLoader {
  private final List<byte[]> classes;

  GeneratedClassLoader(List<byte[]> classes) {
    super("design", Part.class.getClassLoader());
    this.classes = classes;
    // Only generated code may access the package.
    Part.class.getModule().addExports(Part.class.getPackageName(), getUnnamedModule());
  }

  /** Initializes the class, before which the JVM verifies it. */
  Class<? extends Part> part(int number) throws ClassNotFoundException {
    return Class.forName(name(number), true, this).asSubclass(Part.class);
  }

  private static String name(int number) {
    var type = CodegenContext.partClass(number);
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
