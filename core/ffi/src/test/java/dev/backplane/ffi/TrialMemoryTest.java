package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials that are remembered between processes, each of which is a memory of its own here. */
final class TrialMemoryTest {
  @TempDir private Path folder;
  private Path library;
  private Path cache;

  @BeforeEach
  void write() throws IOException {
    library = Files.writeString(folder.resolve("plugin.so"), "the first content");
    cache = folder.resolve("cache/trials");
  }

  private TrialMemory process() {
    return new TrialMemory(Optional.of(cache));
  }

  private TrialMemory.Trial trial(TrialMemory process) {
    return process.of(library.toString(), "as configured");
  }

  private void usedBefore() {
    TrialMemory.Trial trial = trial(process());
    trial.passed();
    trial.used();
  }

  @Test
  void aSuccessIsKnownInThisProcessAndElsewhereOnlyAfterUse() {
    TrialMemory process = process();
    assertThat(trial(process).isKnown()).isFalse();
    trial(process).passed();
    assertThat(trial(process).isKnown()).isTrue();
    assertThat(trial(process()).isKnown()).isFalse();
    trial(process).used();
    assertThat(trial(process()).isKnown()).isTrue();
  }

  /** It crashed, or hangs, where it was not tried. */
  @Test
  void aPluginThatWasNotUsedToItsEndIsTriedAgain() {
    usedBefore();
    TrialMemory.Trial taken = trial(process());
    assertThat(taken.isKnown()).isTrue();
    assertThat(trial(process()).isKnown()).isFalse();
    taken.used();
    assertThat(trial(process()).isKnown()).isTrue();
  }

  @Test
  void anUntriedPluginIsNotRemembered() {
    trial(process()).used();
    assertThat(trial(process()).isKnown()).isFalse();
  }

  @Test
  void anotherContentIsAnotherLibraryWhateverItsTimeAndSize() throws IOException {
    FileTime time = Files.getLastModifiedTime(library);
    usedBefore();
    Files.writeString(library, "another  content!".substring(0, 17));
    Files.setLastModifiedTime(library, time);
    assertThat(trial(process()).isKnown()).isFalse();
  }

  @Test
  void anotherFileInItsPlaceIsAnotherLibrary() throws IOException {
    usedBefore();
    Path copy = Files.copy(library, folder.resolve("copy"));
    Files.setLastModifiedTime(copy, Files.getLastModifiedTime(library));
    Files.move(copy, library, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(trial(process()).isKnown()).isFalse();
  }

  @Test
  void anotherConfigurationIsAnotherTrial() {
    usedBefore();
    assertThat(process().of(library.toString(), "as configured", "").isKnown()).isFalse();
    assertThat(process().of(library.toString(), "as configure").isKnown()).isFalse();
  }

  @Test
  void aPluginWithoutAFileIsRememberedInThisProcessOnly() {
    TrialMemory process = process();
    process.of("libx.so").passed();
    process.of("libx.so").used();
    assertThat(process.of("libx.so").isKnown()).isTrue();
    assertThat(process().of("libx.so").isKnown()).isFalse();
    assertThat(cache).doesNotExist();
  }

  @Test
  void aCacheThatCannotBeWrittenOnlyCostsTrials() throws IOException {
    Files.writeString(folder.resolve("cache"), "a file where a folder should be");
    usedBefore();
    assertThat(trial(process()).isKnown()).isFalse();
    TrialMemory none = new TrialMemory(Optional.empty());
    none.of(library.toString()).passed();
    none.of(library.toString()).used();
    assertThat(none.of(library.toString()).isKnown()).isTrue();
  }

  @Test
  void theOldestAreForgotten() throws IOException {
    usedBefore();
    Files.setLastModifiedTime(cache.resolve(only()), FileTime.fromMillis(0));
    TrialMemory process = process();
    for (int i = 0; i < 200; i++) {
      TrialMemory.Trial trial = process.of(library.toString(), "number " + i);
      trial.passed();
      trial.used();
    }
    assertThat(trial(process()).isKnown()).isFalse();
    assertThat(process().of(library.toString(), "number 0").isKnown()).isTrue();
  }

  private Path only() throws IOException {
    try (var all = Files.list(cache)) {
      return all.findFirst().orElseThrow().getFileName();
    }
  }
}
