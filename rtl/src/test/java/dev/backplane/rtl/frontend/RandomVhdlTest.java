package dev.backplane.rtl.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random entities behave as in GHDL's own simulation, or are refused with a code. */
class RandomVhdlTest {
  private static final int TRIES = 250;

  @TempDir Path folder;
  private int compared;

  @BeforeEach
  void theToolsAreThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "sid"})
  void randomEntitiesBehaveAsInTheSimulatorOfTheirLanguage(String release) throws IOException {
    check(release, 1, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomEntitiesBehaveSo(String release) throws IOException {
    check(release, Long.getLong("backplane.vhdl.first", 100), Integer.getInteger("backplane.vhdl.count", 150));
  }

  private void check(String release, long first, int count) throws IOException {
    FrontEnd frontEnd =
        release.equals("installed") ? TestGhdl.frontEnd() : TestGhdl.ofRelease(release);
    Map<Long, String> refused = new TreeMap<>();
    Map<Long, String> wrong = new TreeMap<>();
    for (long seed = first; seed < first + count; seed++) {
      SourceNode entity = new RandomVhdl(new Random(seed)).entity("fuzzed");
      try {
        Map<String, String> found = differences(frontEnd, entity);
        if (!found.isEmpty()) {
          SourceNode smallest =
              entity.smallest(RandomVhdlValues::least, node -> differs(frontEnd, node), TRIES);
          wrong.put(seed, differences(frontEnd, smallest) + "\n" + smallest.text());
          System.out.println("WRONG " + release + " " + seed + " " + wrong.get(seed));
        }
      } catch (RtlException e) {
        System.out.println("REFUSED " + release + " " + seed + " " + e.error() + " " + e.getMessage());
        refused.put(seed, e.error() + " " + e.getMessage());
      }
    }
    assertThat(wrong).as("seeds that differ on " + release).isEmpty();
  }

  private boolean differs(FrontEnd frontEnd, SourceNode entity) {
    try {
      return !differences(frontEnd, entity).isEmpty();
    } catch (RtlException e) {
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private Map<String, String> differences(FrontEnd frontEnd, SourceNode entity) throws IOException {
    compared++;
    Path work = Files.createDirectory(folder.resolve("e" + compared));
    Path top = Files.writeString(work.resolve("fuzzed.vhd"), entity.text());
    Path used = Files.writeString(work.resolve("fuzzed_part.vhd"), RandomVhdl.part());
    Path packages = Files.writeString(work.resolve("fuzzed_pkg.vhd"), RandomVhdl.packages());
    return GhdlComparison.compare(frontEnd, work, List.of(top, used, packages), "fuzzed").wrong();
  }
}
