package dev.backplane.capi.card.flash;

import static dev.backplane.capi.card.flash.FlashRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.FlashState;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.api.capi.StartWork;
import dev.backplane.rtl.images.ImageBuild;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A card that gets another image comes up with its AFUs, now and after a restart. */
@Timeout(600)
final class FlashingTest {
  private static final String[] FACTORY = {"afu0.0m", "afu0.0s", "card0"};
  private static final String[] FLASHED = {"afu0.0d", "card0"};
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("card0.flash");
  }

  /** The sum that the flashed AFU finds in the memory of this process. */
  private static long sum(FlashRig rig, byte[] bytes) {
    try (Arena arena = Arena.ofShared();
        Device device = rig.open("afu0.0d")) {
      MemorySegment source = arena.allocate(bytes.length, 128);
      source.copyFrom(MemorySegment.ofArray(bytes));
      MemorySegment work = arena.allocate(128, 128);
      work.set(LONG, 0, source.address());
      work.set(LONG, 8, bytes.length);
      try (Attachment attachment =
          device.facet(Coherent.class).attach(StartWork.of(work.address()))) {
        while (work.get(LONG, 0x40) == 0) {
          assertThat(attachment.next(Duration.ofMillis(1))).isEmpty();
        }
      }
      return work.get(LONG, 0x48);
    }
  }

  private static void checkFlashed(FlashRig rig) {
    assertThat(rig.nodes()).containsExactly(FLASHED);
    assertThat(rig.attributes().userImage()).isTrue();
    byte[] text = "accelerators see the memory of a process".getBytes(StandardCharsets.UTF_8);
    CRC32C expected = new CRC32C();
    expected.update(text);
    assertThat(sum(rig, text)).isEqualTo(expected.getValue());
  }

  private static void checkFactory(FlashRig rig) {
    assertThat(rig.nodes()).containsExactly(FACTORY);
    assertThat(rig.attributes().userImage()).isFalse();
  }

  @Test
  void flashedAcceleratorsRunAlsoAfterARestart() {
    List<Long> told = new ArrayList<>();
    Image image = Image.of(FlashRig.CRC);
    try (FlashRig rig = new FlashRig(file())) {
      checkFactory(rig);
      rig.flash().program(image, told::add);
      checkFlashed(rig);
      assertThat(told).isSorted().last().isEqualTo(2 * image.size());
      FlashState state = rig.flash().state();
      assertThat(state.userBytes()).isEqualTo(image.size());
      assertThat(state.userDigest()).hasSize(64);
      assertThat(state.durable()).isTrue();
      assertThat(state.problem()).isEmpty();
    }
    try (FlashRig again = new FlashRig(file())) {
      checkFlashed(again);
      assertThat(folder)
          .isDirectoryContaining(file()::equals)
          .isDirectoryNotContaining("glob:*.part");
    }
  }

  @Test
  void aResetLoadsTheImageThatWasChosen() {
    try (FlashRig rig = new FlashRig(file())) {
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
      rig.card.loadImageOnPerst(PerstImage.FACTORY);
      assertThat(rig.nodes()).containsExactly(FLASHED);
      rig.card.reset(false);
      checkFactory(rig);
      rig.card.loadImageOnPerst(PerstImage.NONE);
      rig.card.reset(false);
      checkFactory(rig);
    }
    try (FlashRig again = new FlashRig(file())) {
      checkFactory(again);
      assertThat(again.attributes().loadImageOnPerst()).isEqualTo(PerstImage.NONE);
      again.card.loadImageOnPerst(PerstImage.USER);
      again.card.reset(false);
      checkFlashed(again);
      again.card.loadImageOnPerst(PerstImage.NONE);
      again.card.remove();
      again.card.rescan();
      checkFlashed(again);
    }
  }

  @Test
  void contextsEndWithTheImageAndAcceleratorsComeWhenTheWriterIsClosed() throws Exception {
    byte[] image = withHeader(FlashRig.crc());
    try (FlashRig rig = new FlashRig(file());
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Device context = rig.open("afu0.0s");
        Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0))) {
      Future<ErrorCode> reader =
          threads.submit(() -> refusal(() -> attachment.next(Duration.ofMinutes(5))));
      try (FlashWriter writer = rig.flash().open(Duration.ZERO)) {
        FlashRig.send(writer, Pass.DOWNLOAD, image);
        assertThat(rig.nodes()).containsExactly(FACTORY);
        assertThat(reader.isDone()).isFalse();
        FlashRig.send(writer, Pass.VALIDATE, image);
        assertThat(reader.get()).isEqualTo(ErrorCode.DEVICE_FAULTED);
        assertThat(rig.nodes()).containsExactly("card0");
        assertThat(refusal(() -> rig.card.reset(true))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      }
      checkFlashed(rig);
    }
  }

  private static byte[] withHeader(byte[] image) {
    try (FlashRig rig = new FlashRig("", "")) {
      byte[] header = AdapterImageHeader.of(rig.attributes().identity(), image.length).toBytes();
      byte[] all = new byte[header.length + image.length];
      System.arraycopy(header, 0, all, 0, header.length);
      System.arraycopy(image, 0, all, header.length, image.length);
      return all;
    }
  }

  @Test
  void interruptedFlashingLeavesTheOldImage() throws IOException {
    byte[] image = FlashRig.crc();
    MemorySegment begin = MemorySegment.ofArray(image).asSlice(0, 4096);
    MemorySegment rest = MemorySegment.ofArray(image).asSlice(4096);
    try (FlashRig rig = new FlashRig(file())) {
      try (FlashWriter writer = rig.flash().open(Duration.ZERO)) {
        assertThat(writer.write(Pass.DOWNLOAD, begin, image.length, Header.PREPENDED)).isTrue();
      }
      checkFactory(rig);
      try (FlashWriter writer = rig.flash().open(Duration.ZERO)) {
        assertThat(writer.write(Pass.DOWNLOAD, begin, image.length, Header.PREPENDED)).isTrue();
        assertThat(writer.write(Pass.DOWNLOAD, rest, image.length, Header.AS_GIVEN)).isFalse();
        assertThat(writer.write(Pass.VALIDATE, begin, image.length, Header.PREPENDED)).isTrue();
        // What another process finds now is what one finds that starts after this one was killed.
        try (FlashRig restarted = new FlashRig(file())) {
          checkFactory(restarted);
        }
      }
      checkFactory(rig);
      assertThat(file()).doesNotExist();
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
      byte[] before = Files.readAllBytes(file());
      byte[] other = image.clone();
      other[other.length / 2] ^= 1;
      assertThat(refusal(() -> rig.flash().program(Image.of("other", other), _ -> {})))
          .isEqualTo(ErrorCode.IMAGE_INVALID);
      checkFlashed(rig);
      assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }
  }

  @Test
  void aFlashingCanBeStoppedAndAClosedDeviceHasNoWriter() {
    try (FlashRig rig = new FlashRig(file())) {
      assertThatThrownBy(
              () ->
                  rig.flash()
                      .program(
                          Image.of(FlashRig.CRC),
                          sent -> {
                            throw new IllegalStateException("stopped at " + sent);
                          }))
          .hasMessageContaining("stopped at 9876");
      checkFactory(rig);
      try (Device other = rig.open("card0")) {
        assertThat(other.facet(CardFlash.class).open(Duration.ZERO)).isNotNull();
      }
      rig.flash().open(Duration.ZERO).close();
    }
  }

  @Test
  void anImageMayBringSeveralAccelerators() throws IOException {
    Path two = folder.resolve("two.xclbin");
    Files.write(
        two,
        ImageBuild.of(List.of())
            .kernels(
                List.of(
                    FlashRig.CRC.resolveSibling("kernel.toml"),
                    Path.of("src/test/resources/dev/backplane/capi/card/rtl/kernel.toml")))
            .build(_ -> {})
            .bytes());
    try (FlashRig rig = new FlashRig(file())) {
      rig.flash().program(Image.of(two), _ -> {});
      assertThat(rig.flash().state().problem()).isEmpty();
      assertThat(rig.nodes()).containsExactly("afu0.0d", "afu0.1m", "afu0.1s", "card0");
      // 2040 less 1, less 2 for each AFU.
      assertThat(rig.card.accelerator(1).mostInterrupts()).isEqualTo(2035);
    }
  }

  @Test
  void aDamagedFlashIsToldAndTheFactorysImageIsThere() throws IOException {
    try (FlashRig rig = new FlashRig(file())) {
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
    }
    byte[] damaged = Files.readAllBytes(file());
    damaged[damaged.length - 1] ^= 1;
    Files.write(file(), damaged);
    try (FlashRig rig = new FlashRig(file())) {
      checkFactory(rig);
      assertThat(rig.flash().state().problem().orElseThrow()).contains("damaged");
      assertThat(refusal(() -> rig.card.loadImageOnPerst(PerstImage.FACTORY)))
          .isEqualTo(ErrorCode.FLASH_FAILED);
    }
  }

  @Test
  void aFlashThatCannotBeWrittenKeepsTheImage() {
    try (FlashRig rig = new FlashRig(folder.resolve("missing").resolve("flash"))) {
      assertThat(refusal(() -> rig.flash().program(Image.of(FlashRig.CRC), _ -> {})))
          .isEqualTo(ErrorCode.FLASH_FAILED);
      checkFactory(rig);
    }
  }

  @Test
  void aFlashInMemoryLastsAsLongAsTheCard() {
    try (FlashRig rig = new FlashRig("\"platform\": \"powervm\", ", "")) {
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
      rig.card.reset(false);
      checkFlashed(rig);
      assertThat(rig.flash().state().durable()).isFalse();
    }
  }
}
