package dev.backplane.capi.card.rtl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.rtl.simulators.VerilatorEngine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two AFUs in RTL and the program add to the same number, by reservations and by locks. */
final class CounterAfuTest {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final long LINE = 128;
  private static final int RESERVATION = 0;
  private static final int LOCK = 1;
  private static final int NEVER_UNLOCKS = 4;
  private static final long COUNTER = 1024 + 72;
  private static final String FAULTS =
      ", \"faults\": {\"seed\": 5, \"paged_percent\": 10, \"response_percent\": 30,"
          + " \"reorder_percent\": 50, \"buffer_percent\": 30, \"repeat_percent\": 50,"
          + " \"credit_percent\": 50, \"lost_percent\": 20}";
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);
  private static final VarHandle NUMBER = LONG.varHandle();

  @TempDir static Path folder;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 4096);

  @BeforeAll
  static void build() throws IOException {
    Files.copy(
        Path.of(
            "../../rtl/harness/src/test/resources/dev/backplane/rtl/harness/psl/psl_counter.sv"),
        folder.resolve("psl_counter.sv"));
    for (int fault : new int[] {0, NEVER_UNLOCKS}) {
      Path description =
          Files.writeString(
              folder.resolve("kernel.toml"),
              """
              name = "psl_counter"
              bus = "psl"
              protocol = "user_managed"
              sources = ["psl_counter.sv"]
              ties = {fault = %d}
              """
                  .formatted(fault));
      Files.write(
          image(fault), ImageBuild.of(List.of()).kernel(description).build(_ -> {}).bytes());
    }
  }

  private static Path image(int fault) {
    return folder.resolve(fault + ".xclbin");
  }

  private static String afu(int fault, EngineKind engine) {
    return "{\"image\": \"%s\", \"engine\": \"%s\"}".formatted(image(fault), engine.text());
  }

  @AfterEach
  void giveBack() {
    arena.close();
  }

  /** Lets an AFU add to the number. */
  private Attachment count(Device device, int element, int how, int times, boolean isTold) {
    MemorySegment words = memory.asSlice(element * LINE, LINE);
    words.set(LONG, 0, how);
    words.set(LONG, 8, times);
    words.set(LONG, 16, memory.address() + COUNTER);
    words.set(LONG, 64, -1);
    Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(words.address()));
    if (isTold) {
      attachment.tell(memory);
    }
    return attachment;
  }

  private boolean isDone(int element) {
    return memory.get(LONG, element * LINE + 64) != -1;
  }

  @ParameterizedTest
  @CsvSource({
    "JVM, RESERVATION, true, false",
    "JVM, RESERVATION, false, true",
    "JVM, LOCK, true, true",
    "JVM, LOCK, false, false",
    "VERILATOR, RESERVATION, true, false",
    "VERILATOR, LOCK, true, false"
  })
  void noAdditionIsLost(EngineKind engine, String how, boolean isTold, boolean hasFaults) {
    Assumptions.assumeTrue(
        engine == EngineKind.JVM || VerilatorEngine.isAvailable(), "no Verilator is installed");
    Assumptions.assumeTrue(
        isTold || OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    int way = how.equals("LOCK") ? LOCK : RESERVATION;
    int times = isTold ? 1500 : 300;
    String two = afu(0, engine) + ", " + afu(0, engine);
    try (RtlCard card = RtlCard.of(two, hasFaults ? FAULTS : "");
        Device first = card.open("afu0.0d");
        Device second = card.open("afu0.1d");
        Attachment _ = count(first, 0, way, times, isTold);
        Attachment _ = count(second, 1, way, times, isTold)) {
      long end = System.nanoTime() + SOON.toNanos();
      long added = 0;
      while (!isDone(0) || !isDone(1)) {
        assertThat(System.nanoTime()).isLessThan(end);
        long before = (long) NUMBER.getVolatile(memory, COUNTER);
        added += NUMBER.compareAndSet(memory, COUNTER, before, before + 1) ? 1 : 0;
        pause();
      }
      assertThat(memory.get(LONG, COUNTER)).isEqualTo(2L * times + added);
    }
  }

  @Test
  void anAfuThatNeverUnlocksHoldsTheOthersUpForAWhileOnly() throws InterruptedException {
    String two = afu(NEVER_UNLOCKS, EngineKind.JVM) + ", " + afu(0, EngineKind.JVM);
    try (RtlCard card = RtlCard.of(two, "")) {
      for (int how : new int[] {LOCK, RESERVATION}) {
        memory.fill((byte) 0);
        try (Device stays = card.open("afu0.0d");
            Device goes = card.open("afu0.1d");
            Attachment _ = count(stays, 0, LOCK, 1, true)) {
          Thread.sleep(20);
          try (Attachment _ = count(goes, 1, how, 20, true)) {
            long end = System.nanoTime() + SOON.toNanos();
            while (!isDone(1)) {
              assertThat(System.nanoTime()).isLessThan(end);
              pause();
            }
          }
        }
        assertThat(memory.get(LONG, COUNTER)).isEqualTo(20);
        assertThat(isDone(0)).isFalse();
      }
    }
  }

  /** As long as some commands of an AFU take. */
  private static void pause() {
    for (int i = 0; i < 2000; i++) {
      Thread.onSpinWait();
    }
  }
}
