package dev.backplane.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image of OPAE, a green bitstream: a magic number, the length of what describes it, that
 * description as JSON, and what the device is loaded with.
 *
 * @param interfaceId the interface of the device that it was made for
 */
public record GreenBitstream(UUID interfaceId) {
  private static final byte[] MAGIC = "XeonFPGA\u00b7GBSv001".getBytes(StandardCharsets.ISO_8859_1);
  private static final int DESCRIPTION_AT = MAGIC.length + Integer.BYTES;
  private static final Pattern INTERFACE =
      Pattern.compile("\"interface-uuid\"\\s*:\\s*\"([0-9a-fA-F-]{32,36})\"");
  private static final int HALF = 16;

  /**
   * Reads what describes an image.
   *
   * @param name what it is called, for messages
   * @param bytes its content
   * @return what is known of it
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} if it is none
   */
  public static GreenBitstream read(String name, byte[] bytes) {
    if (bytes.length < DESCRIPTION_AT
        || !ByteBuffer.wrap(MAGIC).equals(ByteBuffer.wrap(bytes, 0, MAGIC.length))) {
      throw invalid(name, "it does not begin with 'XeonFPGA\u00b7GBSv001'");
    }
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(MAGIC.length);
    if (length < 0 || length > bytes.length - DESCRIPTION_AT) {
      throw invalid(
          name,
          "its description is to have %d bytes, and %d follow"
              .formatted(Integer.toUnsignedLong(length), bytes.length - DESCRIPTION_AT));
    }
    String text = new String(bytes, DESCRIPTION_AT, length, StandardCharsets.UTF_8);
    Matcher found = INTERFACE.matcher(text);
    if (!found.find()) {
      throw invalid(name, "its description names no interface-uuid");
    }
    String digits = found.group(1).replace("-", "");
    if (digits.length() != 2 * HALF) {
      throw invalid(name, "its interface-uuid is '%s'".formatted(found.group(1)));
    }
    return new GreenBitstream(
        new UUID(
            Long.parseUnsignedLong(digits.substring(0, HALF), HALF),
            Long.parseUnsignedLong(digits.substring(HALF), HALF)));
  }

  /**
   * {@return the error of an image that cannot be used}
   *
   * @param name what it is called
   * @param problem what is wrong with it
   */
  public static BackplaneException invalid(String name, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_INVALID, problem)
        .during("read image")
        .on(name)
        .remedy("Use a .gbs file, as packager of OPAE makes it")
        .build();
  }
}
