package dev.backplane.opae.abi;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The structure behind {@code fpga_properties}, which plugins look into: a recursive lock of C, a
 * magic number, a bit for each field that is set, the fields. The first {@value #OPAE_BYTES} bytes
 * are as OPAE has them; behind them are the two fields that its plugin architecture adds.
 *
 * <p>A view of memory that somebody else owns. Not checked: the address must be that of such a
 * structure. Whoever shares one with C holds its {@linkplain #lock lock} while using it.
 */
public final class FpgaProperties {
  /** The size of the structure in OPAE, in bytes; plugins of OPAE know no more of it. */
  public static final long OPAE_BYTES = 144;

  /** The size of the structure with the two added fields, in bytes. */
  public static final long BYTES = 432;

  private static final long MAGIC_AT = 40;
  private static final long VALID_AT = 48;
  private static final long MAGIC = 0x4650474150524f50L;

  /**
   * The offset of the kind of lock in a lock of the C library. A lock of the kind {@code RECURSIVE}
   * may be taken again by the thread that holds it.
   */
  private static final long LOCK_KIND_AT = 16;

  private static final int RECURSIVE = 1;

  private static final MemorySegment LOCK = NativeLibrary.c().function("pthread_mutex_lock");
  private static final MemorySegment UNLOCK = NativeLibrary.c().function("pthread_mutex_unlock");

  /** The lock of some properties, held. */
  public final class Held implements AutoCloseable {
    private Held() {
      WordCalls.call(LOCK, address);
    }

    @Override
    public void close() {
      WordCalls.call(UNLOCK, address);
    }
  }

  private final long address;

  private FpgaProperties(long address) {
    this.address = address;
  }

  /**
   * Makes properties of which nothing is set.
   *
   * @param memory where to put them; they live as long as that
   * @return the properties
   */
  public static FpgaProperties allocate(SegmentAllocator memory) {
    MemorySegment bytes = memory.allocate(BYTES, Long.BYTES);
    bytes.fill((byte) 0);
    FpgaProperties properties = new FpgaProperties(bytes.address());
    RawMemory.putInt(bytes.address() + LOCK_KIND_AT, RECURSIVE);
    RawMemory.putLong(bytes.address() + MAGIC_AT, MAGIC);
    return properties;
  }

  /**
   * {@return the properties at an address}
   *
   * @param address of memory that holds some
   */
  public static FpgaProperties at(long address) {
    return new FpgaProperties(address);
  }

  /**
   * {@return whether there are properties at an address}
   *
   * @param address null, or of memory that can be read
   */
  public static boolean areAt(long address) {
    return address != 0 && RawMemory.getLong(address + MAGIC_AT) == MAGIC;
  }

  /** {@return their address} */
  public long address() {
    return address;
  }

  /** {@return their lock, held until that is closed; one thread may take it several times} */
  public Held lock() {
    return new Held();
  }

  /** {@return whether a field is set; one of devices or accelerators only on these} */
  public boolean has(PropertyField field) {
    if ((valid() & field.bit()) == 0) {
      return false;
    }
    Integer type = field.objectType();
    return type == null
        || (has(PropertyField.OBJECT_TYPE) && get(PropertyField.OBJECT_TYPE) == type);
  }

  /** {@return a number, as far as it is set, without a sign} */
  public long get(PropertyField field) {
    long at = address + field.offset();
    return switch (field.bytes()) {
      case 1 -> Byte.toUnsignedLong(RawMemory.getByte(at));
      case 2 -> RawMemory.getInt(at) & 0xFFFFL;
      case 4 -> Integer.toUnsignedLong(RawMemory.getInt(at));
      case 8 -> RawMemory.getLong(at);
      default -> throw new IllegalArgumentException(field + " is no number");
    };
  }

  /**
   * Sets a number.
   *
   * @param field which
   * @param value its lower bits are taken
   */
  public void set(PropertyField field, long value) {
    if (!field.isNumber()) {
      throw new IllegalArgumentException(field + " is no number");
    }
    long at = address + field.offset();
    switch (field.bytes()) {
      case 1 -> RawMemory.putByte(at, (byte) value);
      case 2 -> RawMemory.putShort(at, (short) value);
      case 4 -> RawMemory.putInt(at, (int) value);
      default -> RawMemory.putLong(at, value);
    }
    mark(field);
  }

  /** {@return the interface or accelerator id, as far as it is set} */
  public UUID guid() {
    return Guid.read(address + PropertyField.GUID.offset());
  }

  /** Sets the interface or accelerator id. */
  public void guid(UUID guid) {
    Guid.write(address + PropertyField.GUID.offset(), guid);
    mark(PropertyField.GUID);
  }

  /**
   * {@return a text, as far as it is set}
   *
   * @param field {@link PropertyField#HOST} or {@link PropertyField#DEVICE_TYPE}
   */
  public String text(PropertyField field) {
    byte[] bytes =
        RawMemory.at(address + field.offset(), field.bytes()).toArray(ValueLayout.JAVA_BYTE);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * Sets a text.
   *
   * @param field as for {@link #text(PropertyField)}
   * @param value the text
   * @throws IllegalArgumentException if it does not fit, with a zero behind it
   */
  public void text(PropertyField field, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= field.bytes()) {
      throw new IllegalArgumentException(
          "'%s' does not fit %d bytes".formatted(value, field.bytes() - 1));
    }
    MemorySegment at = RawMemory.at(address + field.offset(), field.bytes());
    at.fill((byte) 0);
    at.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    mark(field);
  }

  /**
   * {@return a copy of all fields, for {@link #are}} Whatever lies in numbers that are not set
   * counts too, so begin with {@link #erase}.
   */
  public long[] fields() {
    long[] words = new long[words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(i);
    }
    return words;
  }

  /**
   * {@return whether the fields are as they were}
   *
   * @param fields what {@link #fields} gave
   */
  public boolean are(long[] fields) {
    if (fields.length != words()) {
      return false;
    }
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != word(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes all fields of others.
   *
   * @param others are not changed meanwhile
   */
  public void copyFrom(FpgaProperties others) {
    long bytes = BYTES - VALID_AT;
    RawMemory.at(address + VALID_AT, bytes)
        .copyFrom(RawMemory.at(others.address + VALID_AT, bytes));
  }

  /** Texts are long, and most resources have none. */
  private int words() {
    long texts = PropertyField.HOST.bit() | PropertyField.DEVICE_TYPE.bit();
    return (int) (((valid() & texts) == 0 ? OPAE_BYTES : BYTES) - VALID_AT) / Long.BYTES;
  }

  private long word(int index) {
    return RawMemory.getLong(address + VALID_AT + (long) index * Long.BYTES);
  }

  /** Forgets all fields, and makes what lay in numbers zero. */
  public void erase() {
    for (long at = address + VALID_AT; at < address + OPAE_BYTES; at += Long.BYTES) {
      RawMemory.putLong(at, 0);
    }
  }

  /** Forgets all fields. */
  public void clear() {
    RawMemory.putLong(address + VALID_AT, 0);
  }

  private long valid() {
    return RawMemory.getLong(address + VALID_AT);
  }

  private void mark(PropertyField field) {
    RawMemory.putLong(address + VALID_AT, valid() | field.bit());
  }
}
