package dev.backplane.api;

import dev.backplane.api.binary.Content;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The format of an image or of one device binary. The first four are those of a {@code
 * pi_device_binary_struct}, with their numbers there; the others are our own.
 */
public enum ImageFormat {
  /** Nobody said, and the bytes do not tell. */
  UNKNOWN(0),
  /** Code of one device: what its own compiler made. */
  NATIVE(1),
  /** SPIR-V, which the device's driver compiles. */
  SPIRV(2),
  /** Bitcode of LLVM. */
  BITCODE(3),
  /** Source in OpenCL C, which the device's driver compiles. */
  SOURCE(-1),
  /** An image of XRT, for a card. */
  XCLBIN(-1),
  /** A green bitstream of OPAE, for a card. */
  GBS(-1),
  /** A {@linkplain dev.backplane.api.binary.BinaryContainer container} of device binaries. */
  CONTAINER(-1);

  private final int descriptorNumber;

  ImageFormat(int descriptorNumber) {
    this.descriptorNumber = descriptorNumber;
  }

  /** {@return the number in a descriptor of the plugin interface; -1 if it has none for it} */
  public int descriptorNumber() {
    return descriptorNumber;
  }

  /** {@return the name as containers and the command line spell it} */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the format of a spelling, if there is one} */
  public static Optional<ImageFormat> spelled(String text) {
    return Arrays.stream(values()).filter(each -> each.spelling().equals(text)).findFirst();
  }

  /**
   * {@return the format that a descriptor's number means; UNKNOWN for numbers that mean nothing}
   */
  public static ImageFormat ofDescriptor(int number) {
    return switch (number) {
      case 1 -> NATIVE;
      case 2 -> SPIRV;
      case 3 -> BITCODE;
      default -> UNKNOWN;
    };
  }

  /**
   * Tells the format by the first bytes, as the runtime of DPC++ does where a descriptor says none;
   * and our own, by theirs. Source has no mark and is never found so.
   *
   * @param content the bytes, of any length
   * @return their format, or {@link #UNKNOWN}
   */
  public static ImageFormat of(Content content) {
    return Magic.of(content);
  }
}
