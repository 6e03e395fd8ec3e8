package dev.backplane.opae.abi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.binary.Content;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * A green bitstream: 16 bytes that mark it, the length of its metadata as 32 bits little-endian,
 * metadata in JSON, and a payload that only the card understands.
 *
 * @param accelerator the identifier of the accelerator
 * @param name what people call it
 * @param interfaceId the id of the static part that it fits
 * @param clocks the clocks that it asks for, in MHz
 * @param metadata its metadata, as they are written
 * @param payload what the card loads
 */
public record Gbs(
    UUID accelerator,
    String name,
    UUID interfaceId,
    Optional<UserClock> clocks,
    String metadata,
    Content payload) {
  /** The interface of the software card, unless it is configured otherwise. */
  public static final UUID CARD_INTERFACE = UUID.fromString("9e2f4a86-3d17-5c0b-8a64-0b5e7c91d2f3");

  private static final byte[] MARK = "XeonFPGA\u00B7GBSv001".getBytes(StandardCharsets.ISO_8859_1);
  private static final int HEADER = MARK.length + Integer.BYTES;

  /** More than any metadata need. */
  private static final int MOST_METADATA = 1 << 20;

  /**
   * Describes an accelerator.
   *
   * @param accelerator its identifier
   * @param name what people call it
   * @param interfaceId the id of the static part that it fits
   * @param clocks the clocks that it asks for, if it does
   * @param payload what the card loads
   * @return the bitstream
   */
  public static Gbs of(
      UUID accelerator,
      String name,
      UUID interfaceId,
      Optional<UserClock> clocks,
      Content payload) {
    String metadata = GbsMetadata.write(accelerator, name, interfaceId, clocks);
    return new Gbs(accelerator, name, interfaceId, clocks, metadata, payload);
  }

  /**
   * Reads a bitstream.
   *
   * @param image its bytes
   * @return the bitstream
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} for what is none, {@link
   *     ErrorCode#IMAGE_TRUNCATED} for one that ends too early
   */
  public static Gbs read(Image image) {
    Content content = image.content();
    if (!content.startsWith(MARK)) {
      boolean begins =
          content.size() > 0
              && content.size() < MARK.length
              && content.equals(Content.of(Arrays.copyOf(MARK, content.size())));
      throw begins
          ? truncated(
              image, "it has %d bytes of its mark's %d".formatted(content.size(), MARK.length))
          : BackplaneException.because(
                  ErrorCode.IMAGE_INVALID, "it does not begin with 'XeonFPGA' and 'GBSv001'")
              .during("read a green bitstream")
              .on("image " + image.name())
              .remedy("Give a green bitstream, as 'backplane build -o FILE.gbs' writes it")
              .build();
    }
    if (content.size() < HEADER) {
      throw truncated(image, "it ends before the length of its metadata");
    }
    long length =
        Integer.toUnsignedLong(content.buffer().order(ByteOrder.LITTLE_ENDIAN).getInt(MARK.length));
    if (length > MOST_METADATA) {
      throw invalid(
              image, "its metadata have %d bytes, more than %d".formatted(length, MOST_METADATA))
          .build();
    }
    if (length > content.size() - HEADER) {
      throw truncated(
          image,
          "its metadata have %d bytes, and %d follow".formatted(length, content.size() - HEADER));
    }
    String text = text(image, content.slice(HEADER, (int) length));
    int begin = HEADER + (int) length;
    Content payload = content.slice(begin, content.size() - begin);
    if (payload.size() == 0) {
      throw truncated(image, "nothing follows its metadata");
    }
    return GbsMetadata.parse(image, text).bitstream(text, payload);
  }

  private static String text(Image image, Content bytes) {
    try {
      ByteBuffer json = bytes.buffer();
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(json);
      // Writers of C end it with a zero.
      return text.toString().replaceFirst("\0+$", "");
    } catch (CharacterCodingException e) {
      throw invalid(image, "its metadata are no UTF-8").causedBy(e).build();
    }
  }

  static BackplaneException.Builder invalid(Image image, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_INVALID, problem)
        .during("read a green bitstream")
        .on("image " + image.name())
        .remedy("Build it again");
  }

  private static BackplaneException truncated(Image image, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_TRUNCATED, problem)
        .during("read a green bitstream")
        .on("image " + image.name())
        .remedy("Copy the file again, it is not whole")
        .build();
  }

  /** {@return the bytes of its file} */
  public byte[] toBytes() {
    byte[] json = metadata.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEADER + json.length + payload.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MARK)
        .putInt(json.length)
        .put(json)
        .put(payload.buffer())
        .array();
  }
}
