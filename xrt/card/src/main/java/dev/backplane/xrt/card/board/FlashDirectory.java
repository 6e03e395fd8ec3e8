package dev.backplane.xrt.card.board;

import dev.backplane.xclbin.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The directory of a flash. It is stored twice: the copy with the higher number and a correct
 * checksum is valid, so a partly written copy does no harm.
 *
 * @param number increases with each write
 * @param active the slot to start from; {@link #GOLDEN} for the built-in image
 * @param staged the slot to start from after the next hot reset; {@link #NONE} for no other
 * @param slots the content of each slot
 */
record FlashDirectory(long number, int active, int staged, List<Slot> slots) {
  static final int GOLDEN = -1;
  static final int NONE = -2;
  static final int SLOTS = 2;
  static final int SIZE = 256;

  private static final long MAGIC = 0x31_4853_414c_4650_42L; // "BPFLASH1", read from its end
  private static final int DIGEST = 32;

  /**
   * A slot.
   *
   * @param bytes how long its image is, 0 if it is empty
   * @param digest the SHA-256 of the image
   */
  record Slot(int bytes, Bytes digest) {
    static final Slot EMPTY = new Slot(0, Bytes.of(new byte[DIGEST]));

    static Slot of(byte[] image) {
      return new Slot(image.length, Bytes.of(BaseImage.sha256(image)));
    }
  }

  FlashDirectory {
    slots = List.copyOf(slots);
  }

  static FlashDirectory blank() {
    return new FlashDirectory(0, GOLDEN, NONE, List.of(Slot.EMPTY, Slot.EMPTY));
  }

  /** A slot other than the one that the card starts from. */
  int free() {
    return active == 0 ? 1 : 0;
  }

  FlashDirectory erased(int slot) {
    return changed(active, staged == slot ? NONE : staged, slot, Slot.EMPTY);
  }

  FlashDirectory staging(int slot, Slot content) {
    return changed(active, slot, slot, content);
  }

  FlashDirectory startingFrom(int slot) {
    return new FlashDirectory(number + 1, slot, NONE, slots);
  }

  private FlashDirectory changed(int start, int next, int slot, Slot content) {
    return new FlashDirectory(
        number + 1,
        start,
        next,
        slot == 0 ? List.of(content, slots.get(1)) : List.of(slots.get(0), content));
  }

  byte[] encode() {
    ByteBuffer to = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    to.putLong(MAGIC).putLong(number).putInt(active).putInt(staged);
    slots.forEach(slot -> to.putInt(slot.bytes()).put(slot.digest().toArray()));
    to.putInt(SIZE - Integer.BYTES, checksum(to.array()));
    return to.array();
  }

  static Optional<FlashDirectory> decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (from.getLong(0) != MAGIC || from.getInt(SIZE - Integer.BYTES) != checksum(bytes)) {
      return Optional.empty();
    }
    long number = from.getLong(8);
    int active = from.getInt(16);
    int staged = from.getInt(20);
    from.position(24);
    Slot first = slot(from);
    Slot second = slot(from);
    boolean known =
        active >= GOLDEN && active < SLOTS && staged >= NONE && staged < SLOTS && staged != GOLDEN;
    return known
        ? Optional.of(new FlashDirectory(number, active, staged, List.of(first, second)))
        : Optional.empty();
  }

  private static Slot slot(ByteBuffer from) {
    int bytes = from.getInt();
    byte[] digest = new byte[DIGEST];
    from.get(digest);
    return new Slot(bytes, Bytes.of(digest));
  }

  private static int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, SIZE - Integer.BYTES);
    return (int) sum.getValue();
  }
}
