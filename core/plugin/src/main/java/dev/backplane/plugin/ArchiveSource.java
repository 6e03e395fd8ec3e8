package dev.backplane.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A jar, or a folder laid out like one: isolated and unloadable. */
final class ArchiveSource extends PluginSource {
  private final Path path;
  private final boolean jar;

  ArchiveSource(Path path, boolean jar) {
    this.path = path;
    this.jar = jar;
  }

  @Override
  public String location() {
    return path.toString();
  }

  @Override
  List<MetaTable> read() {
    try {
      return jar ? readJar() : readFolder();
    } catch (NoSuchFileException e) {
      throw unreadable("there is no such file", e);
    } catch (IOException e) {
      throw unreadable("cannot be read as a " + (jar ? "jar" : "folder") + ": " + e, e);
    }
  }

  @Override
  ClassLoader open(ClassLoader host, Set<String> shared) {
    try {
      List<URL> urls = new ArrayList<>();
      urls.add(path.toUri().toURL());
      Path libraries = path.resolve("lib");
      if (!jar && Files.isDirectory(libraries)) {
        for (PluginSource library : jarsIn(libraries)) {
          urls.add(Path.of(library.location()).toUri().toURL());
        }
      }
      return new PluginClassLoader(location(), urls.toArray(new URL[0]), host, shared);
    } catch (MalformedURLException e) {
      throw unreadable("has a name that is no URL: " + e, e);
    }
  }

  private List<MetaTable> readJar() throws IOException {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      ZipEntry entry = zip.getEntry(MetaFile.LOCATION);
      if (entry == null) {
        throw missing();
      }
      return MetaFile.read(zip.getInputStream(entry), path + "!/" + MetaFile.LOCATION, null);
    }
  }

  private List<MetaTable> readFolder() throws IOException {
    if (!Files.isDirectory(path)) {
      throw new NoSuchFileException(path.toString());
    }
    Path file = path.resolve(MetaFile.LOCATION);
    if (!Files.exists(file)) {
      throw missing();
    }
    return MetaFile.read(Files.newInputStream(file), file.toString(), null);
  }

  private PluginException missing() {
    return new PluginException(
        PluginError.META_MISSING,
        Position.of(location()),
        "has no "
            + MetaFile.LOCATION
            + ", so it is no plugin; put one in or take the "
            + (jar ? "jar" : "folder")
            + " away");
  }

  private PluginException unreadable(String text, IOException cause) {
    return new PluginException(PluginError.NOT_A_PLUGIN, Position.of(location()), text, cause);
  }
}
