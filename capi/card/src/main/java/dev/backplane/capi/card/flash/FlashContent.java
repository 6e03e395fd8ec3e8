package dev.backplane.capi.card.flash;

import dev.backplane.api.Image;
import dev.backplane.api.capi.PerstImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The content of a flash. Its bytes are a mark, a digest of what follows, which image a reset
 * loads, which one is loaded, and the user's image, all numbers big-endian.
 *
 * @param onPerst which image a reset loads
 * @param userLoaded whether the user's image was loaded last
 * @param user the user's image, without its header
 */
public record FlashContent(PerstImage onPerst, boolean userLoaded, Optional<Image> user) {
  /** The content of a new card's flash. */
  public static final FlashContent NEW = new FlashContent(PerstImage.USER, false, Optional.empty());

  /** Choices by their numbers. */
  private static final List<PerstImage> CODES =
      List.of(PerstImage.NONE, PerstImage.USER, PerstImage.FACTORY);

  private static final long MARK = 0x4361_7264_466c_0001L;
  private static final int DIGEST_BYTES = 32;
  private static final int DIGEST = Long.BYTES;
  private static final int PERST = DIGEST + DIGEST_BYTES;
  private static final int LOADED = PERST + 1;
  private static final int IMAGE = LOADED + 1;

  /** {@return the same with another choice of what a reset loads} */
  public FlashContent withOnPerst(PerstImage image) {
    return new FlashContent(image, userLoaded, user);
  }

  /** {@return the same after an image was loaded} */
  public FlashContent withUserLoaded(boolean isUser) {
    return new FlashContent(onPerst, isUser, user);
  }

  /** {@return the same with another image of the user} */
  public FlashContent withUser(Image image) {
    return new FlashContent(onPerst, userLoaded, Optional.of(image));
  }

  byte[] toBytes() {
    byte[] image = user.map(each -> each.content().toArray()).orElse(new byte[0]);
    ByteBuffer all =
        ByteBuffer.allocate(IMAGE + image.length)
            .putLong(0, MARK)
            .put(PERST, (byte) CODES.indexOf(onPerst))
            .put(LOADED, (byte) (userLoaded ? 1 : 0))
            .put(IMAGE, image);
    return all.put(DIGEST, digest(all)).array();
  }

  private static byte[] digest(ByteBuffer all) {
    MessageDigest sha = sha256();
    sha.update(all.slice(PERST, all.capacity() - PERST));
    return sha.digest();
  }

  /** {@return the SHA-256 of an image, in hexadecimal} */
  public static String digest(Image image) {
    return HexFormat.of().formatHex(sha256().digest(image.content().toArray()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  static FlashContent read(byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    if (bytes.length < IMAGE || all.getLong(0) != MARK) {
      throw new IOException("it is no flash of a coherent card");
    }
    byte[] digest = new byte[DIGEST_BYTES];
    all.get(DIGEST, digest);
    int perst = all.get(PERST);
    if (!MessageDigest.isEqual(digest, digest(all)) || perst < 0 || perst >= CODES.size()) {
      throw new IOException("its content is damaged");
    }
    byte[] image = new byte[bytes.length - IMAGE];
    all.get(IMAGE, image);
    return new FlashContent(
        CODES.get(perst),
        all.get(LOADED) != 0,
        image.length == 0 ? Optional.empty() : Optional.of(Image.of("of the user", image)));
  }
}
