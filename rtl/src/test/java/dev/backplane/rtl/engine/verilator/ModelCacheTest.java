package dev.backplane.rtl.engine.verilator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCacheTest {
  @TempDir @Nullable Path folder;

  private final AtomicInteger made = new AtomicInteger();

  private Path root() {
    return Objects.requireNonNull(folder).resolve("cache");
  }

  private String get(String name, long limit) {
    return new ModelCache(root(), limit)
        .get(
            name,
            place -> Files.readString(ModelCacheEntry.read(place).library()),
            place -> make(place, name));
  }

  private void make(Path place, String name) throws IOException {
    made.incrementAndGet();
    Files.writeString(place.resolve("model.so"), name + " ".repeat(1000));
    new ModelCacheEntry(place, List.of(), Set.of()).write();
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
    Files.writeString(entry.resolve("model.so"), "rubbish");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.delete(entry.resolve("model.so"));
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.writeString(entry.resolve("entry.txt"), "");
    assertThat(get("a", 1 << 20)).startsWith("a ");
    Files.writeString(entry.resolve("entry.txt"), "port SIDEWAYS many x\nend\n");
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
        root().resolve(name).resolve(ModelCacheEntry.DESCRIPTION), FileTime.fromMillis(millis));
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
        new ModelCache(root(), 1 << 20)
            .get(
                "a",
                place -> Files.readString(ModelCacheEntry.read(place).library()),
                place -> {
                  make(place, "late");
                  Path other = Files.createDirectory(root().resolve("a"));
                  make(other, "early");
                });
    assertThat(mine).startsWith("early");
    assertThat(entries()).containsExactly("a");
  }

  @Test
  void aFailedBuildLeavesNothing() {
    assertThatThrownBy(
            () ->
                new ModelCache(root(), 1)
                    .get(
                        "a",
                        ModelCacheEntry::read,
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
}
