package dev.backplane.capi.card.flash;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.FlashWriter.Pass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An image on its way into the flash, as the hypervisor sees it: chunks that begin with a header,
 * first for download, then the same for validation. A token leads from each chunk to the next. One
 * thread at a time uses it.
 */
final class ImageTransfer {
  /** The token with the first chunk of a pass, and the one returned for the last. */
  static final long NO_TOKEN = 0;

  /** The room that a flash has for the user's image. */
  static final int CAPACITY = 128 << 20;

  private static final String OPERATION = "write the flash";

  private final AdapterIdentity card;
  private final RandomGenerator tokens;
  private final List<byte[]> chunks = new ArrayList<>();
  private Pass pass = Pass.DOWNLOAD;
  private long token = NO_TOKEN;
  private long total;
  private long downloaded;
  private int validated;
  private @Nullable Image image;

  /**
   * Expects the first chunk for download.
   *
   * @param card what the image has to be for
   * @param tokens what tokens are made of
   */
  ImageTransfer(AdapterIdentity card, RandomGenerator tokens) {
    this.card = card;
    this.tokens = tokens;
  }

  /**
   * Takes a chunk.
   *
   * @param wanted what is done with it
   * @param with what the chunk before returned
   * @param chunk with the header, if it is the first
   * @return what the next chunk of the pass has to come with; {@link #NO_TOKEN} after its last
   * @throws BackplaneException if it is refused; nothing can follow
   */
  long take(Pass wanted, long with, byte[] chunk) {
    boolean restarts = wanted == Pass.DOWNLOAD && with == NO_TOKEN && token == NO_TOKEN;
    if (!restarts && (wanted != pass || with != token)) {
      throw refused(
          ErrorCode.INVALID_ARGUMENT,
          "it expects a chunk for %s, and not this one for %s".formatted(pass, wanted),
          "Send all chunks for DOWNLOAD one after the other, then the same for VALIDATE");
    }
    boolean isLast = wanted == Pass.DOWNLOAD ? download(chunk) : validate(chunk);
    if (isLast) {
      token = NO_TOKEN;
      image = wanted == Pass.VALIDATE ? joined() : null;
      pass = wanted == Pass.VALIDATE ? Pass.DOWNLOAD : Pass.VALIDATE;
    } else {
      pass = wanted;
      token = tokens.nextLong(1, Long.MAX_VALUE);
    }
    return token;
  }

  /** {@return the image after it was validated whole, without its header} */
  Optional<Image> validated() {
    return Optional.ofNullable(image);
  }

  private boolean download(byte[] chunk) {
    if (token == NO_TOKEN) {
      chunks.clear();
      downloaded = 0;
      validated = 0;
      image = null;
      total = length(chunk);
    }
    downloaded += chunk.length;
    if (downloaded > total) {
      throw refused(
          ErrorCode.IMAGE_INVALID,
          "%d bytes came, and its header says that it has %d".formatted(downloaded, total),
          "Correct the header");
    }
    chunks.add(chunk);
    return downloaded == total;
  }

  /** The length of an image with its header, from the first chunk. */
  private long length(byte[] chunk) {
    if (chunk.length < AdapterImageHeader.BYTES) {
      throw refused(
          ErrorCode.IMAGE_TRUNCATED,
          "its first chunk has %d bytes, and a header has %d"
              .formatted(chunk.length, AdapterImageHeader.BYTES),
          "Send the header whole, or have it prepended");
    }
    AdapterImageHeader header = AdapterImageHeader.read(chunk);
    if (!AdapterImageHeader.isAt(chunk)
        || header.imageOffset() != AdapterImageHeader.BYTES
        || header.imageLength() < 1
        || header.imageLength() > CAPACITY) {
      throw refused(
          ErrorCode.IMAGE_INVALID,
          "its header is broken, or of an image of more than %d bytes: %s"
              .formatted(CAPACITY, header),
          "Have the header prepended");
    }
    if (!header.card().equals(card)) {
      throw refused(
          ErrorCode.IMAGE_PLATFORM_MISMATCH,
          "it is for cards %s, and this one is %s".formatted(header.card(), card),
          "Use an image that was made for this card");
    }
    return AdapterImageHeader.BYTES + header.imageLength();
  }

  private boolean validate(byte[] chunk) {
    if (!Arrays.equals(chunk, chunks.get(validated))) {
      throw refused(
          ErrorCode.IMAGE_INVALID,
          "chunk %d is not the one that was downloaded".formatted(validated),
          "Send the same chunks twice");
    }
    validated++;
    return validated == chunks.size();
  }

  private Image joined() {
    byte[] all = new byte[(int) total];
    int at = 0;
    for (byte[] chunk : chunks) {
      System.arraycopy(chunk, 0, all, at, chunk.length);
      at += chunk.length;
    }
    chunks.clear();
    return Image.of("of the flash", Arrays.copyOfRange(all, AdapterImageHeader.BYTES, all.length));
  }

  private static BackplaneException refused(ErrorCode code, String problem, String remedy) {
    return BackplaneException.because(code, problem)
        .during(OPERATION)
        .on("the image")
        .remedy(remedy)
        .build();
  }
}
