package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.binary.Content;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A program binary as it is given out: a header with length and checksum, what the device's
 * compiler made, then what is known of the kernels. Compilers trust what they made themselves, and
 * a damaged binary ends the process; and they forget what kernels take.
 *
 * <pre>
 * 0  magic, a byte that is no text and BPLBIN\n
 * 8  version, 2, or 1 without what is known of the kernels; one byte
 * 9  whether kernels ask which work item they are, {@link WorkItemUse#code}; one byte
 * 12 CRC-32C of what follows the header
 * 16 length of what follows the header, eight bytes
 * 24 what the compiler made
 * then what is known of the kernels, see {@link PackedNotes}; its length, four bytes
 * </pre>
 */
final class PackedBinary {
  private static final long MAGIC = 0x0A4E_4942_4C50_4289L;
  private static final int HEADER = 24;
  private static final byte VERSION = 2;

  /** The version of binaries without notes on the kernels. */
  private static final byte WITHOUT_NOTES = 1;

  private final Content code;
  private final WorkItemUse use;
  private final PackedNotes notes;
  private final boolean ours;

  private PackedBinary(Content code, WorkItemUse use, PackedNotes notes, boolean ours) {
    this.code = code;
    this.use = use;
    this.notes = notes;
    this.ours = ours;
  }

  /** {@return the code that the device's compiler made} */
  Content code() {
    return code;
  }

  /** {@return the notes on the kernels of the program that the binary was made of} */
  KernelNotes notes(PiContext context) {
    return notes.with(SourceFacts.none(context, use));
  }

  /** Tells whether it had the header, whose checksum was right. */
  boolean isOurs() {
    return ours;
  }

  static byte[] pack(byte[] code, KernelNotes known) {
    byte[] notes = PackedNotes.of(known.ranges(), known.signatures()).toBytes();
    int length = Integer.BYTES + notes.length + code.length;
    ByteBuffer packed =
        ByteBuffer.allocate(HEADER + length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .position(HEADER)
            .put(code)
            .put(notes)
            .putInt(notes.length);
    int checksum = checksum(packed.duplicate().position(HEADER));
    return packed
        .position(0)
        .putLong(MAGIC)
        .put(VERSION)
        .put(known.use().code())
        .putShort((short) 0)
        .putInt(checksum)
        .putLong(length)
        .array();
  }

  /**
   * Takes the header off.
   *
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} if what follows is damaged
   */
  static PackedBinary unpack(Image binary) {
    Content bytes = binary.content();
    ByteBuffer header = bytes.buffer();
    if (bytes.size() < Long.BYTES || header.getLong() != MAGIC) {
      return new PackedBinary(bytes, WorkItemUse.UNKNOWN, PackedNotes.NONE, false);
    }
    if (bytes.size() < HEADER) {
      throw damaged(binary, "it ends within its header of " + HEADER + " bytes");
    }
    byte version = header.get();
    Optional<WorkItemUse> use = WorkItemUse.ofCode(header.get());
    header.getShort();
    int checksum = header.getInt();
    long length = header.getLong();
    if ((version != VERSION && version != WITHOUT_NOTES) || use.isEmpty()) {
      throw damaged(binary, "its header is of version " + version + ", known is " + VERSION);
    }
    if (length != header.remaining()) {
      throw damaged(
          binary, "it should have %d bytes and has %d".formatted(length, header.remaining()));
    }
    Content rest = bytes.slice(HEADER, bytes.size() - HEADER);
    if (checksum(rest.buffer()) != checksum) {
      throw damaged(binary, "its checksum is not that of its content");
    }
    if (version == WITHOUT_NOTES) {
      return new PackedBinary(rest, use.get(), PackedNotes.NONE, true);
    }
    int end = rest.size() - Integer.BYTES;
    int count = end < 0 ? -1 : rest.buffer().getInt(end);
    if (count < 0 || count > end) {
      throw damaged(binary, "what it tells of its kernels begins before it");
    }
    PackedNotes notes =
        PackedNotes.read(rest.slice(end - count, count).toArray())
            .orElseThrow(() -> damaged(binary, "what it tells of its kernels cannot be read"));
    return new PackedBinary(rest.slice(0, end - count), use.get(), notes, true);
  }

  private static int checksum(ByteBuffer code) {
    CRC32C checksum = new CRC32C();
    checksum.update(code);
    return (int) checksum.getValue();
  }

  private static BackplaneException damaged(Image binary, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_INVALID, "the binary is damaged: " + problem)
        .during("make program of " + binary.name())
        .remedy("Build the program again from source and keep all of binary()")
        .build();
  }
}
