package dev.backplane.rtl.image;

import dev.backplane.rtl.frontend.ReferencedFiles;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A hash of all inputs of a build: contents, not times. */
final class Fingerprint {
  private final MessageDigest digest;
  private final Set<Path> addedFolders = new HashSet<>();

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
      addCompanions(file.toAbsolutePath().getParent());
    }
    sources.includes().forEach(this::addCompanions);
    try {
      for (Path file : ReferencedFiles.of(sources).files()) {
        add("referenced", String.valueOf(file.getFileName()));
        addBytes(KernelBuild.readFile(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the files that sources name cannot be read", e);
    }
  }

  private void addCompanions(@Nullable Path folder) {
    if (folder == null || !addedFolders.add(folder.toAbsolutePath().normalize())) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      return;
    }
    try {
      for (Path each : ReferencedFiles.companions(folder)) {
        add("companion", String.valueOf(each.getFileName()));
        addBytes(KernelBuild.readFile(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder " + folder + " cannot be read", e);
    }
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
