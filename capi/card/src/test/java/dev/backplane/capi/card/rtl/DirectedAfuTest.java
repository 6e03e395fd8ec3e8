package dev.backplane.capi.card.rtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.card.config.AfuConfig;
import dev.backplane.rtl.harness.psl.PslFaults;
import dev.backplane.rtl.harness.psl.PslResponse;
import dev.backplane.rtl.images.ImageBuild;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An AFU in RTL that several contexts share, and what is wrong if their descriptors say so. */
final class DirectedAfuTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int LINE = 128;
  private static final int STAYS = 10;
  private static final int IGNORES_REGISTERS = 11;
  private static final int FAILS = 13;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  @TempDir static Path folder;
  private static Path image = Path.of("");

  private final Arena arena = Arena.ofShared();

  @BeforeAll
  static void build() throws IOException, URISyntaxException {
    Path description =
        Path.of(
            Objects.requireNonNull(DirectedAfuTest.class.getResource("kernel.toml"), "kernel.toml")
                .toURI());
    image = folder.resolve("directed.xclbin");
    Files.write(image, ImageBuild.of(List.of()).kernel(description).build(step -> {}).bytes());
  }

  private static String afu(String more) {
    return "{\"image\": \"%s\", \"deadline_cycles\": 2000%s}".formatted(image, more);
  }

  private MemorySegment line(long value) {
    MemorySegment line = arena.allocate(LINE, LINE);
    line.set(LONG, 0, value);
    return line;
  }

  private static Attachment attach(Device device, MemorySegment line, int fault) {
    return device.facet(Coherent.class).attach(StartWork.of(line.address() | fault));
  }

  private static CoherentEvent next(Attachment attachment) {
    return attachment.next(SOON).orElseThrow(() -> new AssertionError("no event came"));
  }

  private static ErrorCode refusal(ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void contextsComeAndGoAndEachHasItsOwnMemoryRegistersAndInterrupts(int seed) {
    String faults =
        seed == 0
            ? ""
            : ", \"faults\": {\"seed\": %d, \"response_percent\": 30, \"reorder_percent\": 50, \"buffer_percent\": 30, \"repeat_percent\": 50, \"credit_percent\": 50}"
                .formatted(seed);
    try (RtlCard card = RtlCard.of(afu(""), faults)) {
      List<Device> devices = new ArrayList<>();
      List<Attachment> attachments = new ArrayList<>();
      List<MemorySegment> lines = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        devices.add(card.open("afu0.0s"));
        lines.add(line(100L * i));
        attachments.add(attach(devices.get(i), lines.get(i), 0));
      }
      assertThat(refusal(() -> card.open("afu0.0s"))).isEqualTo(ErrorCode.OUT_OF_CONTEXTS);
      for (int i = 0; i < 4; i++) {
        assertThat(next(attachments.get(i))).isEqualTo(new AfuInterrupt(i, 1));
        assertThat(lines.get(i).get(LONG, 8)).isEqualTo(100L * i + 1);
        assertThat(attachments.get(i).problemState().read64(8)).isEqualTo(i);
        assertThat(attachments.get(i).problemState().size()).isEqualTo(4096);
      }
      // One that leaves frees its number, and does not disturb the others.
      devices.get(1).close();
      lines.get(2).set(LONG, 0, 7);
      attachments.get(2).problemState().write64(0, 0);
      assertThat(next(attachments.get(2))).isEqualTo(new AfuInterrupt(2, 1));
      assertThat(lines.get(2).get(LONG, 8)).isEqualTo(8);
      try (Device again = card.open("afu0.0s");
          Attachment attachment = attach(again, line(41), 0)) {
        assertThat(attachment.processElement()).isEqualTo(1);
        next(attachment);
        assertThat(attachment.problemState().read64(0)).isEqualTo(1);
      }
      devices.forEach(Device::close);
    }
  }

  /** Each variant breaks a rule at the pins; the second AFU of the card goes on. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|without a credit. Begin with ha_croom credits",
        "2|a command with tag 0x07, which is outstanding",
        "3|command 0x1fff does not exist",
        "4|ah_brlat changes from 3 to 2 in a job",
        "5|ah_compar is",
        "14|ah_brpar is 0x"
      })
  void aBrokenRuleStopsTheAfuAndItsHoldersAreTold(int fault, String what) {
    try (RtlCard card = RtlCard.of(afu("") + ", " + afu(""), "");
        Device good = card.open("afu0.1s");
        Device waiting = card.open("afu0.0s");
        Device bad = card.open("afu0.0s");
        Attachment patient = attach(waiting, line(1), 0)) {
      next(patient);
      Attachment attachment = attach(bad, line(2), fault);
      assertThat(catchThrowableOfType(BackplaneException.class, () -> next(attachment)))
          .hasMessageContaining("psl @cycle ")
          .hasMessageContaining(what);
      assertThat(catchThrowableOfType(BackplaneException.class, () -> next(patient)))
          .hasMessageContaining(what);
      assertThat(refusal(() -> patient.problemState().read64(0)))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
      MemorySegment line = line(3);
      assertThat(next(attach(good, line, 0))).isEqualTo(new AfuInterrupt(0, 1));
      assertThat(line.get(LONG, 8)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @CsvSource({"7,FAILED", "8,CONTEXT", "9,FAILED", "12,FAILED", "15,FAILED"})
  void aWrongCommandIsAnsweredAndTheContextGoesOn(int fault, PslResponse response) {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device device = card.open("afu0.0s");
        Attachment attachment = attach(device, line(1), fault)) {
      long start = System.nanoTime();
      while (attachment.problemState().read64(16) == 0) {
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
      }
      assertThat(attachment.problemState().read64(16)).isEqualTo(response.code());
      assertThat(attachment.problemState().read64(0)).isZero();
    }
  }

  @Test
  void parityIsNotCheckedWithoutParityEnable() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device device = card.open("afu0.0s")) {
      MemorySegment line = line(8);
      assertThat(next(attach(device, line, 6))).isEqualTo(new AfuInterrupt(0, 1));
      assertThat(line.get(LONG, 8)).isEqualTo(9);
    }
  }

  @Test
  void aContextThatIsNotLetGoStopsTheAfu() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device other = card.open("afu0.0s");
        Attachment told = attach(other, line(1), 0)) {
      next(told);
      Device stays = card.open("afu0.0s");
      next(attach(stays, line(1), STAYS));
      stays.close();
      assertThat(catchThrowableOfType(BackplaneException.class, () -> next(told)))
          .hasMessageContaining(
              "TERMINATE of process element 1 is not acknowledged with ah_jcack in 2000 cycles");
    }
  }

  @Test
  void aRegisterThatIsNotAcknowledgedIsAnErrorOfTheAccess() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device silent = card.open("afu0.0s");
        Device other = card.open("afu0.0s");
        Attachment attachment = attach(silent, line(1), IGNORES_REGISTERS)) {
      next(attachment);
      BackplaneException failure =
          catchThrowableOfType(BackplaneException.class, () -> attachment.problemState().read64(0));
      assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
      assertThat(failure).hasMessageContaining("no ah_mmack came in 2000 cycles");
      assertThat(refusal(() -> attachment.problemState().write32(0, 1)))
          .isEqualTo(ErrorCode.TIMEOUT);
      // The AFU itself works on.
      MemorySegment line = line(5);
      next(attach(other, line, 0));
      assertThat(line.get(LONG, 8)).isEqualTo(6);
    }
  }

  @Test
  void anErrorOfTheJobIsAnEventOfEachContext() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device fails = card.open("afu0.0s");
        Device other = card.open("afu0.0s");
        Attachment told = attach(other, line(1), 0)) {
      next(told);
      assertThat(next(attach(fails, line(1), FAILS))).isEqualTo(new AfuError(0, 0x42));
      assertThat(next(told)).isEqualTo(new AfuError(1, 0x42));
    }
  }

  @Test
  void theErrorBufferIsReadInTheDescriptorSpaceAlsoAfterAnError() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device device = card.open("card0");
        Device fails = card.open("afu0.0s");
        Attachment failed = attach(fails, line(1), FAILS)) {
      CoherentCard facet = device.facet(CoherentCard.class);
      MemorySegment bytes = arena.allocate(2 * 4096);
      assertThat(next(failed)).isInstanceOf(AfuError.class);
      assertThat(facet.accelerator(0).errorBufferBytes()).isEqualTo(4096);
      assertThat(facet.errorBuffer(0, 0, bytes)).isEqualTo(4096);
      assertThat(bytes.get(LONG, 0)).isEqualTo(FAILS);
      assertThat(bytes.get(LONG, 4088)).isEqualTo(0x3ff);
      assertThat(facet.errorBuffer(0, 13, bytes.asSlice(0, 4))).isEqualTo(4);
      assertThat(bytes.asSlice(0, 4).toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 2, 1, 0);
      assertThat(facet.errorBuffer(0, 4090, bytes)).isEqualTo(6);
      assertThat(facet.errorBuffer(0, 4096, bytes)).isZero();
    }
  }

  @Test
  void anErrorBufferThatIsNotAcknowledgedIsAnErrorOfTheAccess() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device device = card.open("card0");
        Device silent = card.open("afu0.0s");
        Device other = card.open("afu0.0s")) {
      next(attach(silent, line(1), IGNORES_REGISTERS));
      CoherentCard facet = device.facet(CoherentCard.class);
      assertThat(refusal(() -> facet.errorBuffer(0, 0, arena.allocate(8))))
          .isEqualTo(ErrorCode.TIMEOUT);
      MemorySegment line = line(5);
      next(attach(other, line, 0));
      assertThat(line.get(LONG, 8)).isEqualTo(6);
    }
  }

  @Test
  void anAddressThatIsNotMappedIsAnEventOfItsContextAlone() {
    try (RtlCard card = RtlCard.of(afu(""), "");
        Device lost = card.open("afu0.0s");
        Device other = card.open("afu0.0s")) {
      Attachment attachment = lost.facet(Coherent.class).attach(StartWork.of(0x1000));
      assertThat(next(attachment)).isEqualTo(new DataStorage(0, 0x1000, 0x4000_0000_4000_0000L));
      MemorySegment line = line(5);
      assertThat(next(attach(other, line, 0))).isEqualTo(new AfuInterrupt(1, 1));
      assertThat(line.get(LONG, 8)).isEqualTo(6);
    }
  }

  @Test
  void anImageWithoutAPslIsRefused() {
    Path sha256 = RtlCard.example("sha256/sha256.xclbin");
    AfuConfig config = AfuConfig.USUAL;
    BackplaneException failure =
        catchThrowableOfType(
            BackplaneException.class,
            () -> RtlAfuLoader.load("afu0.0", sha256, config, 8, PslFaults.NONE).close());
    assertThat(failure.code()).isEqualTo(ErrorCode.IMAGE_NOT_RUNNABLE);
    assertThat(failure).hasMessageContaining("not of a PSL");
  }

  @Test
  void aModeThatTheAfuHasNotIsRefused() {
    try (RtlCard card = RtlCard.of(afu(", \"mode\": \"dedicated_process\""), "")) {
      assertThat(catchThrowable(() -> card.open("afu0.0d"))).isInstanceOf(RuntimeException.class);
      assertThat(card.problems())
          .contains("the image " + image + " does not support the mode dedicated_process");
    }
  }
}
