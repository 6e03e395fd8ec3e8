package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A cache of compiled models: a folder with one folder per entry, named by a digest of the entry's
 * inputs. Any number of threads and processes may use it. An entry is built in a temporary folder
 * and then moved into place atomically; if two processes build the same entry, the second one is
 * discarded. When the cache exceeds its limit, the least recently used entries are deleted. A
 * loaded library stays loaded when its file is deleted.
 */
final class ModelCache {
  private static final String UNFINISHED = "new-";

  /** Longer than any build takes: an older unfinished entry was left by a process that died. */
  private static final Duration ABANDONED = Duration.ofHours(6);

  private static final Map<Path, Object> BUILDS = new ConcurrentHashMap<>();

  private final Path root;
  private final long limit;

  ModelCache(Path root, long limit) {
    this.root = root;
    this.limit = limit;
  }

  /** Builds an entry in an empty folder. */
  @FunctionalInterface
  interface Builder {
    void build(Path folder) throws IOException;
  }

  /** Reads an entry from its folder. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Path folder) throws IOException;
  }

  /**
   * Returns an entry, and builds it if it is missing or damaged.
   *
   * @param name the digest of its inputs
   * @param reader reads the entry; an {@link IOException} means that it is damaged
   * @param builder builds it
   */
  <T> T get(String name, Reader<T> reader, Builder builder) {
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

  private static <T> T readEntry(Path place, Reader<T> reader) throws IOException {
    T thing = reader.read(place);
    ModelCacheEntry.touch(place);
    return thing;
  }

  private <T> T makeEntry(Path place, Reader<T> reader, Builder builder) {
    Path folder = newUnfinishedFolder();
    try {
      builder.build(folder);
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
          "The cache of models in %s cannot be used: %s. Make room there, or set BACKPLANE_CACHE to another folder"
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
      Files.createDirectories(root);
      return Files.createTempDirectory(root, UNFINISHED);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The cache of models %s cannot be made: %s. Set BACKPLANE_CACHE to a folder that can be written"
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
      System.getLogger(ModelCache.class.getName())
          .log(System.Logger.Level.DEBUG, place + " is gone already", e);
    } finally {
      FolderTree.delete(aside);
    }
  }

  private record CachedModel(Path folder, FileTime lastUsed, long bytes) {}

  private void evict(Path kept) {
    List<CachedModel> all = new ArrayList<>();
    long bytes = 0;
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        boolean unfinished = String.valueOf(entry.getFileName()).startsWith(UNFINISHED);
        Path mark = unfinished ? entry : entry.resolve(ModelCacheEntry.DESCRIPTION);
        FileTime last =
            Files.exists(mark) ? Files.getLastModifiedTime(mark) : FileTime.fromMillis(0);
        if (!unfinished) {
          CachedModel used = new CachedModel(entry, last, FolderTree.size(entry));
          all.add(used);
          bytes += used.bytes();
        } else if (last.toInstant().isBefore(Instant.now().minus(ABANDONED))) {
          FolderTree.delete(entry);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(ModelCache.class.getName())
          .log(System.Logger.Level.DEBUG, "another process tidies " + root, e);
    }
    all.sort(Comparator.comparing(CachedModel::lastUsed));
    for (CachedModel used : all) {
      if (bytes > limit && !used.folder().equals(kept)) {
        bytes -= used.bytes();
        discard(used.folder());
      }
    }
  }
}
