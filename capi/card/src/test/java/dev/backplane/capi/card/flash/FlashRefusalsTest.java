package dev.backplane.capi.card.flash;

import static dev.backplane.capi.card.flash.FlashRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a flash does not take, with the numbers of the kernel. */
@Timeout(600)
final class FlashRefusalsTest {
  private static final int EINVAL = 22;
  private static final int EFAULT = 14;
  private static final int DOWNLOAD = 0x4040CA0A;
  private static final int VALIDATE = 0x4040CA0B;
  private static final AdapterIdentity CARD = new AdapterIdentity(0x1014, 0x0477, 0x1014, 1);

  private final FlashRig rig = new FlashRig("\"platform\": \"powervm\", ", "");

  @AfterEach
  void theCardIsAsItWas() {
    assertThat(rig.flash().state().userBytes()).isZero();
    assertThat(rig.nodes()).contains("card0");
    rig.close();
  }

  private FlashWriter open() {
    return rig.flash().open(Duration.ZERO);
  }

  private static byte[] image(AdapterImageHeader header, byte[] content) {
    byte[] all = Arrays.copyOf(header.toBytes(), AdapterImageHeader.BYTES + content.length);
    System.arraycopy(content, 0, all, AdapterImageHeader.BYTES, content.length);
    return all;
  }

  private static byte[] image() {
    byte[] content = FlashRig.crc();
    return image(AdapterImageHeader.of(CARD, content.length), content);
  }

