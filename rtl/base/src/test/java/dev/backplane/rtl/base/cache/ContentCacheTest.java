package dev.backplane.rtl.base.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentCacheTest {
  private static final String FILE = "content";

  @TempDir @Nullable Path folder;

  private final AtomicInteger made = new AtomicInteger();

  private Path root() {
    return Objects.requireNonNull(folder).resolve("cache");
  }

  private String get(String name, long limit) {
    return new ContentCache(root(), limit)
        .get(name, place -> Files.readString(place.resolve(FILE)), place -> make(place, name));
  }

  private void make(Path place, String name) throws IOException {
    made.incrementAndGet();
    Files.writeString(place.resolve(FILE), name + " ".repeat(1000));
  }

  private List<String> entries() {
    try (Stream<Path> all = Files.list(root())) {
      return all.map(entry -> String.valueOf(entry.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void cachedEntriesAreNotBuiltAgain() {
    assertThat(get("a", 1 << 20)).startsWith("a");
    assertThat(get("a", 1 << 20)).startsWith("a");
    assertThat(made).hasValue(1);
    assertThat(entries()).containsExactly("a");
  }

  @Test
  void damagedEntriesAreBuiltAgain() throws IOException {
    get("a", 1 << 20);
    Path entry = root().resolve("a");
    Files.writeString(entry.resolve(FILE), "rubbish");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.delete(entry.resolve(FILE));
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.writeString(entry.resolve("entry.txt"), "");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.writeString(entry.resolve("entry.txt"), "rubbish\nend\n");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.writeString(entry.resolve("more"), "x");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    assertThat(made).hasValue(6);
    assertThat(entries()).containsExactly("a");
  }

  @Test
  void theLeastRecentlyUsedEntryIsDeletedFirst() throws IOException {
    get("a", 1 << 20);
    get("b", 1 << 20);
    age("a", 1000);
    age("b", 2000);
    get("a", 1 << 20); // used again: now the most recently used one
    get("c", 2500);
    assertThat(entries()).containsExactly("a", "c");
  }

  private void age(String name, long millis) throws IOException {
    Files.setLastModifiedTime(
        root().resolve(name).resolve(EntryDigests.FILE), FileTime.fromMillis(millis));
  }

  @Test
  void manyThreadsBuildAnEntryOnce() {
    List<String> all =
        IntStream.range(0, 16).parallel().mapToObj(i -> get("a", 1 << 20)).distinct().toList();
    assertThat(all).hasSize(1);
    assertThat(made).hasValue(1);
  }

  @Test
  void theResultOfAFasterBuildIsUsed() {
    String mine =
        new ContentCache(root(), 1 << 20)
            .get(
                "a",
                place -> Files.readString(place.resolve(FILE)),
                place -> {
                  make(place, "late");
                  Path other = Files.createDirectory(root().resolve("a"));
                  make(other, "early");
                  EntryDigests.write(other);
                });
    assertThat(mine).startsWith("early");
    assertThat(entries()).containsExactly("a");
  }

  @Test
  void aFailedBuildLeavesNothing() {
    assertThatThrownBy(
            () ->
                new ContentCache(root(), 1)
                    .get(
                        "a",
                        place -> place,
                        place -> {
                          throw new IOException("no room");
                        }))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("no room")
        .hasMessageContaining("BACKPLANE_CACHE");
    assertThat(entries()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Files.writeString(root(), "a file");
    assertThatThrownBy(() -> get("a", 1))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining(root().toString())
        .hasMessageContaining("BACKPLANE_CACHE");
  }

  @Test
  void anEntryOfAReadOnlyCacheIsFoundAndNothingIsKept() throws IOException {
    ContentCache cache = new ContentCache(root(), 1 << 20);
    cache.keep("a", place -> make(place, "a"));
    Files.setPosixFilePermissions(root(), PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assertThat(cache.find("a", place -> Files.readString(place.resolve(FILE)))).isPresent();
    } finally {
      Files.setPosixFilePermissions(root(), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void failingToStoreAnEntryIsNoError() throws IOException {
    Files.writeString(root(), "a file, so that no folder can be made, even by root");
    ContentCache cache = new ContentCache(root(), 1 << 20);
    cache.keep("a", place -> make(place, "a"));
    assertThat(made).hasValue(0);
    assertThat(cache.find("a", place -> place)).isEmpty();
  }

  @Test
  void aFullDiskLeavesNoPartOfAnEntry() {
    ContentCache cache = new ContentCache(root(), 1 << 20);
    cache.keep(
        "a",
        place -> {
          make(place, "half of it");
          throw new IOException("No space left on device");
        });
    assertThat(cache.find("a", place -> place)).isEmpty();
    assertThat(entries()).isEmpty();
  }

  @Test
  void aDamagedEntryIsNotFoundAndReplaced() throws IOException {
    ContentCache cache = new ContentCache(root(), 1 << 20);
    cache.keep("a", place -> make(place, "a"));
    Files.writeString(root().resolve("a").resolve(FILE), "rubbish");
    assertThat(cache.find("a", place -> place)).isEmpty();
    cache.keep("a", place -> make(place, "a"));
    assertThat(cache.find("a", place -> Files.readString(place.resolve(FILE))))
        .hasValueSatisfying(text -> assertThat(text).startsWith("a "));
  }

  @Test
  void onlyTheUserMayEnterTheCache() throws IOException {
    get("a", 1 << 20);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root())))
        .isEqualTo("rwx------");
  }
}
