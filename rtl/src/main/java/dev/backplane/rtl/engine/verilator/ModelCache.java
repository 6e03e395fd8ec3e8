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
 * A folder of things that took long to make, each in a folder named after what it was made of. Any
 * number of threads and processes may use it: a thing is made beside its place and moved there
 * whole; if two make the same, the second one's goes. When all is larger than allowed, what was not
 * used for longest goes first. A loaded library stays loaded when its file goes.
 */
final class ModelCache {
  private static final String UNFINISHED = "new-";

  /** Longer than anything takes to be made: what is older was left by a process that died. */
  private static final Duration ABANDONED = Duration.ofHours(6);

  private static final Map<Path, Object> BUILDS = new ConcurrentHashMap<>();

  private final Path root;
  private final long limit;

  ModelCache(Path root, long limit) {
    this.root = root;
    this.limit = limit;
  }

  /** Makes something in an empty folder. */
  @FunctionalInterface
  interface Maker {
    void make(Path folder) throws IOException;
  }

  /** Takes something out of a folder. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Path folder) throws IOException;
  }

  /**
   * Gets something, and makes it if it is not there or damaged.
   *
   * @param name the name of what it is made of
   * @param reader reads it; an {@link IOException} means that it is damaged
   * @param maker makes it
   */
  <T> T get(String name, Reader<T> reader, Maker maker) {
    Path place = root.resolve(name);
    // One lock for each thing, so that threads of this process do not make the same twice.
    synchronized (BUILDS.computeIfAbsent(place.toAbsolutePath().normalize(), _ -> new Object())) {
      try {
        return taken(place, reader);
      } catch (IOException e) {
        // Not there, or damaged, or going: it is made anew.
        return made(place, reader, maker);
      }
    }
  }

  private static <T> T taken(Path place, Reader<T> reader) throws IOException {
    T thing = reader.read(place);
    ModelEntry.touch(place);
    return thing;
  }

  private <T> T made(Path place, Reader<T> reader, Maker maker) {
    Path folder = unfinished();
    try {
      maker.make(folder);
      for (int attempt = 0; ; attempt++) {
        if (moved(folder, place)) {
          evict(place);
          return reader.read(place);
        }
        try {
          return taken(place, reader);
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
        Folders.delete(folder);
      }
    }
  }

  /** An empty folder that is not yet a part of the cache. */
  private Path unfinished() {
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

  private static boolean moved(Path folder, Path place) throws IOException {
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

  /** Takes something away in one step, whoever else looks at it. */
  private void discard(Path place) {
    Path aside = unfinished();
    try {
      Files.move(place, aside.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      System.getLogger(ModelCache.class.getName())
          .log(System.Logger.Level.DEBUG, place + " is gone already", e);
    } finally {
      Folders.delete(aside);
    }
  }

  private record Used(Path place, FileTime last, long bytes) {}

  private void evict(Path kept) {
    List<Used> all = new ArrayList<>();
    long bytes = 0;
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        boolean unfinished = String.valueOf(entry.getFileName()).startsWith(UNFINISHED);
        Path mark = unfinished ? entry : entry.resolve(ModelEntry.DESCRIPTION);
        FileTime last =
            Files.exists(mark) ? Files.getLastModifiedTime(mark) : FileTime.fromMillis(0);
        if (!unfinished) {
          Used used = new Used(entry, last, Folders.size(entry));
          all.add(used);
          bytes += used.bytes();
        } else if (last.toInstant().isBefore(Instant.now().minus(ABANDONED))) {
          Folders.delete(entry);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(ModelCache.class.getName())
          .log(System.Logger.Level.DEBUG, "another process tidies " + root, e);
    }
    all.sort(Comparator.comparing(Used::last));
    for (Used used : all) {
      if (bytes > limit && !used.place().equals(kept)) {
        bytes -= used.bytes();
        discard(used.place());
      }
    }
  }
}
