package dev.backplane.rtl.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random entities behave as in GHDL's own simulation, or are refused with a code. */
class RandomVhdlTest {
  /** The most entities that are compared to find the smallest one that differs. */
  private static final int TRIES = 200;

  @TempDir Path folder;
  private int made;

  @BeforeEach
  void theToolsAreThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  @ParameterizedTest
  @CsvSource({"installed, 1", "sid, 1"})
  void randomEntitiesBehaveAsInTheSimulatorOfTheirLanguage(String release, int count)
      throws IOException {
    check(release, 1000, count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomEntitiesBehaveSo(String release) throws IOException {
    check(release, 2000, 150);
  }

  private void check(String release, long first, int count) throws IOException {
    FrontEnd frontEnd =
        release.equals("installed") ? TestGhdl.frontEnd() : TestGhdl.ofRelease(release);
    Map<Long, String> refused = new TreeMap<>();
    Map<Long, String> wrong = new TreeMap<>();
    for (long seed = first; seed < first + count; seed++) {
      SourceNode entity = new RandomVhdl(new Random(seed)).entity("fuzzed");
      try {
        if (!differences(frontEnd, entity).isEmpty()) {
          SourceNode smallest =
              entity.smallest(RandomVhdlValues::least, node -> differs(frontEnd, node), TRIES);
          wrong.put(seed, differences(frontEnd, smallest) + "\n" + smallest.text());
        }
      } catch (RtlException e) {
        refused.put(seed, e.error() + ": " + e.getMessage());
      }
    }
    assertThat(wrong).as("seeds that differ with the GHDL that is " + release).isEmpty();
    System.out.printf(
        "random entities, GHDL %s: %d of %d refused %s%n", release, refused.size(), count, refused);
    // An older GHDL lacks functions and ends on some; but most entities must say something.
    assertThat(refused.size())
        .as("refused: " + refused)
        .isLessThanOrEqualTo(Math.max(1, count * 3 / 4));
  }

  private boolean differs(FrontEnd frontEnd, SourceNode entity) {
    try {
      return !differences(frontEnd, entity).isEmpty();
    } catch (RtlException | UncheckedIOException e) {
      return false; // it is another entity now, which is not legal
    }
  }

  private Map<String, String> differences(FrontEnd frontEnd, SourceNode entity) {
    made++;
    try {
      Path work = Files.createDirectory(folder.resolve("entity" + made));
      List<Path> files = new ArrayList<>();
      files.add(Files.writeString(work.resolve("fuzzed.vhd"), entity.text()));
      for (String other : RandomVhdl.OTHERS) {
        files.add(TestResources.copy(other, work));
      }
      return GhdlComparison.compare(frontEnd, work, files, "fuzzed", 0).wrong();
    } catch (IOException e) {
      throw new UncheckedIOException(entity.text(), e);
    }
  }
}