  private static ErrorCode download(FlashWriter writer, byte[] image) {
    ErrorCode code = refusal(() -> FlashRig.send(writer, Pass.DOWNLOAD, image));
    assertThat(code.errno()).isEqualTo(EINVAL);
    return code;
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "4, 1", "23, 127", "24, 1", "30, 0", "40, 1", "127, 9"})
  void aBrokenHeaderOfThreeChunksIsRefused(int at, byte value) {
    byte[] image = image();
    image[at] = value;
    try (FlashWriter writer = open()) {
      assertThat(download(writer, image)).isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8219, 1143, 4116, 1",
    "4116, 1576, 4116, 1",
    "4116, 1143, 1, 1",
    "4116, 1143, 4116, 2"
  })
  void anImageForAnotherCardIsRefused(int vendor, int device, int subsystemVendor, int subsystem) {
    byte[] content = FlashRig.crc();
    AdapterIdentity other = new AdapterIdentity(vendor, device, subsystemVendor, subsystem);
    try (FlashWriter writer = open()) {
      assertThat(download(writer, image(AdapterImageHeader.of(other, content.length), content)))
          .isEqualTo(ErrorCode.IMAGE_PLATFORM_MISMATCH);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 9000})
  void aTruncatedImageIsRefused(int bytes) {
    byte[] part = Arrays.copyOf(image(), bytes);
    byte[] content = Arrays.copyOf(FlashRig.crc(), bytes);
    byte[] wrapped = image(AdapterImageHeader.of(CARD, bytes), content);
    try (FlashWriter writer = open()) {
      assertThat(download(writer, part)).isEqualTo(ErrorCode.IMAGE_TRUNCATED);
      // A header that agrees with what is there only helps until the image is looked at.
      FlashRig.send(writer, Pass.DOWNLOAD, wrapped);
      assertThat(refusal(() -> FlashRig.send(writer, Pass.VALIDATE, wrapped)).errno())
          .isEqualTo(EINVAL);
    }
  }

  @Test
  void theSameChunksAreValidatedThatWereDownloaded() {
    byte[] image = image();
    byte[] other = image.clone();
    other[image.length - 1] ^= 1;
    MemorySegment whole = MemorySegment.ofArray(image);
    try (FlashWriter writer = open()) {
      assertThat(refusal(() -> FlashRig.send(writer, Pass.VALIDATE, image)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      FlashRig.send(writer, Pass.DOWNLOAD, image);
      assertThat(refusal(() -> FlashRig.send(writer, Pass.VALIDATE, other)))
          .isEqualTo(ErrorCode.IMAGE_INVALID);
      FlashRig.send(writer, Pass.DOWNLOAD, image);
      assertThat(refusal(() -> writer.write(Pass.VALIDATE, whole, image.length, Header.AS_GIVEN)))
          .isEqualTo(ErrorCode.IMAGE_INVALID);
      FlashRig.send(writer, Pass.DOWNLOAD, image);
      FlashRig.send(writer, Pass.DOWNLOAD, image);
    }
  }

  @Test
  void passesAreNotMixed() {
    byte[] image = image();
    MemorySegment begin = MemorySegment.ofArray(image).asSlice(0, 1000);
    MemorySegment rest = MemorySegment.ofArray(image).asSlice(1000);
    try (FlashWriter writer = open()) {
      assertThat(writer.write(Pass.DOWNLOAD, begin, image.length, Header.AS_GIVEN)).isTrue();
      assertThat(refusal(() -> writer.write(Pass.VALIDATE, rest, image.length, Header.AS_GIVEN)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      // What was refused has ended the transfer.
      assertThat(refusal(() -> writer.write(Pass.DOWNLOAD, rest, image.length, Header.AS_GIVEN)))
          .isEqualTo(ErrorCode.IMAGE_INVALID);
      assertThat(writer.write(Pass.DOWNLOAD, begin, image.length, Header.AS_GIVEN)).isTrue();
      assertThat(refusal(() -> writer.write(Pass.DOWNLOAD, rest, image.length, Header.PREPENDED)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(writer.write(Pass.DOWNLOAD, begin, image.length, Header.AS_GIVEN)).isTrue();
      assertThat(refusal(() -> writer.write(Pass.DOWNLOAD, rest, 1500, Header.AS_GIVEN)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void refusesAnImageWithoutAccelerators() {
    for (byte[] content :
        new byte[][] {
          new byte[1],
          new byte[5000],
          "no image".repeat(99).getBytes(java.nio.charset.StandardCharsets.UTF_8)
        }) {
      byte[] image = image(AdapterImageHeader.of(CARD, content.length), content);
      try (FlashWriter writer = open()) {
        FlashRig.send(writer, Pass.DOWNLOAD, image);
        assertThat(refusal(() -> FlashRig.send(writer, Pass.VALIDATE, image)).errno())
            .isEqualTo(EINVAL);
      }
    }
  }

  @Test
  void theSecondOpenerWaitsOrIsRefused() throws Exception {
    CardFlash flash = rig.flash();
    FlashWriter first = open();
    assertThat(refusal(this::open)).isEqualTo(ErrorCode.BUSY);
    assertThat(refusal(() -> flash.open(Duration.ofMillis(1)))).isEqualTo(ErrorCode.BUSY);
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<FlashWriter> second = threads.submit(() -> flash.open(Duration.ofMinutes(5)));
      first.close();
      second.get().close();
    }
    try (FlashWriter _ = open()) {
      Thread.currentThread().interrupt();
      assertThat(refusal(() -> flash.open(Duration.ofMinutes(5)))).isEqualTo(ErrorCode.CANCELLED);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aCardThatIsRemovedIsNotFlashed() {
    byte[] image = image();
    try (FlashWriter writer = open()) {
      FlashRig.send(writer, Pass.DOWNLOAD, image);
      rig.card.remove();
      assertThat(refusal(() -> FlashRig.send(writer, Pass.VALIDATE, image)))
          .isEqualTo(ErrorCode.NO_SUCH_DEVICE);
    }
    assertThat(refusal(this::open)).isEqualTo(ErrorCode.NO_SUCH_DEVICE);
    assertThat(rig.attributes().accelerators()).isZero();
    rig.card.rescan();
    open().close();
  }

  @Test
  void aCardOfBareMetalIsNotFlashed() {
    try (FlashRig other = new FlashRig("", "")) {
      assertThat(refusal(other::flash)).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
  }

  private static MemorySegment request(Arena arena, long... words) {
    MemorySegment request = arena.allocate(64, 8);
    for (int i = 0; i < words.length; i++) {
      request.setAtIndex(ValueLayout.JAVA_LONG, i, words[i]);
    }
    return request;
  }

  private static MemorySegment request(Arena arena, long flags, MemorySegment data, int length) {
    return request(arena, flags, data.address(), data.byteSize(), length);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7})
  void reservedFieldsAreChecked(int word) {
    try (Arena arena = Arena.ofConfined();
        FlashWriter writer = open()) {
      MemorySegment request = request(arena, 1, arena.allocate(100), 100);
      request.setAtIndex(ValueLayout.JAVA_LONG, word, 1);
      assertThat(refusal(() -> writer.ioctl(DOWNLOAD, request)).errno()).isEqualTo(EINVAL);
    }
  }

  @Test
  void structuresOfTheKernelAreServed() {
    byte[] content = FlashRig.crc();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment all = arena.allocate(content.length);
      all.copyFrom(MemorySegment.ofArray(content));
      MemorySegment first = request(arena, 1, all.asSlice(0, 5000), content.length);
      MemorySegment second = request(arena, 0, all.asSlice(5000), content.length);
      try (FlashWriter writer = open()) {
        assertThat(writer.ioctl(DOWNLOAD, first)).isEqualTo(1);
        // What is wrong in a structure ends nothing.
        assertThat(refusal(() -> writer.ioctl(0x4040CA00, second)).errno()).isEqualTo(EINVAL);
        assertThat(refusal(() -> writer.ioctl(DOWNLOAD, second.asSlice(0, 63))).errno())
            .isEqualTo(EINVAL);
        MemorySegment flags = request(arena, 2, all, content.length);
        assertThat(refusal(() -> writer.ioctl(DOWNLOAD, flags)).errno()).isEqualTo(EINVAL);
        assertThat(writer.ioctl(DOWNLOAD, second)).isZero();
        assertThat(writer.ioctl(VALIDATE, first)).isEqualTo(1);
        MemorySegment nowhere = request(arena, 0, 64, 100, content.length);
        assertThat(refusal(() -> writer.ioctl(VALIDATE, nowhere)).errno()).isEqualTo(EFAULT);
        MemorySegment endless =
            request(arena, 0, all.address(), FlashWriter.LARGEST_CHUNK + 1, 1 << 30);
        assertThat(refusal(() -> writer.ioctl(DOWNLOAD, endless)).errno()).isEqualTo(EINVAL);
        MemorySegment full =
            request(arena, 1, all.address(), FlashWriter.LARGEST_CHUNK - 127, 1 << 30);
        assertThat(refusal(() -> writer.ioctl(DOWNLOAD, full)).errno()).isEqualTo(EINVAL);
      }
      assertThat(rig.nodes()).contains("afu0.0s");
    }
  }

  @Test
  void aWriterThatIsClosedIsClosed() {
    FlashWriter writer = open();
    writer.close();
    writer.close();
    assertThat(refusal(() -> FlashRig.send(writer, Pass.DOWNLOAD, image())))
        .isEqualTo(ErrorCode.CLOSED);
  }
}
