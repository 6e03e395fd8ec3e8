package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.RunReport;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.rtl.simulators.VerilatorEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shipped images give the same results in the same cycles, whatever runs them. */
final class EnginesTest {
  @BeforeEach
  void tools() {
    assumeThat(VerilatorEngine.isAvailable())
        .as("Verilator and g++ are installed; tools/setup does it")
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JVM")
  void anEngineDoesWhatTheJvmEngineDoes(EngineKind engine) {
    assertThat(work(engine)).isEqualTo(work(EngineKind.JVM));
  }

  /** Results and cycles of a few runs of each example. */
  private static List<String> work(EngineKind engine) {
    List<String> done = new ArrayList<>();
    try (TestCard card =
        new TestCard("{'engine': '%s'}".formatted(engine.text()).replace('\'', '"'))) {
      Kernel vadd = card.facet(Images.class).load(RtlImages.example("vadd")).kernel("vadd");
      for (int n : new int[] {1, 65, 500}) {
        Buffer a = vadd.buffer("a", 4L * n).write(new Random(n).ints(n).toArray()).sync();
        Buffer b = vadd.buffer("b", 4L * n).write(new Random(-n).ints(n).toArray()).sync();
        Buffer c = vadd.buffer("c", 4L * n);
        RunReport report = vadd.start(a, b, c, n).await(DEADLINE);
        done.add(report.cycles() + " " + Arrays.toString(c.syncBack().read(new int[n])));
      }
      Kernel sha256 = card.facet(Images.class).load(RtlImages.example("sha256")).kernel("sha256");
      for (int length : new int[] {0, 55, 200}) {
        byte[] text = new byte[length];
        new Random(length).nextBytes(text);
        Buffer data = sha256.buffer("data", Math.max(4, length)).write(text).sync();
        Buffer digest = sha256.buffer("digest", 32);
        RunReport report = sha256.start(data, length, digest).await(DEADLINE);
        done.add(report.cycles() + " " + Arrays.toString(digest.syncBack().read(new byte[32])));
      }
    }
    return done;
  }
}
