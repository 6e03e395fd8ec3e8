package dev.backplane.house;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The classes that a test runs with, for code that it compiles and loads. */
final class ClassPath {
  private ClassPath() {}

  /** {@return jars and folders, by their absolute paths} */
  static List<String> entries() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(key -> System.getProperty(key, ""))
        .flatMap(value -> Stream.of(value.split(File.pathSeparator, -1)))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .toList();
  }

  /**
   * Makes a loader that has all of Backplane and some more classes, so that those may be in
   * packages of Backplane.
   *
   * @param classes the folder of the classes, which come first
   */
  static URLClassLoader loader(Path classes) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    urls.add(classes.toUri().toURL());
    for (String entry : entries()) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
