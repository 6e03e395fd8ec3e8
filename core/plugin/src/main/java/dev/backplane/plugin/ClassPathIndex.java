package dev.backplane.plugin;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * An index of what the {@code meta.toml} files of a class path say, written down beside its jars
 * when a distribution is made: a start then neither opens the jars nor parses TOML. It is for class
 * paths whose jars lie in one folder, and has the size and time of each; where any of it is not so
 * any more, the files themselves are read.
 */
final class ClassPathIndex {
  /** Its name, in the folder of the jars. */
  static final String FILE = "plugins.index";

  /** The first words of the file; another number when its form changes. */
  private static final String FORM = "Backplane plugins, form 1";

  private static final String CLASS_PATH = "java.class.path";

  private ClassPathIndex() {}

  /**
   * Writes the index of the class path that this runs on.
   *
   * @param arguments none
   * @throws IOException if a jar cannot be read or the file not written
   * @throws PluginException if a {@code meta.toml} cannot be read; there is no index then
   */
  public static void main(String... arguments) throws IOException {
    write(System.getProperty(CLASS_PATH, ""), ClassPathIndex.class.getClassLoader());
  }

  /** Writes the index of a class path, which the loader is for. */
  static void write(String classPath, ClassLoader loader) throws IOException {
    List<File> jars = jars(classPath);
    if (jars.isEmpty()) {
      throw new IOException("the class path is not made of jars in one folder");
    }
    Path file = index(jars).toPath();
    // Not what it said before.
    Files.deleteIfExists(file);
    for (File jar : jars) {
      refuseReference(jar);
    }
    List<PluginSource> sources = PluginSource.classPath(loader);
    // All are read before anything is written.
    sources.forEach(PluginSource::plugins);
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeUTF(FORM);
      out.writeInt(jars.size());
      for (File jar : jars) {
        out.writeUTF(jar.getName());
        out.writeLong(jar.length());
        out.writeLong(jar.lastModified());
      }
      out.writeInt(sources.size());
      for (PluginSource source : sources) {
        out.writeUTF(jarOf(source, jars).getName());
        MetaTableForm.write(source.plugins().stream().map(FoundPlugin::meta).toList(), out);
      }
    }
  }

  /** {@return the jar of a place, which is called as it will be from the index} */
  private static File jarOf(PluginSource source, List<File> jars) throws IOException {
    for (File jar : jars) {
      if (location(folder(jars), jar.getName()).equals(source.location())) {
        return jar;
      }
    }
    throw new IOException(source.location() + " is in no jar of the class path " + jars);
  }

  /** A jar may bring others into the class path, which nobody would see change. */
  private static void refuseReference(File jar) throws IOException {
    try (JarFile open = new JarFile(jar)) {
      Manifest manifest = open.getManifest();
      if (manifest != null
          && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null) {
        throw new IOException(jar + " has a Class-Path in its manifest");
      }
    }
  }

  /**
   * Reads the index of what a class loader sees.
   *
   * @param loader what the plugins are looked for with
   * @return the places, or null where there is no index that fits
   */
  static @Nullable List<PluginSource> read(ClassLoader loader) {
    boolean isOfClassPath =
        loader == ClassLoader.getSystemClassLoader()
            && System.getProperty("java.system.class.loader") == null
            && System.getProperty("jdk.module.path") == null;
    return isOfClassPath ? read(System.getProperty(CLASS_PATH, ""), loader) : null;
  }

  /** Reads the index of a class path, which the loader is for. */
  static @Nullable List<PluginSource> read(String classPath, ClassLoader loader) {
    List<File> jars = jars(classPath);
    if (jars.isEmpty() || !index(jars).isFile()) {
      return null;
    }
    try {
      return read(index(jars), jars, loader);
    } catch (IOException e) {
      // Whatever is wrong with it: the files themselves are there.
      return null;
    }
  }

  private static @Nullable List<PluginSource> read(File index, List<File> jars, ClassLoader loader)
      throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(index)))) {
      if (!in.readUTF().equals(FORM) || in.readInt() != jars.size()) {
        return null;
      }
      for (File jar : jars) {
        if (!in.readUTF().equals(jar.getName())
            || in.readLong() != jar.length()
            || in.readLong() != jar.lastModified()) {
          return null;
        }
      }
      String folder = folder(jars);
      List<PluginSource> sources = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        String location = location(folder, in.readUTF());
        sources.add(new IndexedSource(location, MetaTableForm.read(location, in), loader));
      }
      return List.copyOf(sources);
    }
  }

  /** {@return the entries of the class path if they are jars of one folder, else none} */
  private static List<File> jars(String classPath) {
    List<File> jars = new ArrayList<>();
    for (String entry : Version.split(classPath, File.pathSeparatorChar)) {
      File jar = new File(entry);
      if (!entry.endsWith(".jar")
          || jar.getParent() == null
          || (!jars.isEmpty() && !jar.getParent().equals(jars.getFirst().getParent()))) {
        return List.of();
      }
      jars.add(jar);
    }
    return jars;
  }

  private static File index(List<File> jars) {
    return new File(jars.getFirst().getParentFile(), FILE);
  }

  /** {@return the folder as the class loader has it: without links, as the path of a URL} */
  private static String folder(List<File> jars) throws IOException {
    File folder = jars.getFirst().getParentFile().getCanonicalFile();
    return folder.toURI().getRawPath();
  }

  private static String location(String folder, String jar) {
    return folder + jar + "!/" + MetaFile.LOCATION;
  }
}
