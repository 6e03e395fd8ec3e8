package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.xrt.Board.Firmware;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class BaseImageTest {
  private static final byte[] CONTENT = "controller".getBytes(StandardCharsets.US_ASCII);

  private static byte[] controller(String md5) {
    byte[] section = Arrays.copyOf(new byte[248], 248 + CONTENT.length);
    put(section, 16, "cmc.bin");
    put(section, 144, "4.5.6");
    put(section, 208, md5);
    System.arraycopy(CONTENT, 0, section, 248, CONTENT.length);
    return section;
  }

  private static void put(byte[] into, int offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, into, offset, bytes.length);
  }

  private static byte[] container(SectionKind kind, byte[] data) {
    return Xclbin.builder()
        .header(header -> header.withVersion(1, 2, 3))
        .platform(Bench.PLATFORM)
        .add(kind, data)
        .deriveIdentity()
        .build()
        .toBytes();
  }

  private static BaseImage read(byte[] bytes) {
    return BaseImage.read("base", bytes, Bench.PLATFORM);
  }

  @Test
  void theControllersRecordNamesItsVersion() throws NoSuchAlgorithmException {
    String md5 = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(CONTENT));
    BaseImage base = read(container(SectionKind.BMC, controller(md5)));

    assertThat(base.version()).isEqualTo("1.2.3");
    assertThat(base.firmware())
        .singleElement()
        .isEqualTo(
            new Firmware("CMC", "4.5.6", "base image", CONTENT.length, BaseImage.hex(CONTENT)));
  }

  @Test
  void aControllerOfAnotherChecksumIsRefused() {
    assertThatThrownBy(() -> read(container(SectionKind.BMC, controller("0".repeat(32)))))
        .hasMessageContaining("BP5001")
        .hasMessageContaining("MD5");
    assertThatThrownBy(() -> read(container(SectionKind.BMC, new byte[248])))
        .hasMessageContaining("248 bytes");
  }

  @Test
  void anImageForAnotherPlatformOrWithoutFirmwareIsRefused() {
    byte[] schedule = container(SectionKind.SCHED_FIRMWARE, new byte[8]);
    assertThat(
            catchThrowableOfType(
                    BackplaneException.class, () -> BaseImage.read("base", schedule, "other"))
                .code())
        .isEqualTo(ErrorCode.IMAGE_PLATFORM_MISMATCH);
    assertThat(
            catchThrowableOfType(
                    BackplaneException.class,
                    () -> read(container(SectionKind.BUILD_METADATA, new byte[8])))
                .code())
        .isEqualTo(ErrorCode.IMAGE_NOT_RUNNABLE);
  }

  @Test
  void firmwareThatIsLoadedHoldsUntilTheNextHotReset() {
    Bench bench = new Bench();
    bench.user.loadFirmware("ERT", Image.of("sched.bin", CONTENT));

    assertThat(bench.user.firmware().getFirst().source()).isEqualTo("sched.bin");
    assertThat(bench.user.firmware().getFirst().version()).startsWith("sha256:");
    bench.user.reset();
    assertThat(bench.user.firmware().getFirst().source()).isEqualTo("built in");
    assertThatThrownBy(() -> bench.user.loadFirmware("XYZ", Image.of("a", CONTENT)))
        .hasMessageContaining("[ERT, CMC]");
    assertThatThrownBy(() -> bench.user.loadFirmware("CMC", Image.of("a", new byte[0])))
        .hasMessageContaining("it is empty");
  }

  @Test
  void aStagedImageIsStartedOnlyByWhoMayStartIt() {
    var requests = java.util.EnumSet.copyOf(MailboxRequest.permittable());
    requests.remove(MailboxRequest.PROGRAM_SHELL);
    Bench may = new Bench();
    Bench mayNot = new Bench(Bench.config(true, false, requests));
    for (Bench bench : java.util.List.of(may, mayNot)) {
      bench.board.flash().program(Bench.base(7, 100), _ -> {});
      bench.user.reset();
    }

    assertThat(may.user.content().active()).isEqualTo("A");
    assertThat(mayNot.user.content().active()).isEqualTo("golden");
    Bench managed = new Bench(Bench.config(true, true, requests));
    managed.user.program(Bench.base(7, 100), _ -> {});
    managed.user.reset();
    assertThat(managed.user.content().active()).isEqualTo("A");
  }
}
