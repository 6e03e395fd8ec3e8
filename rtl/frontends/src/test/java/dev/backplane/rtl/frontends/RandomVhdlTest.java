package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
  @ValueSource(strings = {"installed", "sid"})
  void randomEntitiesBehaveAsInTheSimulatorOfTheirLanguage(String release) throws IOException {
    check(frontEnd(release), 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomEntitiesBehaveSo(String release) throws IOException {
    FrontEnd frontEnd = frontEnd(release);
    RandomDesigns.compare("entities, GHDL " + release, 2000, seed -> check(frontEnd, seed));
  }

  private static FrontEnd frontEnd(String release) {
    return release.equals("installed") ? TestGhdl.frontEnd() : TestGhdl.ofRelease(release);
  }

  /** Compares the entity of a seed; returns how many outputs were compared. */
  private int check(FrontEnd frontEnd, long seed) throws IOException {
    SourceNode entity = new RandomVhdl(new Random(seed)).entity("fuzzed");
    GhdlComparison.Found found;
    try {
      found = compare(frontEnd, entity);
    } catch (RtlException e) {
      System.out.println("seed " + seed + " is refused: " + e.error() + ": " + e.getMessage());
      return 0;
    }
    if (!found.wrong().isEmpty()) {
      SourceNode smallest =
          entity.smallest(RandomVhdlValues::least, node -> differs(frontEnd, node), TRIES);
      assertThat(compare(frontEnd, smallest).wrong())
          .as("seed %d, made small:%n%s", seed, smallest.text())
          .isEmpty();
    }
    return found.elaboration().netlist().outputs().size();
  }

  private boolean differs(FrontEnd frontEnd, SourceNode entity) {
    try {
      return !compare(frontEnd, entity).wrong().isEmpty();
    } catch (RtlException | UncheckedIOException e) {
      return false; // it is another entity now, which is not legal
    }
  }

  private GhdlComparison.Found compare(FrontEnd frontEnd, SourceNode entity) {
    made++;
    try {
      Path work = Files.createDirectory(folder.resolve("entity" + made));
      List<Path> files = new ArrayList<>();
      files.add(Files.writeString(work.resolve("fuzzed.vhd"), entity.text()));
      for (String other : RandomVhdl.OTHERS) {
        files.add(TestResources.copy(other, work));
      }
      return GhdlComparison.compare(frontEnd, work, files, "fuzzed", 0);
    } catch (IOException e) {
      throw new UncheckedIOException(entity.text(), e);
    }
  }
}
