package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPlaceTest {
  /** A class with an owner. */
  static final class Inner {}

  /** Every loader of the JDK asks for the package of a module first, whatever its parent is. */
  private static final class OwnFirst extends URLClassLoader {
    OwnFirst(URL jar) {
      super(new URL[] {jar});
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return super.findClass(name);
    }
  }

  @TempDir private Path folder;

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in = ClassPlaceTest.class.getResourceAsStream(file(type))) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }

  private static String file(Class<?> type) {
    return '/' + type.getName().replace('.', '/') + ".class";
  }

  @Test
  void aClassOfAFolderIsInTheFolderThatItsPackageIsIn() {
    Path place = ClassPlace.of(Inner.class).orElseThrow();
    assertThat(place.resolve(file(Inner.class).substring(1))).exists();
  }

  @Test
  void aClassOfAJarIsInItWhateverLettersItsNameHas() throws Exception {
    Path jar = folder.resolve("a b é!.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out)) {
      for (Class<?> each : new Class<?>[] {ClassPlaceTest.class, Inner.class}) {
        zip.putNextEntry(new JarEntry(file(each).substring(1)));
        zip.write(bytes(each));
      }
    }
    try (OwnFirst loader = new OwnFirst(jar.toUri().toURL())) {
      assertThat(ClassPlace.of(loader.findClass(Inner.class.getName()))).contains(jar);
    }
  }

  @Test
  void aClassOfTheJdkHasNoPlace() {
    assertThat(ClassPlace.of(String.class)).isEmpty();
  }
}
