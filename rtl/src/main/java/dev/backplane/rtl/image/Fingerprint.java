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

/** A hash of all inputs of a build: contents, not times. */
final class Fingerprint {
  /** Suffixes of files that sources may include or read. */
  private static final Set<String> COMPANIONS =
      Set.of("v", "sv", "vh", "svh", "h", "inc", "mem", "hex", "bin", "dat", "txt");

  private static final long COMPANION_LIMIT = 16L << 20;
  private static final Pattern NAMED =
      Pattern.compile("(?:`include|\\$readmem[hb]\\s*\\()\\s*\"([^\"\\n]+)\"");

  private final MessageDigest digest;
  private final Set<Path> addedFiles = new HashSet<>();

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  void add(String what, String text) {
    addBytes(what.getBytes(StandardCharsets.UTF_8));
    addBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The length comes first, so that different inputs never give the same bytes. */
  private void addBytes(byte[] content) {
    for (int shift = 0; shift < 32; shift += 8) {
      digest.update((byte) (content.length >>> shift));
    }
    digest.update(content);
  }

  /** Adds a file by name and content; a missing file only by name. */
  void addFile(Path file) {
    add("file", file.toString());
    if (Files.isRegularFile(file)) {
      addBytes(KernelBuild.readFile(file));
    }
  }

  void addSources(Sources sources) {
    add("defines", sources.defines().toString());
    add("parameters", sources.parameters().toString());
    for (Path file : sources.files()) {
      // Files of a package are in another folder each time; the package itself is hashed.
      add("source", String.valueOf(file.getFileName()));
      if (Files.isRegularFile(file)) {
        addBytes(KernelBuild.readFile(file));
      }
      Path folder = file.getParent();
      addCompanions(folder == null ? Path.of("") : folder);
      addNamedFiles(file, sources.includes());
    }
    sources.includes().forEach(this::addCompanions);
  }

  private void addCompanions(Path folder) {
    if (!addedFiles.add(folder.toAbsolutePath().normalize()) || !Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> sorted =
          entries
              .filter(file -> COMPANIONS.contains(SourceGlobs.suffix(file)))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      for (Path each : sorted) {
        if (Files.size(each) <= COMPANION_LIMIT) {
          add("companion", String.valueOf(each.getFileName()));
          addBytes(KernelBuild.readFile(each));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + folder + " cannot be read", e);
    }
  }

  /** Adds files that a source includes by a path, recursively. */
  private void addNamedFiles(Path file, List<Path> includes) {
    if (!Files.isRegularFile(file) || !addedFiles.add(file.toAbsolutePath().normalize())) {
      return;
    }
    Matcher names =
        NAMED.matcher(new String(KernelBuild.readFile(file), StandardCharsets.ISO_8859_1));
    while (names.find()) {
      String name = names.group(1);
      Stream.concat(Stream.ofNullable(file.getParent()), includes.stream())
          .map(folder -> folder.resolve(name))
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(
              found -> {
                add("included", name);
                addBytes(KernelBuild.readFile(found));
                addNamedFiles(found, includes);
              });
    }
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
