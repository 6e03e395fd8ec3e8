import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Writes jars anew whose class files are too old for the JVM's AOT cache: before version 50 they
 * have no stack maps, and the cache takes only what was verified with them. Called with the jars to
 * look at; writes {@code X-newer.jar} beside {@code X.jar}, and prints what it wrote. Jars that
 * need nothing are not written, and neither are signed ones, whose signature would no longer be
 * true.
 */
final class NewerClasses {
  /** Where the version ends in a class file. */
  private static final int START = 8;

  /** The first version whose stack maps are a must; what later ones forbid, old classes may do. */
  private static final ClassFileVersion VERSION = ClassFileVersion.of(ClassFile.JAVA_7_VERSION, 0);

  /** Every instruction again, so that stack maps are made for them, and the version. */
  private static final ClassTransform NEWER =
      ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
          .andThen((type, each) -> type.with(each instanceof ClassFileVersion ? VERSION : each));

  private final ClassFile classFile;

  private NewerClasses(ClassLoader classes) {
    classFile =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  public static void main(String... jars) throws IOException {
    List<URL> places = new ArrayList<>();
    for (String jar : jars) {
      places.add(Path.of(jar).toUri().toURL());
    }
    try (URLClassLoader classes =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      NewerClasses newer = new NewerClasses(classes);
      for (String jar : jars) {
        newer.write(Path.of(jar), Path.of(jar.replaceFirst("\\.jar$", "-newer.jar")));
      }
    }
  }

  private void write(Path from, Path to) throws IOException {
    try (JarFile jar = new JarFile(from.toFile())) {
      List<JarEntry> entries = jar.stream().toList();
      boolean signed =
          entries.stream().anyMatch(each -> each.getName().matches("META-INF/[^/]+\\.SF"));
      if (signed || entries.stream().noneMatch(entry -> isOld(start(jar, entry)))) {
        return;
      }
      int changed = 0;
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
        for (JarEntry entry : entries) {
          byte[] bytes = bytes(jar, entry, Integer.MAX_VALUE);
          byte[] made = isOld(start(jar, entry)) ? newer(bytes) : bytes;
          changed += made == bytes ? 0 : 1;
          JarEntry same = new JarEntry(entry.getName());
          same.setTimeLocal(entry.getTimeLocal());
          out.putNextEntry(same);
          out.write(made);
        }
      }
      System.out.println(to + ": " + changed + " class files are newer");
    }
  }

  private static byte[] start(JarFile jar, JarEntry entry) {
    return entry.getName().endsWith(".class") ? bytes(jar, entry, START) : new byte[0];
  }

  private static byte[] bytes(JarFile jar, JarEntry entry, int most) {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readNBytes(most);
    } catch (IOException e) {
      throw new UncheckedIOException(jar.getName() + ", " + entry, e);
    }
  }

  private static boolean isOld(byte[] start) {
    return start.length >= START
        && ByteBuffer.wrap(start).getShort(START - Short.BYTES) < ClassFile.JAVA_6_VERSION;
  }

  /** A class that cannot be written anew, or would not be accepted, stays as it is. */
  private byte[] newer(byte[] bytes) {
    try {
      byte[] made = classFile.transformClass(classFile.parse(bytes), NEWER);
      return classFile.verify(made).isEmpty() ? made : bytes;
    } catch (IllegalArgumentException e) {
      return bytes;
    }
  }
}
