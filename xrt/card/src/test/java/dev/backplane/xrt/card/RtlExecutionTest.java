package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on units in RTL. */
final class RtlExecutionTest {
  private static final long UNIT_1 = 0x1800000;
  private static final long UNIT_2 = 0x1810000;
  private static final int START = 1;
  private static final int DONE = 2;

  private final TestCard card = new TestCard("{}");

  @AfterEach
  void close() {
    card.close();
  }

  private Kernel kernel(dev.backplane.api.Image image, String name) {
    return card.facet(Images.class).load(image).kernel(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1000, 5000})
  void vaddAdds(int n) {
    Kernel vadd = kernel(RtlImages.example("vadd"), "vadd");
    int[] left = new Random(1).ints(n).toArray();
    int[] right = new Random(2).ints(n).toArray();
    Buffer a = vadd.buffer("a", 4L * n + 4).write(left).sync();
    Buffer b = vadd.buffer("b", 4L * n + 4).write(right).sync();
    Buffer c = vadd.buffer("c", 4L * n + 4);
    RunReport report = vadd.start(a, b, c, n).await(DEADLINE);
    int[] expected = new int[n + 1];
    for (int i = 0; i < n; i++) {
      expected[i] = left[i] + right[i];
    }

    assertThat(c.syncBack().read(new int[n + 1])).isEqualTo(expected);
    assertThat(report.cycles()).isGreaterThan(3L * n);
  }

  @Test
  void sha256Digests() throws Exception {
    Kernel sha256 = kernel(RtlImages.example("sha256"), "sha256");
    for (int length : new int[] {0, 3, 55, 56, 64, 1000}) {
      byte[] text = new byte[length];
      new Random(length).nextBytes(text);
      try (Buffer data = sha256.buffer("data", Math.max(4, length)).write(text);
          Buffer digest = sha256.buffer("digest", 32)) {
        sha256.start(data.sync(), length, digest).await(DEADLINE);

        assertThat(digest.syncBack().read(new byte[32]))
            .as("digest of %d bytes", length)
            .isEqualTo(MessageDigest.getInstance("SHA-256").digest(text));
      }
    }
  }

  @Test
  void aRunTakesTheSameCyclesEveryTimeAndOnEveryUnit() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      runs.add(repeated.start(repeated.buffer("source", 4), repeated.buffer("target", 4), 100, 0));
    }
    List<Long> cycles = runs.stream().map(run -> run.await(DEADLINE).cycles()).distinct().toList();

    assertThat(cycles).hasSize(1);
  }

  @Test
  void latencyIsThatOfTheConfiguration() {
    try (TestCard slow = new TestCard("{\"latency\": 200}")) {
      Kernel repeated = slow.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      RunReport report =
          repeated
              .start(repeated.buffer("source", 4), repeated.buffer("target", 4), 10, 0)
              .await(DEADLINE);

      assertThat(report.cycles()).isBetween(2000L, 3000L);
    }
  }

  @Test
  void anAddressOutsideNamesPortCycleAndArgument() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    Run run = repeated.start(repeated.buffer("source", 4), repeated.buffer("target", 256), 1, 260);
    var error = refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE));

    assertThat(error.getMessage())
        .contains("m_axi_gmem @cycle")
        .contains("4 bytes past the end of argument 'target'");
    assertThat(card.facet(Management.class).report().get("fault")).contains("m_axi_gmem");
  }

  @Test
  void aFreedBufferIsNoMemoryAnyMore() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    Buffer source = repeated.buffer("source", 4);
    Buffer target = repeated.buffer("target", 4);
    Buffer freed = repeated.buffer("target", 4);
    long offset = freed.address() - target.address();
    freed.close();
    Run run = repeated.start(source, target, 1, offset);

    assertThat(refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE)).getMessage())
        .contains("in a freed buffer of 4 bytes")
        .contains("lenient_memory");
  }

  @Test
  void aKernelThatDoesNothingIsCaughtByTheWatchdog() {
    try (TestCard impatient = new TestCard("{\"watchdog_cycles\": 1000}")) {
      Kernel ponder = impatient.facet(Images.class).load(RtlImages.ponder()).kernel("ponder");
      Run run = ponder.start(0, 1, 0);

      refuses(ErrorCode.NO_PROGRESS, () -> run.await(DEADLINE));
      assertThat(impatient.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
    }
  }

  @Test
  void registersReachTheDesignBetweenRuns() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    Registers registers = card.facet(Registers.class);
    Buffer source = repeated.buffer("source", 4).write(7).sync();
    Buffer target = repeated.buffer("target", 4);
    registers.write32(UNIT_2 + 0x10, (int) source.address());
    registers.write32(UNIT_2 + 0x14, (int) (source.address() >>> 32));
    registers.write32(UNIT_2 + 0x1c, (int) target.address());
    registers.write32(UNIT_2 + 0x20, (int) (target.address() >>> 32));
    registers.write64(UNIT_2 + 0x28, 6);
    registers.write32(UNIT_2, START);
    int polls = 0;
    while ((registers.read32(UNIT_2) & DONE) == 0) {
      assertThat(polls++).isLessThan(100);
    }

    assertThat(target.syncBack().read(new int[1])).containsExactly(42);
    assertThat(registers.read32(UNIT_1 + 0x10)).as("the other unit's").isZero();
  }

  @Test
  void registersAnswerDuringARunWhichGoesOn() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    Registers registers = card.facet(Registers.class);
    Buffer source = repeated.buffer("source", 4).write(1).sync();
    Buffer target = repeated.buffer("target", 4);
    Run run = repeated.start(source, target, 20_000, 0);
    for (int i = 0; i < 20; i++) {
      assertThat(registers.read64(UNIT_1 + 0x28)).isIn(20_000L, 0L);
    }
    run.await(DEADLINE);

    assertThat(target.syncBack().read(new int[1])).containsExactly(20_000);
  }

  @Test
  void aCancelledUnitStartsAfresh() {
    Kernel repeated = kernel(RtlImages.repeated(), "repeated");
    Buffer source = repeated.buffer("source", 4).write(3).sync();
    Buffer target = repeated.buffer("target", 4);
    for (int i = 0; i < 4; i++) {
      Run run = repeated.start(source, target, Long.MAX_VALUE, 0);
      run.cancel();
      refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
    }
    repeated.start(source, target, 5, 0).await(DEADLINE);

    assertThat(target.syncBack().read(new int[1])).containsExactly(15);
  }
}
