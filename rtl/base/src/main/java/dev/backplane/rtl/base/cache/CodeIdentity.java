package dev.backplane.rtl.base.cache;

import dev.backplane.ffi.ClassPlace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/**
 * Identifies the code that makes cache entries, by the files that hold it: during development
 * classes change while the version does not. Only code is identified by times, as reading all of it
 * would take longer than what the cache saves.
 */
public final class CodeIdentity {
  private CodeIdentity() {}

  /**
   * {@return an identity of the jar of some classes, or of their packages if they are not in a jar}
   *
   * @param members a class of each package
   */
  public static String of(Class<?>... members) {
    StringBuilder identity = new StringBuilder(String.valueOf(Runtime.version()));
    try {
      for (Class<?> member : members) {
        Path place = ClassPlace.of(member).orElse(null);
        if (place == null) {
          identity
              .append(' ')
              .append(member.getModule()); // an image of the JDK: of one version only
        } else if (Files.isDirectory(place)) {
          String folder = member.getPackageName().replace('.', '/');
          addFolder(place.resolve(folder).toFile(), identity);
        } else {
          addJar(place, identity);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("the files of running code are unreadable", e);
    }
    return identity.toString();
  }

  private static void addJar(Path jar, StringBuilder identity) throws IOException {
    BasicFileAttributes file = Files.readAttributes(jar, BasicFileAttributes.class);
    identity.append(' ').append(file.size()).append(' ').append(file.lastModifiedTime());
    identity.append(' ').append(file.fileKey());
  }

  private static void addFolder(File folder, StringBuilder identity) {
    File[] files = folder.listFiles();
    if (files != null) {
      Arrays.sort(files);
      for (File file : files) {
        if (file.isDirectory()) {
          addFolder(file, identity);
        } else {
          identity.append(' ').append(file.getName()).append(' ').append(file.length());
          identity.append(' ').append(file.lastModified());
        }
      }
    }
  }
}
