package dev.backplane.opae.abi;

import dev.backplane.ffi.RawMemory;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Ids of type {@code fpga_guid}: 16 bytes, in the order in which their text has them. */
public final class Guid {
  /** The size in bytes. */
  public static final int BYTES = 16;

  private static final Pattern TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Guid() {}

  /**
   * {@return the id that a text is; empty if it is none} {@link UUID#fromString} takes shorter
   * parts too.
   *
   * @param text the id as people write it
   */
  public static Optional<UUID> parse(String text) {
    return TEXT.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  /**
   * {@return the id at an address}
   *
   * @param address where its first byte is
   */
  public static UUID read(long address) {
    return new UUID(
        Long.reverseBytes(RawMemory.getLong(address)),
        Long.reverseBytes(RawMemory.getLong(address + 8)));
  }

  /**
   * Puts an id to an address.
   *
   * @param address where its first byte goes
   * @param guid the id
   */
  public static void write(long address, UUID guid) {
    RawMemory.putLong(address, Long.reverseBytes(guid.getMostSignificantBits()));
    RawMemory.putLong(address + 8, Long.reverseBytes(guid.getLeastSignificantBits()));
  }
}
