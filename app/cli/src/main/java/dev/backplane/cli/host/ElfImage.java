package dev.backplane.cli.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A library in ELF of 64 bits, little endian, as far as it takes to find and change what it
 * exports. What is broken in it is an {@link IndexOutOfBoundsException} or an {@link
 * ArithmeticException}.
 */
final class ElfImage {
  private static final int ELF = 0x464c_457f;
  private static final int WIDE_LITTLE_ENDIAN = 0x0102;
  private static final int SYMBOLS = 11;
  private static final int VERSIONS = 0x6fff_ffff;
  private static final int SYMBOL_BYTES = 24;
  private static final int LOADED = 1;
  private static final int EXECUTABLE = 1;
  private static final int PAGE = 4096;
  private static final int ALIGNMENT = 16;

  /**
   * A function or a variable.
   *
   * @param address where it is; 0 if it is in another library
   * @param bytes how long it is
   */
  record Symbol(long address, long bytes) {}

  /**
   * A range that is loaded and not used, behind the code in its last page.
   *
   * @param address where it is in memory
   * @param place where it is in the file
   * @param bytes how long it is
   */
  record Room(long address, int place, int bytes) {}

  private final ByteBuffer elf;
  private final int symbols;
  private final int versions;
  private final Map<String, Integer> indices = new HashMap<>();

  private ElfImage(ByteBuffer elf, int symbols, int versions) {
    this.elf = elf;
    this.symbols = symbols;
    this.versions = versions;
    int names = at(header(elf.getInt(symbols + 40)) + 24);
    for (int i = 1; i < at(symbols + 32) / SYMBOL_BYTES; i++) {
      indices.putIfAbsent(name(names + elf.getInt(entry(i))), i);
    }
  }

  /** {@return a library; null if it is none of this kind, or exports nothing} */
  static @Nullable ElfImage of(ByteBuffer elf) {
    if (elf.getInt(0) != ELF || elf.getShort(4) != WIDE_LITTLE_ENDIAN) {
      return null;
    }
    int symbols = section(elf, SYMBOLS);
    int versions = section(elf, VERSIONS);
    return symbols < 0 || versions < 0 ? null : new ElfImage(elf, symbols, versions);
  }

  /** {@return the number of the machine that its code is for} */
  int machine() {
    return elf.getShort(18);
  }

  /** {@return what it exports by a name; null if nothing} */
  @Nullable Symbol symbol(String name) {
    Integer index = indices.get(name);
    if (index == null) {
      return null;
    }
    return new Symbol(elf.getLong(entry(index) + 8), elf.getLong(entry(index) + 16));
  }

  /** Has it use one function of another library in place of another, if it uses both. */
  void redirect(String from, String to) {
    Integer unwanted = indices.get(from);
    Integer wanted = indices.get(to);
    if (unwanted != null && wanted != null) {
      elf.putInt(entry(unwanted), elf.getInt(entry(wanted)));
      int version = at(versions + 24);
      elf.putShort(version + 2 * unwanted, elf.getShort(version + 2 * wanted));
    }
  }

  /** {@return where in the file an address is; -1 if it is nowhere} */
  int place(long address) {
    for (int i = 0; i < elf.getShort(56); i++) {
      int segment = segment(i);
      long inside = address - elf.getLong(segment + 16);
      if (elf.getInt(segment) == LOADED && inside >= 0 && inside < elf.getLong(segment + 32)) {
        return Math.toIntExact(elf.getLong(segment + 8) + inside);
      }
    }
    return -1;
  }

  /** {@return what is free behind its code; null if nothing is} */
  @Nullable Room room() {
    for (int i = 0; i < elf.getShort(56); i++) {
      int segment = segment(i);
      if (elf.getInt(segment) == LOADED && (elf.getInt(segment + 4) & EXECUTABLE) != 0) {
        int start = at(segment + 8);
        int end = Math.addExact(start, at(segment + 32));
        int place = Math.addExact(end, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        int next = Math.min(Math.addExact(end, PAGE - 1) / PAGE * PAGE, elf.limit());
        long address = elf.getLong(segment + 16) + place - start;
        return next <= place || taken(place, next) ? null : new Room(address, place, next - place);
      }
    }
    return null;
  }

  /** Returns whether another segment is loaded from a range of the file. */
  private boolean taken(int from, int to) {
    for (int i = 0; i < elf.getShort(56); i++) {
      int start = at(segment(i) + 8);
      if (start < to && start + elf.getLong(segment(i) + 32) > from) {
        return true;
      }
    }
    return false;
  }

  private int segment(int index) {
    return at(32) + index * elf.getShort(54);
  }

  private int at(int field) {
    return at(elf, field);
  }

  private static int at(ByteBuffer elf, int field) {
    return Math.toIntExact(Math.clamp(elf.getLong(field), 0, Integer.MAX_VALUE));
  }

  private int header(int section) {
    return header(elf, section);
  }

  private static int header(ByteBuffer elf, int section) {
    return at(elf, 40) + section * elf.getShort(58);
  }

  /** {@return where the header of the first section of a type is; -1 if there is none} */
  private static int section(ByteBuffer elf, int type) {
    for (int i = 0; i < elf.getShort(60); i++) {
      if (elf.getInt(header(elf, i) + 4) == type) {
        return header(elf, i);
      }
    }
    return -1;
  }

  private int entry(int index) {
    return at(symbols + 24) + index * SYMBOL_BYTES;
  }

  private String name(int start) {
    int end = start;
    while (elf.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - start];
    elf.get(start, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
