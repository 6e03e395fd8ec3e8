package dev.backplane.ffi;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The jar or folder that a class is read from now. The code source of a class of an AOT cache names
 * the place where the cache was made, which an installation may have left since.
 */
public final class ClassPlace {
  private static final String IN_JAR = "!/";

  private ClassPlace() {}

  /**
   * Finds the place.
   *
   * @param type a class
   * @return its jar, or the folder that its package is in; empty if it is in an image of the JDK
   */
  public static Optional<Path> of(Class<?> type) {
    String name = type.getName();
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    URL found = type.getResource(file);
    if (found == null) {
      return Optional.empty();
    }
    String place = found.toString();
    if (place.startsWith("jar:file:") && place.contains(IN_JAR)) {
      return Optional.of(
          Path.of(URI.create(place.substring("jar:".length(), place.lastIndexOf(IN_JAR)))));
    }
    String inFolder = name.replace('.', '/') + ".class";
    return place.startsWith("file:") && place.endsWith(inFolder)
        ? Optional.of(Path.of(URI.create(place.substring(0, place.length() - inFolder.length()))))
        : Optional.empty();
  }
}
