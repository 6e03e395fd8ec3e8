package dev.backplane.pi.table;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.BinaryProperty;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.binary.PropertySet;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Device binaries as the plugin interface describes them to plugins: {@code
 * pi_device_binary_struct} of version 1, with offload entries and property sets. All offsets are
 * those of 64-bit Linux.
 */
public final class BinaryDescriptors {
  /** The size of a {@code pi_device_binary_struct}. */
  public static final long BYTES = 96;

  /** The size of a {@code pi_device_binary_property_struct}. */
  public static final long PROPERTY_BYTES = 32;

  /** The size of a {@code pi_device_binaries_struct}. */
  public static final long ALL_BYTES = 32;

  private static final long ENTRY_BYTES = 32;
  private static final long SET_BYTES = 24;
  private static final short VERSION = 1;
  private static final byte KIND_SYCL = 4;
  private static final int LONGEST_TEXT = 1 << 16;
  private static final long MOST_ELEMENTS = 1 << 16;

  private static final int TYPE_NUMBER = 1;
  private static final int TYPE_BYTES = 2;
  private static final int TYPE_TEXT = 3;

  private BinaryDescriptors() {}

  /**
   * Describes binaries for {@code piextDeviceSelectBinary}.
   *
   * @param binaries the binaries
   * @param life how long the descriptors are needed
   * @return an array of pointers to descriptors, one for each binary
   */
  public static MemorySegment write(List<DeviceBinary> binaries, Arena life) {
    MemorySegment pointers = life.allocate(Long.BYTES * Math.max(1L, binaries.size()), Long.BYTES);
    for (int i = 0; i < binaries.size(); i++) {
      MemorySegment descriptor = life.allocate(BYTES, Long.BYTES);
      write(binaries.get(i), descriptor, life);
      pointers.setAtIndex(ValueLayout.JAVA_LONG, i, descriptor.address());
    }
    return pointers;
  }

  /**
   * Describes a whole program: a {@code pi_device_binaries_struct} without host entries.
   *
   * @param binaries its binaries, at most 65535
   * @param life how long the descriptor is needed
   * @return the descriptor
   */
  public static MemorySegment writeAll(List<DeviceBinary> binaries, Arena life) {
    MemorySegment all = life.allocate(ALL_BYTES, Long.BYTES);
    MemorySegment array = life.allocate(BYTES * Math.max(1L, binaries.size()), Long.BYTES);
    for (int i = 0; i < binaries.size(); i++) {
      write(binaries.get(i), array.asSlice(BYTES * i, BYTES), life);
    }
    all.set(ValueLayout.JAVA_SHORT, 0, VERSION);
    all.set(ValueLayout.JAVA_SHORT, 2, (short) binaries.size());
    all.set(ValueLayout.JAVA_LONG, 8, array.address());
    return all;
  }

  /**
   * Writes properties, for example the metadata of {@code piProgramCreateWithBinary}.
   *
   * @param properties the properties
   * @param life how long they are needed
   * @return an array of {@code pi_device_binary_property_struct}
   */
  public static MemorySegment writeProperties(List<BinaryProperty> properties, Arena life) {
    MemorySegment array =
        life.allocate(PROPERTY_BYTES * Math.max(1L, properties.size()), Long.BYTES);
    for (int i = 0; i < properties.size(); i++) {
      MemorySegment at = array.asSlice(PROPERTY_BYTES * i, PROPERTY_BYTES);
      at.set(ValueLayout.JAVA_LONG, 0, text(properties.get(i).name(), life));
      switch (properties.get(i)) {
        // A value of fixed size stands where others have their size.
        case BinaryProperty.Numeric number -> {
          at.set(ValueLayout.JAVA_INT, 16, TYPE_NUMBER);
          at.set(ValueLayout.JAVA_LONG, 24, Integer.toUnsignedLong(number.value()));
        }
        case BinaryProperty.Bytes bytes -> value(at, TYPE_BYTES, bytes.value(), life);
        case BinaryProperty.Text text ->
            value(at, TYPE_TEXT, Content.of(text.value() + "\0"), life);
      }
    }
    return array;
  }

  /**
   * Reads a descriptor, with copies of all that it points to.
   *
   * @param address its address; nothing of it can be checked but its version and its counts
   * @return the binary
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} if it contradicts itself
   */
  public static DeviceBinary read(long address) {
    int version = RawMemory.getInt(address) & 0xFFFF;
    if (version != VERSION) {
      throw new BackplaneException(
          ErrorCode.IMAGE_INVALID,
          "a device binary descriptor of version %d, where %d is known"
              .formatted(version, VERSION));
    }
    List<String> entries = new ArrayList<>();
    for (long entry : elements(address + 64, ENTRY_BYTES, "entries")) {
      entries.add(text(RawMemory.getLong(entry + 8)));
    }
    List<PropertySet> sets = new ArrayList<>();
    for (long set : elements(address + 80, SET_BYTES, "property sets")) {
      sets.add(new PropertySet(text(RawMemory.getLong(set)), properties(set + 8)));
    }
    return new DeviceBinary(
        text(RawMemory.getLong(address + 8)),
        ImageFormat.ofDescriptor(RawMemory.getByte(address + 3)),
        text(RawMemory.getLong(address + 16)),
        text(RawMemory.getLong(address + 24)),
        entries,
        Map.of(),
        sets,
        Map.of(),
        bytes(RawMemory.getLong(address + 48), length(address + 48, "code")));
  }

