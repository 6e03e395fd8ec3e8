package dev.backplane.ffi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the trials that went well: of this process, and in the user's cache of earlier ones.
 *
 * <p>A process takes what it finds in the cache away, and puts it back when what was tried has done
 * well in the process itself. If that ends the process, or does not return, the next one makes a
 * trial again. Safe for use by several threads and processes.
 */
public final class TrialMemory {
  /** More are not kept: the oldest go first. */
  private static final int MOST = 200;

  private static final TrialMemory OF_USER = new TrialMemory(UserCache.folder("trials"));

  private final Optional<Path> folder;
  private final Set<String> here = ConcurrentHashMap.newKeySet();

  TrialMemory(Optional<Path> folder) {
    this.folder = folder;
  }

  /** {@return the memory of this process and its user} */
  public static TrialMemory ofUser() {
    return OF_USER;
  }

  /**
   * {@return the trial of a library} A file that was changed is another library; what is not a file
   * is remembered by this process only.
   *
   * @param library its path, or a name for the dynamic linker
   * @param how what else the trial depends on, such as its configuration
   */
  public Trial of(String library, String... how) {
    MessageDigest digest = sha256();
    boolean isFile = addFile(digest, library);
    add(digest, library);
    add(digest, version());
    for (String each : how) {
      add(digest, each);
    }
    String key = HexFormat.of().formatHex(digest.digest());
    return new Trial(key, library, isFile ? folder.map(all -> all.resolve(key)) : Optional.empty());
  }

  /** Device, inode, size, times and content. */
  private static boolean addFile(MessageDigest digest, String library) {
    if (!library.contains("/")) {
      return false;
    }
    try {
      Path file = Path.of(library).toRealPath();
      Map<String, Object> all = Files.readAttributes(file, "unix:dev,ino,size,ctime,mode");
      add(digest, file + " " + Files.getLastModifiedTime(file));
      all.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(each -> add(digest, each.toString()));
      try (InputStream content = new DigestInputStream(Files.newInputStream(file), digest)) {
        content.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return true;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  /** Identifies the build that makes the trial: another one may do other things in it. */
  private static String version() {
    try {
      Path place = ClassPlace.of(TrialMemory.class).orElse(null);
      return place == null ? "" : place + " " + Files.getLastModifiedTime(place);
    } catch (IOException e) {
      return "";
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A trial that may have been made before. */
  public final class Trial {
    private final String key;
    private final String library;
    private final Optional<Path> file;

    private Trial(String key, String library, Optional<Path> file) {
      this.key = key;
      this.library = library;
      this.file = file;
    }

    /** {@return whether it went well before, so that it need not be made} */
    public boolean isKnown() {
      if (here.contains(key)) {
        return true;
      }
      boolean isTaken = file.map(TrialMemory::isDeleted).orElse(false);
      if (isTaken) {
        here.add(key);
      }
      return isTaken;
    }

    /** Notes that it went well. */
    public void passed() {
      here.add(key);
    }

    /** Notes that what was tried has done well in this process too; later ones make no trial. */
    public void used() {
      if (here.contains(key)) {
        file.ifPresent(place -> write(place, library));
      }
    }
  }

  private static boolean isDeleted(Path file) {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      return false; // Who cannot take it away makes a trial.
    }
  }

  private static void write(Path file, String library) {
    try {
      Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, library + "\n");
      forgetOldest(folder);
    } catch (IOException e) {
      // Then the next process makes a trial again.
    }
  }

  private static void forgetOldest(Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(all::add);
    }
    if (all.size() > MOST) {
      all.sort(Comparator.comparing(TrialMemory::age));
      for (Path old : all.subList(0, all.size() - MOST)) {
        Files.deleteIfExists(old);
      }
    }
  }

  private static FileTime age(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }
}
