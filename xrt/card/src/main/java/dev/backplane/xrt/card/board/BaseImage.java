package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Board.Firmware;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The image that a card starts from: an XRT container for the card's platform with firmware for its
 * embedded processors. SCHED_FIRMWARE is the ERT's, FIRMWARE is the CMC's; BMC, if present, is the
 * CMC's with a record that names its version and its MD5.
 *
 * @param version the version in the container's header
 * @param firmware the firmware of its processors
 */
record BaseImage(String version, List<Firmware> firmware) {
  static final String ERT = "ERT";
  static final String CMC = "CMC";
  static final List<String> PROCESSORS = List.of(ERT, CMC);

  /** The built-in base image, which can never be overwritten. */
  static final BaseImage GOLDEN =
      new BaseImage(
          "1.0.0",
          List.of(
              new Firmware(ERT, "1.0.0", "built in", 0, ""),
              new Firmware(CMC, "1.0.0", "built in", 0, "")));

  private static final int BMC_RECORD = 248;
  private static final int BMC_VERSION = 144;
  private static final int BMC_MD5 = 208;

  BaseImage {
    firmware = List.copyOf(firmware);
  }

  /**
   * Reads a base image.
   *
   * @param name what to call it
   * @param bytes the container
   * @param platform the card's platform
   */
  static BaseImage read(String name, byte[] bytes, String platform) {
    Xclbin file;
    try {
      file = Xclbin.read(bytes);
    } catch (XclbinException e) {
      throw BackplaneException.because(ErrorCode.IMAGE_INVALID, String.valueOf(e.getMessage()))
          .during("read base image")
          .on(name)
          .causedBy(e)
          .build();
    }
    if (!file.header().platform().equals(platform)) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_PLATFORM_MISMATCH,
              "it is for platform '%s', the card is '%s'"
                  .formatted(file.header().platform(), platform))
          .during("read base image")
          .on(name)
          .build();
    }
    String version = file.header().version();
    List<Firmware> firmware = new ArrayList<>();
    for (Section section : file.sections(SectionKind.SCHED_FIRMWARE)) {
      firmware.add(firmware(ERT, version, section.data().toArray()));
    }
    for (Section section : file.sections(SectionKind.FIRMWARE)) {
      firmware.add(firmware(CMC, version, section.data().toArray()));
    }
    for (Section section : file.sections(SectionKind.BMC)) {
      firmware.add(satellite(name, section.data().toArray()));
    }
    if (firmware.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_NOT_RUNNABLE,
              "it has no firmware: none of SCHED_FIRMWARE (ERT), FIRMWARE and BMC (CMC)")
          .during("read base image")
          .on(name)
          .remedy("Name a base image; an image with kernels is loaded, not flashed")
          .build();
    }
    return new BaseImage(version, firmware);
  }

  static Firmware firmware(String processor, String version, byte[] content) {
    return new Firmware(processor, version, "base image", content.length, hex(content));
  }

  private static Firmware satellite(String name, byte[] section) {
    if (section.length <= BMC_RECORD) {
      throw damaged(
          name, "BMC has %d bytes, its record alone has %d".formatted(section.length, BMC_RECORD));
    }
    byte[] content = java.util.Arrays.copyOfRange(section, BMC_RECORD, section.length);
    String said = text(section, BMC_MD5, 33);
    String found = HexFormat.of().formatHex(digest("MD5", content));
    if (!said.isEmpty() && !said.equalsIgnoreCase(found)) {
      throw damaged(name, "the MD5 of BMC is %s, its record says %s".formatted(found, said));
    }
    return firmware(CMC, text(section, BMC_VERSION, 64), content);
  }

  private static BackplaneException damaged(String name, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_INVALID, problem)
        .during("read base image")
        .on(name)
        .remedy("Get the image again")
        .build();
  }

  private static String text(byte[] from, int offset, int most) {
    int end = offset;
    while (end < offset + most && from[end] != 0) {
      end++;
    }
    return new String(from, offset, end - offset, StandardCharsets.ISO_8859_1);
  }

  static String hex(byte[] content) {
    return HexFormat.of().formatHex(sha256(content));
  }

  static byte[] sha256(byte[] content) {
    return digest("SHA-256", content);
  }

  private static byte[] digest(String algorithm, byte[] content) {
    try {
      return MessageDigest.getInstance(algorithm).digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