  /** {@return the target that a descriptor names, {@code <unknown>} if it names none} */
  public static String target(long address) {
    String target = text(RawMemory.getLong(address + 8));
    return target.isEmpty() ? DeviceBinary.UNKNOWN_TARGET : target;
  }

  private static void write(DeviceBinary binary, MemorySegment at, Arena life) {
    at.set(ValueLayout.JAVA_SHORT, 0, VERSION);
    at.set(ValueLayout.JAVA_BYTE, 2, KIND_SYCL);
    at.set(
        ValueLayout.JAVA_BYTE, 3, (byte) Math.max(0, binary.effectiveFormat().descriptorNumber()));
    at.set(ValueLayout.JAVA_LONG, 8, text(binary.architecture(), life));
    at.set(ValueLayout.JAVA_LONG, 16, text(binary.compileOptions(), life));
    at.set(ValueLayout.JAVA_LONG, 24, text(binary.linkOptions(), life));
    range(at, 48, copy(binary.code(), life), binary.code().size());
    MemorySegment entries =
        life.allocate(ENTRY_BYTES * Math.max(1L, binary.entries().size()), Long.BYTES);
    for (int i = 0; i < binary.entries().size(); i++) {
      entries.set(ValueLayout.JAVA_LONG, ENTRY_BYTES * i + 8, text(binary.entries().get(i), life));
    }
    range(at, 64, entries, ENTRY_BYTES * binary.entries().size());
    List<PropertySet> sets = binary.propertySets();
    MemorySegment array = life.allocate(SET_BYTES * Math.max(1L, sets.size()), Long.BYTES);
    for (int i = 0; i < sets.size(); i++) {
      MemorySegment set = array.asSlice(SET_BYTES * i, SET_BYTES);
      List<BinaryProperty> properties = sets.get(i).properties();
      set.set(ValueLayout.JAVA_LONG, 0, text(sets.get(i).name(), life));
      range(set, 8, writeProperties(properties, life), PROPERTY_BYTES * properties.size());
    }
    range(at, 80, array, SET_BYTES * sets.size());
  }

  private static void range(MemorySegment at, long offset, MemorySegment start, long bytes) {
    at.set(ValueLayout.JAVA_LONG, offset, start.address());
    at.set(ValueLayout.JAVA_LONG, offset + 8, start.address() + bytes);
  }

  private static void value(MemorySegment at, int type, Content value, Arena life) {
    at.set(ValueLayout.JAVA_LONG, 8, copy(value, life).address());
    at.set(ValueLayout.JAVA_INT, 16, type);
    at.set(ValueLayout.JAVA_LONG, 24, value.size());
  }

  private static MemorySegment copy(Content content, Arena life) {
    MemorySegment copy = life.allocate(Math.max(1, content.size()), Long.BYTES);
    return copy.copyFrom(MemorySegment.ofBuffer(content.buffer()));
  }

  private static long text(String text, Arena life) {
    return CText.write(text, life).address();
  }

  private static List<BinaryProperty> properties(long range) {
    List<BinaryProperty> properties = new ArrayList<>();
    for (long at : elements(range, PROPERTY_BYTES, "properties")) {
      String name = text(RawMemory.getLong(at));
      long value = RawMemory.getLong(at + 8);
      long size = RawMemory.getLong(at + 24);
      int type = RawMemory.getInt(at + 16);
      properties.add(
          switch (type) {
            case TYPE_NUMBER -> new BinaryProperty.Numeric(name, (int) size);
            case TYPE_BYTES -> new BinaryProperty.Bytes(name, bytes(value, size));
            case TYPE_TEXT -> new BinaryProperty.Text(name, untilZero(bytes(value, size).text()));
            default ->
                throw new BackplaneException(
                    ErrorCode.IMAGE_INVALID,
                    "property '%s' is of type %d; 1 to 3 are known".formatted(name, type));
          });
    }
    return properties;
  }

  private static String untilZero(String text) {
    int zero = text.indexOf('\0');
    return zero < 0 ? text : text.substring(0, zero);
  }

  private static List<Long> elements(long range, long each, String what) {
    long length = length(range, what);
    if (length % each != 0 || length / each > MOST_ELEMENTS) {
      throw new BackplaneException(
          ErrorCode.IMAGE_INVALID, "%s of %d bytes, each has %d".formatted(what, length, each));
    }
    long start = RawMemory.getLong(range);
    List<Long> addresses = new ArrayList<>();
    for (long at = 0; at < length; at += each) {
      addresses.add(start + at);
    }
    return addresses;
  }

  private static long length(long range, String what) {
    long length = RawMemory.getLong(range + 8) - RawMemory.getLong(range);
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new BackplaneException(
          ErrorCode.IMAGE_INVALID, "%s end %d bytes behind their start".formatted(what, length));
    }
    return length;
  }

  private static Content bytes(long address, long length) {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new BackplaneException(
          ErrorCode.IMAGE_INVALID, "a value of %d bytes".formatted(length));
    }
    return length == 0
        ? Content.EMPTY
        : Content.of(RawMemory.at(address, length).toArray(ValueLayout.JAVA_BYTE));
  }

  private static String text(long address) {
    return CText.read(MemorySegment.ofAddress(address), LONGEST_TEXT);
  }
}
