package dev.backplane.ffi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A library in C that is a resource of a module, in a folder for each kind of machine, where the
 * build had a C compiler.
 *
 * @param name its name, which is its SONAME as well
 * @param folder where it is in the user's cache
 * @param resources opens a resource of the module by its name, or gives null: {@code
 *     SomeClass.class::getResourceAsStream}, since only a module reads its own
 */
public record ShippedLibrary(
    String name, String folder, Function<String, @Nullable InputStream> resources) {
  /**
   * Gives the library as a file. It is written into the user's cache, in a folder that is named
   * after its content, unless it is there.
   *
   * @return where it is; empty if there is none for this machine
   * @throws UncheckedIOException if it cannot be written
   */
  public Optional<Path> file() {
    byte[] content = content();
    if (content == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(written(content));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written to %s. Make the folder writable, or set BACKPLANE_CACHE to another"
              .formatted(name, cache()),
          e);
    }
  }

  private byte @Nullable [] content() {
    String resource = machine() + "/" + name;
    try (InputStream stream = resources.apply(resource)) {
      return stream == null ? null : stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  private Path written(byte[] content) throws IOException {
    Path own = cache().resolve(digest(content));
    Path file = own.resolve(name);
    // Others may load it meanwhile, so it appears as a whole; and it may be a part of another time.
    if (!Files.exists(file) || Files.size(file) != content.length) {
      Files.createDirectories(own);
      Path part = Files.createTempFile(own, name, ".part");
      Files.write(part, content);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private Path cache() {
    return UserCache.folder(folder)
        .orElseThrow(
            () ->
                new UncheckedIOException(
                    new IOException(
                        "%s has no place: nothing says where the files of this user are. Set BACKPLANE_CACHE to a folder that can be written"
                            .formatted(name))));
  }

  private static String digest(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** As {@code uname -m} says it. */
  private static String machine() {
    String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return name.equals("amd64") ? "x86_64" : name;
  }
}
