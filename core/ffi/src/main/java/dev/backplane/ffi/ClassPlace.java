package dev.backplane.ffi;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/**
 * The jar or folder that a class is read from now. The code source of a class of an AOT cache names
 * the place where the cache was made, which an installation may have left since.
 */
public final class ClassPlace {
  private ClassPlace() {}

  /**
   * Finds the place.
   *
   * @param type a class
   * @return its jar, or the folder that its package is in; empty if it is in neither, as in an
   *     image of the JDK
   */
  public static Optional<Path> of(Class<?> type) {
    return url(type).filter(place -> place.startsWith("file:")).map(URI::create).map(Path::of);
  }

  private static Optional<String> url(Class<?> type) {
    // Only this loader reads caches. Others find what their parents have under the same name.
    if (type.getClassLoader() == ClassLoader.getSystemClassLoader()) {
      String file = type.getName().replace('.', '/') + ".class";
      URL found = ClassLoader.getSystemResource(file);
      String place = found == null ? "" : found.toString();
      if (place.endsWith("!/" + file)) {
        return Optional.of(
            place.substring("jar:".length(), place.length() - file.length() - "!/".length()));
      }
      if (place.endsWith(file)) {
        return Optional.of(place.substring(0, place.length() - file.length()));
      }
    }
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? Optional.empty()
        : Optional.of(source.getLocation().toString());
  }
}
