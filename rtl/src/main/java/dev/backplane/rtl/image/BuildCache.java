package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Elaboration;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A cache of built images, by a digest of their inputs. Failures are not errors: an image that
 * cannot be read is built again, and one that cannot be written is not cached.
 */
final class BuildCache {
  private static final int MAX_IMAGES = 64;

  private final Path folder;
  private final String version;
  private final boolean rebuild;

  BuildCache(Path folder, String version, boolean rebuild) {
    this.folder = folder;
    this.version = version;
    this.rebuild = rebuild;
  }

  Entry entry(Fingerprint inputs) {
    inputs.add("version", version);
    inputs.add("code", codeVersion());
    return new Entry(inputs.hex());
  }

  /** Identifies the code itself: during development, classes change while the version does not. */
  private static String codeVersion() {
    try {
      Path place =
          Path.of(BuildCache.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (Stream<Path> files = Files.walk(place)) {
        StringBuilder all = new StringBuilder();
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          all.append(Files.size(file)).append(' ').append(Files.getLastModifiedTime(file));
        }
        return all.toString();
      }
    } catch (URISyntaxException | IOException e) {
      debug("the code has no place", e);
      return "";
    }
  }

  /** The cache entry of one image. */
  final class Entry {
    private final Path image;
    private final Path notes;

    Entry(String key) {
      image = folder.resolve(key + ".xclbin");
      notes = folder.resolve(key + ".warnings");
    }

    Optional<BuiltImage> load() {
      if (rebuild || !Files.isRegularFile(image)) {
        return Optional.empty();
      }
      try {
        RtlImage read = RtlImage.read(Files.readAllBytes(image));
        List<String> warnings = Files.readAllLines(notes);
        List<BuiltImage.BuiltKernel> kernels = new ArrayList<>();
        for (ImageKernel kernel : read.kernels()) {
          kernels.add(
              new BuiltImage.BuiltKernel(
                  kernel.metadata(),
                  kernel.hasNetlist()
                      ? Optional.of(
                          new BuiltImage.Hardware(
                              kernel.ports(),
                              new Elaboration(
                                  kernel.netlist(), kernel.tool(), of(kernel, warnings))))
                      : Optional.empty()));
        }
        Files.setLastModifiedTime(image, FileTime.from(Instant.now()));
        return Optional.of(new BuiltImage(read.xclbin(), kernels, true));
      } catch (IOException | RtlException e) {
        debug("an image that was kept is of no use", e);
        return Optional.empty();
      }
    }

    private static List<String> of(ImageKernel kernel, List<String> warnings) {
      String start = kernel.name() + "\t";
      return warnings.stream()
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length()))
          .toList();
    }

    void store(BuiltImage built) {
      List<String> warnings = new ArrayList<>();
      for (BuiltImage.BuiltKernel kernel : built.kernels()) {
        kernel
            .hardware()
            .ifPresent(
                hardware ->
                    hardware
                        .elaboration()
                        .warnings()
                        .forEach(
                            warning ->
                                warnings.add(
                                    kernel.metadata().name()
                                        + "\t"
                                        + warning.replaceAll("\\s*\\R\\s*", " "))));
      }
      try {
        Files.createDirectories(folder);
        writeAtomically(
            notes, String.join("\n", warnings).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        writeAtomically(image, built.bytes());
        evictOldest();
      } catch (IOException e) {
        debug("an image is not kept", e);
      }
    }

    /** Writes a file atomically, since other processes may read it at the same time. */
    private void writeAtomically(Path file, byte[] content) throws IOException {
      Path part = Files.createTempFile(folder, "new-", ".part");
      try {
        Files.write(part, content);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }

  private void evictOldest() throws IOException {
    List<Path> images;
    try (Stream<Path> files = Files.list(folder)) {
      images = new ArrayList<>(files.filter(file -> file.toString().endsWith(".xclbin")).toList());
    }
    images.sort(Comparator.comparing(file -> file.toFile().lastModified()));
    for (Path old : images.subList(0, Math.max(0, images.size() - MAX_IMAGES))) {
      Files.deleteIfExists(old);
      String name = String.valueOf(old.getFileName());
      Files.deleteIfExists(old.resolveSibling(name.replace(".xclbin", ".warnings")));
    }
  }

  private static void debug(String what, Exception e) {
    System.getLogger(BuildCache.class.getName()).log(System.Logger.Level.DEBUG, what, e);
  }
}
