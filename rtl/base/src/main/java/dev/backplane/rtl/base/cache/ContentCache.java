package dev.backplane.rtl.base.cache;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A folder with one folder per entry, named by a digest of the entry's inputs. Any number of
 * threads and processes may use it. An entry is built in a temporary folder and then moved into
 * place atomically; if two processes build the same entry, the second one is discarded. Each use
 * checks the files of the entry against their digests. When the cache exceeds its limit, the least
 * recently used entries are deleted. Only the user may enter folders that are made here.
 */
public final class ContentCache {
  private static final String UNFINISHED = "new-";

  /** Longer than any build takes: an older unfinished entry was left by a process that died. */
  private static final Duration ABANDONED = Duration.ofHours(6);

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Map<Path, Object> BUILDS = new ConcurrentHashMap<>();

  private final Path root;
  private final long limit;

  /**
   * Creates a cache.
   *
   * @param root its folder, which is made when something is kept
   * @param limit the bytes above which entries are deleted
   */
  public ContentCache(Path root, long limit) {
    this.root = root;
    this.limit = limit;
  }

  /**
   * {@return whether nobody but the user can put something there} That is so before the folder is
   * made, too.
   */
  public boolean isPrivate() {
    try {
      Path self = Path.of("/proc/self"); // of the user who runs this process, whatever its name
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(root);
      return Files.getOwner(root).equals(Files.getOwner(self))
          && !permissions.contains(PosixFilePermission.GROUP_WRITE)
          && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      debug("it is not known who can write to " + root, e);
      return false;
    }
  }

  /** Builds an entry in an empty folder. */
  @FunctionalInterface
  public interface Builder {
    /** Writes the files of an entry. */
    void build(Path folder) throws IOException;
  }

  /** Reads an entry from its folder. */
  @FunctionalInterface
  public interface Reader<T> {
    /**
     * Reads the files of an entry, which are as they were written.
     *
     * @throws IOException if it is of no use, and has to be built again
     */
    T read(Path folder) throws IOException;
  }

  /**
   * Returns an entry, and builds it if it is missing or damaged.
   *
   * @param name the digest of its inputs
   * @param reader reads the entry; an {@link IOException} means that it is damaged
   * @param builder builds it
   * @throws RtlException {@link RtlError#ENGINE_FAILED} if nothing can be kept there
   */
  public <T> T get(String name, Reader<T> reader, Builder builder) {
    Path place = root.resolve(name);
    // One lock per entry, so that threads of this process do not build the same one twice.
    synchronized (BUILDS.computeIfAbsent(place.toAbsolutePath().normalize(), _ -> new Object())) {
      try {
        return readEntry(place, reader);
      } catch (IOException e) {
        // It is missing, damaged, or being deleted: build it again.
        return makeEntry(place, reader, builder);
      }
    }
  }

  /**
   * {@return an entry, unless it is missing or damaged}
   *
   * @param name the digest of its inputs
   * @param reader reads the entry
   */
  public <T> Optional<T> find(String name, Reader<T> reader) {
    try {
      return Optional.of(readEntry(root.resolve(name), reader));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      debug("an entry is of no use", e);
      return Optional.empty();
    }
  }

  /**
   * Keeps an entry that {@link #find} did not find. An intact one of another process stays. That it
   * cannot be kept is not an error: the cache may be read-only, or the disk full.
   *
   * @param name the digest of its inputs
   * @param builder writes it
   */
  public void keep(String name, Builder builder) {
    try {
      makeEntry(root.resolve(name), folder -> folder, builder);
    } catch (RtlException | UncheckedIOException e) {
      debug("an entry is not kept", e);
    }
  }

  /** Keeps an entry in place of one whose files are intact but of no use, if there is one. */
  public void replace(String name, Builder builder) {
    Path place = root.resolve(name);
    if (Files.exists(place)) {
      try {
        discard(place);
      } catch (RtlException e) {
        debug("an entry stays", e);
        return;
      }
    }
    keep(name, builder);
  }

  private static <T> T readEntry(Path place, Reader<T> reader) throws IOException {
    EntryDigests.check(place);
    T thing = reader.read(place);
    try {
      Files.setLastModifiedTime(place.resolve(EntryDigests.FILE), FileTime.from(Instant.now()));
    } catch (IOException e) {
      debug("an entry of a read-only cache seems unused", e);
    }
    return thing;
  }

  private static void debug(String what, Exception e) {
    System.getLogger(ContentCache.class.getName()).log(System.Logger.Level.DEBUG, what, e);
  }

  private <T> T makeEntry(Path place, Reader<T> reader, Builder builder) {
    Path folder = newUnfinishedFolder();
    try {
      builder.build(folder);
      EntryDigests.write(folder);
      for (int attempt = 0; ; attempt++) {
        if (moveIntoPlace(folder, place)) {
          evict(place);
          return reader.read(place);
        }
        try {
          return readEntry(place, reader);
        } catch (IOException e) {
          if (attempt == 10) {
            throw e;
          }
          discard(place);
        }
      }
    } catch (IOException e) {
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The cache in %s cannot be used: %s. Make room there, or set BACKPLANE_CACHE to another folder"
              .formatted(root, e),
          e);
    } finally {
      if (Files.exists(folder)) {
        FolderTree.delete(folder);
      }
    }
  }

  /** An empty folder that is not yet an entry of the cache. */
  private Path newUnfinishedFolder() {
    try {
      Files.createDirectories(root, OWNER_ONLY);
      return Files.createTempDirectory(root, UNFINISHED);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The cache %s cannot be made: %s. Set BACKPLANE_CACHE to a folder that can be written"
              .formatted(root, e),
          e);
    }
  }

  private static boolean moveIntoPlace(Path folder, Path place) throws IOException {
    try {
      Files.move(folder, place, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      if (Files.isDirectory(place)) {
        return false;
      }
      throw e;
    }
  }

  /** Removes an entry atomically, even while other processes use it. */
  private void discard(Path place) {
    Path aside = newUnfinishedFolder();
    try {
      Files.move(place, aside.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      debug(place + " is gone already", e);
    } finally {
      FolderTree.delete(aside);
    }
  }

  private record Kept(Path folder, FileTime lastUsed, long bytes) {}

  private void evict(Path kept) {
    List<Kept> all = new ArrayList<>();
    long bytes = 0;
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        boolean unfinished = String.valueOf(entry.getFileName()).startsWith(UNFINISHED);
        Path mark = unfinished ? entry : entry.resolve(EntryDigests.FILE);
        FileTime last =
            Files.exists(mark) ? Files.getLastModifiedTime(mark) : FileTime.fromMillis(0);
        if (!unfinished) {
          Kept used = new Kept(entry, last, FolderTree.size(entry));
          all.add(used);
          bytes += used.bytes();
        } else if (last.toInstant().isBefore(Instant.now().minus(ABANDONED))) {
          FolderTree.delete(entry);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      debug("another process tidies " + root, e);
    }
    all.sort(Comparator.comparing(Kept::lastUsed));
    for (Kept used : all) {
      if (bytes > limit && !used.folder().equals(kept)) {
        bytes -= used.bytes();
        discard(used.folder());
      }
    }
  }
}
