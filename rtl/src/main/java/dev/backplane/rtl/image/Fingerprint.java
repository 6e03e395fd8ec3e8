package dev.backplane.rtl.image;

import dev.backplane.rtl.frontend.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A hash of everything that a build depends on, contents and not times. */
final class Fingerprint {
  /** What sources may include or read, as far as the front ends look for it. */
  private static final Set<String> COMPANIONS =
      Set.of("v", "sv", "vh", "svh", "h", "inc", "mem", "hex", "bin", "dat", "txt");

  private static final long COMPANION_LIMIT = 16L << 20;
  private static final Pattern NAMED =
      Pattern.compile("(?:`include|\\$readmem[hb]\\s*\\()\\s*\"([^\"\\n]+)\"");

  private final MessageDigest digest;
  private final Set<Path> seen = new HashSet<>();

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  void add(String what, String text) {
    bytes(what.getBytes(StandardCharsets.UTF_8));
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lengths come first, so that no two inputs are the same bytes. */
  private void bytes(byte[] content) {
    for (int shift = 0; shift < 32; shift += 8) {
      digest.update((byte) (content.length >>> shift));
    }
    digest.update(content);
  }

  /** Adds a file by name and content; one that is missing counts as such. */
  void file(Path file) {
    add("file", file.toString());
    if (Files.isRegularFile(file)) {
      bytes(KernelBuild.content(file));
    }
  }

  void sources(Sources sources) {
    add("defines", sources.defines().toString());
    add("parameters", sources.parameters().toString());
    for (Path file : sources.files()) {
      // Files of a package lie in another folder every time; the package itself is hashed.
      add("source", String.valueOf(file.getFileName()));
      if (Files.isRegularFile(file)) {
        bytes(KernelBuild.content(file));
      }
      Path folder = file.getParent();
      companions(folder == null ? Path.of("") : folder);
      named(file, sources.includes());
    }
    sources.includes().forEach(this::companions);
  }

  private void companions(Path folder) {
    if (!seen.add(folder.toAbsolutePath().normalize()) || !Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> sorted =
          entries
              .filter(file -> COMPANIONS.contains(SourceFiles.suffix(file)))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      for (Path each : sorted) {
        if (Files.size(each) <= COMPANION_LIMIT) {
          add("companion", String.valueOf(each.getFileName()));
          bytes(KernelBuild.content(each));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + folder + " cannot be read", e);
    }
  }

  /** Files that a source names with a folder, and those that they name in turn. */
  private void named(Path file, List<Path> includes) {
    if (!Files.isRegularFile(file) || !seen.add(file.toAbsolutePath().normalize())) {
      return;
    }
    Matcher names =
        NAMED.matcher(new String(KernelBuild.content(file), StandardCharsets.ISO_8859_1));
    while (names.find()) {
      String name = names.group(1);
      Stream.concat(Stream.ofNullable(file.getParent()), includes.stream())
          .map(folder -> folder.resolve(name))
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(
              found -> {
                add("included", name);
                bytes(KernelBuild.content(found));
                named(found, includes);
              });
    }
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
