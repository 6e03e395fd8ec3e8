package dev.backplane.capi.card.rtl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.rtl.images.ImageBuild;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An AFU with the pins of a PSL9 on a card: its DMA reaches the memory of this process. */
final class Psl9AfuTest {
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final int ELEMENT = 128;
  private static final int COPY = 2;
  private static final int ATOMIC = 3;
  private static final int SWAP = 4;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  @TempDir static Path folder;
  private static Path image = Path.of("");

  private final Arena arena = Arena.ofShared();
  private final MemorySegment work = arena.allocate(64 * ELEMENT, ELEMENT);
  private final MemorySegment data = arena.allocate(8192, 4096);
  private int elements;

  @BeforeAll
  static void build() throws IOException {
    Path source =
        Path.of(
            "../../rtl/harness/src/test/resources/dev/backplane/rtl/harness/psl/psl9_worker.sv");
    Files.copy(source, folder.resolve("psl9_worker.sv"));
    Path description =
        Files.writeString(
            folder.resolve("kernel.toml"),
            """
            name = "psl9_worker"
            bus = "psl"
            protocol = "user_managed"
            sources = ["psl9_worker.sv"]
            ties = {fault = 0, latency = 2}
            """);
    image = folder.resolve("worker.xclbin");
    Files.write(image, ImageBuild.of(List.of()).kernel(description).build(step -> {}).bytes());
  }

  @AfterEach
  void giveBack() {
    arena.close();
  }

  private static RtlCard card(String host, String more) {
    return RtlCard.on(host, "{\"image\": \"%s\"}".formatted(image), more);
  }

  private void element(int what, long size, long source, long target, long first, long second) {
    long[] words = {what, size, source, target, first, second};
    for (int i = 0; i < words.length; i++) {
      work.set(LONG, (long) elements * ELEMENT + i * 8L, words[i]);
    }
    elements++;
  }

  private long at(long offset) {
    return data.address() + offset;
  }

  /** Lets the AFU work; how many elements it did. */
  private long run(RtlCard card) throws InterruptedException {
    element(0, 0, 0, 0, 0, 0);
    try (Device device = card.open("afu0.0d");
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(work.address()))) {
      long done = 0;
      long end = System.nanoTime() + SOON.toNanos();
      while (done < elements - 1 && System.nanoTime() < end) {
        done = attachment.problemState().read64(0);
        Thread.sleep(1);
      }
      return done;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void blocksAndNumbersOfTheProcessAreReached(int seed) throws InterruptedException {
    Assumptions.assumeTrue(OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    String faults =
        seed == 0
            ? ""
            : ", \"faults\": {\"seed\": %d, \"paged_percent\": 10, \"response_percent\": 30, \"reorder_percent\": 50, \"buffer_percent\": 30, \"repeat_percent\": 50, \"credit_percent\": 50}"
                .formatted(seed);
    byte[] random = new byte[2048];
    new Random(seed).nextBytes(random);
    MemorySegment.copy(random, 0, data, ValueLayout.JAVA_BYTE, 0, random.length);
    data.set(LONG, 8000, 41);
    element(COPY, 511, at(77), at(4097), 0, 0);
    element(COPY, 3, at(1001), at(6003), 0, 0);
    element(ATOMIC, 0L << 32 | 8, at(8100 & -8), at(8000), 1, 0);
    element(ATOMIC, 0x18L << 32 | 8, at(8016), at(8064), 0, 0);
    element(SWAP, 3L << 32 | 8, 0, at(8000), 42, 43);
    element(SWAP, 3L << 32 | 8, 0, at(8000), 42, 44);
    try (RtlCard card = card("power9", faults)) {
      assertThat(run(card)).isEqualTo(6);
    }
    assertThat(data.asSlice(4097, 511).mismatch(data.asSlice(77, 511))).isEqualTo(-1);
    assertThat(data.asSlice(6003, 3).mismatch(data.asSlice(1001, 3))).isEqualTo(-1);
    assertThat(data.get(LONG, 8000)).isEqualTo(43);
    assertThat(data.get(LONG, 8100 & -8)).isEqualTo(41);
    // Both numbers were 0: the bound is reached.
    assertThat(data.get(LONG, 8064)).isZero();
    assertThat(data.get(LONG, 8016)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void anAddressThatIsNotThereIsAnEventAndNotASignal() {
    element(COPY, 128, 0x3000, at(0), 0, 0);
    element(0, 0, 0, 0, 0, 0);
    try (RtlCard card = card("power9", "");
        Device device = card.open("afu0.0d");
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(work.address()))) {
      CoherentEvent fault = attachment.next(SOON).orElseThrow();
      assertThat(fault).isEqualTo(new DataStorage(0, 0x3000, 0x1000_0000_0000_0088L));
      assertThat(attachment.next(SOON).orElseThrow()).isInstanceOf(AfuError.class);
    }
  }

  @Test
  void aCardWithAPsl8TakesItNotAndSaysWhy() {
    try (RtlCard card = card("power8", "")) {
      assertThat(card.problems())
          .contains("its pins are for a PSL9, and the card of afu0.0 has a PSL8");
    }
  }
}
