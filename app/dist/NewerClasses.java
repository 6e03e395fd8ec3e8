import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.ModuleRequireInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Writes jars anew whose class files are too old for the JVM's AOT cache: before version 50 they
 * have no stack maps, and the cache takes only what was verified with them. And gives a module
 * descriptor to jars that only say what their module is called, if they need nothing but java.base:
 * the JDK links no image with modules that have none. Called with the jars to look at; writes
 * {@code X-newer.jar} beside {@code X.jar}, and prints what it wrote. Jars that need nothing are
 * not written, and neither are signed ones, whose signature would no longer be true.
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

  private static final String DESCRIPTOR = "module-info.class";

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
      Optional<byte[]> descriptor = descriptor(jar, entries);
      if (signed
          || (descriptor.isEmpty() && entries.stream().noneMatch(e -> isOld(start(jar, e))))) {
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
        if (descriptor.isPresent()) {
          JarEntry added = new JarEntry(DESCRIPTOR);
          added.setTimeLocal(entries.getFirst().getTimeLocal());
          out.putNextEntry(added);
          out.write(descriptor.get());
        }
      }
      System.out.println(
          to
              + ": "
              + changed
              + " class files are newer"
              + (descriptor.isPresent() ? ", and it has a module descriptor" : ""));
    }
  }

  /** The descriptor of a jar that has a name for its module, none itself, and needs no other. */
  private static Optional<byte[]> descriptor(JarFile jar, List<JarEntry> entries)
      throws IOException {
    String name =
        jar.getManifest() == null
            ? null
            : jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
    List<String> classes =
        entries.stream().map(JarEntry::getName).filter(each -> each.endsWith(".class")).toList();
    boolean isModule =
        classes.stream().anyMatch(each -> each.equals(DESCRIPTOR) || each.startsWith("META-INF/"));
    if (name == null || isModule) {
      return Optional.empty();
    }
    Set<String> own = new TreeSet<>();
    Set<String> used = new TreeSet<>();
    for (JarEntry entry : entries) {
      if (entry.getName().endsWith(".class")) {
        own.add(packageOf(entry.getName()));
        for (PoolEntry each :
            ClassFile.of().parse(bytes(jar, entry, Integer.MAX_VALUE)).constantPool()) {
          if (each instanceof ClassEntry type) {
            String plain = type.asInternalName().replaceFirst("^\\[+L?", "");
            used.add(packageOf(plain));
          }
        }
      }
    }
    used.removeAll(own);
    used.remove("");
    used.removeAll(Object.class.getModule().getPackages());
    if (!used.isEmpty() || own.contains("")) {
      return Optional.empty();
    }
    return Optional.of(
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of(name),
                    module -> {
                      module.requires(
                          ModuleRequireInfo.of(
                              ModuleDesc.of("java.base"),
                              Set.of(AccessFlag.MANDATED),
                              System.getProperty("java.specification.version")));
                      own.forEach(each -> module.exports(PackageDesc.of(each), Set.of()));
                    })));
  }

  private static String packageOf(String file) {
    return file.contains("/") ? file.substring(0, file.lastIndexOf('/')).replace('/', '.') : "";
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
