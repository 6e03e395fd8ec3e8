package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.door.SysfsEntry.Access;
import dev.backplane.capi.door.SysfsEntry.Attribute;
import dev.backplane.capi.door.SysfsEntry.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of this process alone, in which files and links appear whole and vanish. One thread at a
 * time uses it.
 */
final class PublishedFiles implements AutoCloseable {
  /** Says whose the folder is: it is locked by the process that has it. */
  private static final String MARK = ".backplane";

  private static final String PART = ".part";
  private static final Duration WRITING = Duration.ofSeconds(1);
  private static final String READABLE = "rw-------";

  private final Path root;
  private final boolean made;
  private final FileChannel mark;

  private PublishedFiles(Path root, boolean made, FileChannel mark) {
    this.root = root;
    this.made = made;
    this.mark = mark;
  }

  /** Takes a folder, and removes what a process has left there that died. */
  static PublishedFiles open(Path root) {
    try {
      boolean made = !Files.exists(root);
      Files.createDirectories(root);
      try (Stream<Path> content = Files.list(root)) {
        if (!Files.exists(root.resolve(MARK)) && content.findAny().isPresent()) {
          throw refused(root, ErrorCode.INVALID_ARGUMENT, "it is not empty");
        }
      }
      FileChannel mark =
          FileChannel.open(root.resolve(MARK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(mark) == null) {
        mark.close();
        throw refused(root, ErrorCode.BUSY, "another server shows its cards there");
      }
      PublishedFiles files = new PublishedFiles(root, made, mark);
      for (String left : List.of("class", "devices", "dev", PART)) {
        remove(root.resolve(left));
      }
      return files;
    } catch (IOException e) {
      throw unwritable(root, e);
    }
  }

  private static @Nullable FileLock lock(FileChannel mark) throws IOException {
    try {
      return mark.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static BackplaneException refused(Path root, ErrorCode code, String problem) {
    return BackplaneException.because(code, problem)
        .during("show cards in a folder")
        .on(root.toString())
        .remedy("Name a folder that is not there yet")
        .build();
  }

  static BackplaneException unwritable(Path root, IOException e) {
    return BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "it cannot be written: " + e.getMessage())
        .during("show cards in a folder")
        .on(root.toString())
        .remedy("Name a folder that may be written, on a file system with links")
        .causedBy(e)
        .build();
  }

  private static void remove(Path left) throws IOException {
    if (Files.exists(left, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(left)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /** {@return the folder} */
  Path root() {
    return root;
  }

  /** Removes what is not any more, and writes what is new or has changed. */
  void change(SortedMap<String, SysfsEntry> before, SortedMap<String, SysfsEntry> now)
      throws IOException {
    for (String path : before.keySet()) {
      if (!now.containsKey(path)) {
        Files.deleteIfExists(root.resolve(path));
      }
    }
    NavigableSet<Path> folders = folders(now);
    for (Path folder : folders(before).descendingSet()) {
      if (!folders.contains(folder)) {
        Files.deleteIfExists(root.resolve(folder));
      }
    }
    for (Path folder : folders) {
      Files.createDirectories(root.resolve(folder));
    }
    for (var each : now.entrySet()) {
      if (!each.getValue().equals(before.get(each.getKey()))) {
        write(root.resolve(each.getKey()), each.getValue());
      }
    }
  }

  private static NavigableSet<Path> folders(SortedMap<String, SysfsEntry> entries) {
    NavigableSet<Path> folders = new TreeSet<>();
    for (String path : entries.keySet()) {
      for (Path folder = Path.of(path).getParent(); folder != null; folder = folder.getParent()) {
        folders.add(folder);
      }
    }
    return folders;
  }

  /** Writes an entry in place of the one before. It appears as a whole. */
  private void write(Path path, SysfsEntry entry) throws IOException {
    Path part = root.resolve(PART);
    Files.deleteIfExists(part);
    switch (entry) {
      case Link(String target) -> Files.createSymbolicLink(part, Path.of(target));
      case Attribute attribute -> {
        ByteBuffer content = attribute.content();
        byte[] bytes = new byte[content.remaining()];
        content.get(content.position(), bytes);
        Files.write(part, bytes);
        permit(part, attribute.access().permissions());
      }
    }
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void permit(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  /** {@return whether a file is there} */
  boolean has(String path) {
    return Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * {@return the text that somebody has written into a file; empty if the file is unchanged, or is
   * just being written}
   */
  Optional<String> written(String path, Attribute attribute) throws IOException {
    Path file = root.resolve(path);
    boolean isEmpty = Files.size(file) == 0;
    if (isEmpty && (attribute.access() == Access.COMMAND || isYoung(file))) {
      return Optional.empty();
    }
    if (attribute.access() == Access.COMMAND) {
      permit(file, READABLE);
    }
    byte[] bytes = Files.readAllBytes(file);
    return ByteBuffer.wrap(bytes).equals(attribute.content())
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Tells whether a file was changed just now. A file that is being written is empty at first. */
  private static boolean isYoung(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().isAfter(Instant.now().minus(WRITING));
  }

  @Override
  public void close() {
    try (mark) {
      Files.deleteIfExists(root.resolve(PART));
      Files.deleteIfExists(root.resolve(MARK));
      if (made) {
        Files.deleteIfExists(root);
      }
    } catch (IOException e) {
      System.getLogger(PublishedFiles.class.getName())
          .log(System.Logger.Level.WARNING, "removing " + root, e);
    }
  }
}
