package dev.backplane.api.binary;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What the code of a device binary is. The first four are those of a {@code
 * pi_device_binary_struct}, with their numbers there; the others are our own.
 */
public enum BinaryFormat {
  /** Nobody said, and the bytes do not tell. */
  NONE(0, 0),
  /** Code of one device: what its own compiler made. */
  NATIVE(1, 1),
  /** SPIR-V, which the device's driver compiles. */
  SPIRV(2, 6),
  /** Bitcode of LLVM. */
  BITCODE(3, 2),
  /** Source in OpenCL C, which the device's driver compiles. */
  SOURCE(-1, 0),
  /** An image of XRT, for a card. */
  XCLBIN(-1, 0);

  private static final int OFFLOAD_FATBINARY = 4;
  private static final int OFFLOAD_CUBIN = 3;

  private final int descriptorNumber;
  private final int imageKind;

  BinaryFormat(int descriptorNumber, int imageKind) {
    this.descriptorNumber = descriptorNumber;
    this.imageKind = imageKind;
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
  public static Optional<BinaryFormat> spelled(String text) {
    return Arrays.stream(values()).filter(each -> each.spelling().equals(text)).findFirst();
  }

  /** {@return the format that a descriptor's number means; NONE for numbers that mean nothing} */
  public static BinaryFormat ofDescriptor(int number) {
    return switch (number) {
      case 1 -> NATIVE;
      case 2 -> SPIRV;
      case 3 -> BITCODE;
      default -> NONE;
    };
  }

  /** {@return the kind of image that an offload binary says for it; 0 if it has none} */
  int imageKind() {
    return imageKind;
  }

  /** {@return the format that an offload binary's kind of image means} */
  static BinaryFormat ofImageKind(int kind) {
    return switch (kind) {
      case 1, OFFLOAD_CUBIN, OFFLOAD_FATBINARY -> NATIVE;
      case 2 -> BITCODE;
      case 6 -> SPIRV;
      default -> NONE;
    };
  }

  /**
   * Tells the format by the first bytes, as the runtime of DPC++ does where a descriptor says none;
   * and our own, by theirs. Source has no mark and is never found so.
   *
   * @param code the code, of any length
   * @return its format, or {@link #NONE}
   */
  public static BinaryFormat sniff(Content code) {
    return Magic.of(code);
  }
}
