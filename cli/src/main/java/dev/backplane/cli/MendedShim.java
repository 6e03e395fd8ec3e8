package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of XRT's emulation library without two defects that no setting turns off.
 *
 * <p>Its scheduler takes commands from a pool under a lock and gives them back without one. So one
 * command is handed out twice and another never, or the list of free ones becomes a circle: runs
 * are forgotten. In the copy they are not given back, 64 bytes for each run until the program ends.
 *
 * <p>It takes the signals of a program that crashes, signals the whole process group, and exits
 * with 1, and it prints on the program's output. In the copy it asks for its process number
 * instead.
 */
final class MendedShim {
  /** Gives a command back to the pool; has no result. */
  private static final String GIVE_BACK = "_ZN5hwemu9exec_core13exec_cmd_freeEPNS_8xocl_cmdE";

  /** Functions of the C library that it is not to call, whose results it does not use. */
  private static final List<String> UNWANTED =
      List.of("sigaction", "puts", "printf", "__printf_chk");

  /** What it calls in their place: takes nothing, changes nothing. */
  private static final String HARMLESS = "getpid";

  /** By the number of a machine in ELF, the instruction that returns. */
  private static final Map<Integer, byte[]> RETURN =
      Map.of(0x3e, new byte[] {(byte) 0xc3}, 0xb7, new byte[] {(byte) 0xc0, 3, 0x5f, (byte) 0xd6});

  private static final int ELF = 0x464c_457f;
  private static final int WIDE_LITTLE_ENDIAN = 0x0102;
  private static final int SYMBOLS = 11;
  private static final int VERSIONS = 0x6fff_ffff;
  private static final int SYMBOL_BYTES = 24;

  private final byte[] bytes;
  private final boolean schedules;

  private MendedShim(byte[] bytes, boolean schedules) {
    this.bytes = bytes;
    this.schedules = schedules;
  }

  /** {@return the library} */
  byte[] bytes() {
    return bytes;
  }

  /** {@return whether its scheduler was mended} */
  boolean schedules() {
    return schedules;
  }

  /**
   * Makes a folder of libraries in which this one stands for the packaged one.
   *
   * @param libraries the folder of XRT's libraries
   * @param folder the folder to make
   * @return what was made
   */
  static MendedShim make(XrtLibraries libraries, Path folder) {
    try {
      MendedShim mended = of(Files.readAllBytes(libraries.shim()));
      Files.createDirectory(folder);
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(libraries.folder(), "{libx*,xrt*}")) {
        for (Path file : files) {
          if (!file.getFileName().equals(libraries.shim().getFileName())) {
            Files.createSymbolicLink(folder.resolve(file.getFileName()), file.toAbsolutePath());
          }
        }
      }
      Files.write(folder.resolve(libraries.shim().getFileName()), mended.bytes);
      // XRT of Debian looks in lib/x86_64-linux-gnu or the like, another one in lib.
      Files.createSymbolicLink(folder.resolve(libraries.folder().getFileName()), Path.of("."));
      return mended;
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "XRT's libraries cannot be prepared: " + e.getMessage())
          .during("exec")
          .on(folder.toString())
          .remedy("Set TMPDIR to a folder that can be written")
          .causedBy(e)
          .build();
    }
  }

  /**
   * Mends a library as far as it has what is to be mended; what is not known stays as it is.
   *
   * @param library its bytes, which are changed
   */
  static MendedShim of(byte[] library) {
    ByteBuffer elf = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
    boolean schedules = false;
    try {
      if (elf.getInt(0) == ELF && elf.getShort(4) == WIDE_LITTLE_ENDIAN) {
        schedules = mend(elf);
      }
    } catch (IndexOutOfBoundsException | ArithmeticException cut) {
      // What is broken is for who loads it to complain about.
      schedules = false;
    }
    return new MendedShim(library, schedules);
  }

  private static boolean mend(ByteBuffer elf) {
    int symbols = section(elf, SYMBOLS);
    int versions = section(elf, VERSIONS);
    if (symbols < 0 || versions < 0) {
      return false;
    }
    int names = at(elf, header(elf, elf.getInt(symbols + 40)) + 24);
    Map<String, Integer> indices = new HashMap<>();
    for (int i = 1; i < at(elf, symbols + 32) / SYMBOL_BYTES; i++) {
      indices.putIfAbsent(name(elf, names + elf.getInt(symbol(elf, symbols, i))), i);
    }
    Integer harmless = indices.get(HARMLESS);
    for (String unwanted : UNWANTED) {
      Integer index = indices.get(unwanted);
      if (harmless != null && index != null) {
        elf.putInt(symbol(elf, symbols, index), elf.getInt(symbol(elf, symbols, harmless)));
        int version = at(elf, versions + 24);
        elf.putShort(version + 2 * index, elf.getShort(version + 2 * harmless));
      }
    }
    Integer giveBack = indices.get(GIVE_BACK);
    byte[] code = RETURN.get((int) elf.getShort(18));
    if (giveBack == null || code == null) {
      return false;
    }
    int entry = symbol(elf, symbols, giveBack);
    int place = place(elf, elf.getLong(entry + 8));
    if (place < 0 || elf.getLong(entry + 16) < code.length) {
      return false;
    }
    elf.put(place, code);
    return true;
  }

  private static int at(ByteBuffer elf, int field) {
    return Math.toIntExact(Math.clamp(elf.getLong(field), 0, Integer.MAX_VALUE));
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

  private static int symbol(ByteBuffer elf, int symbols, int index) {
    return at(elf, symbols + 24) + index * SYMBOL_BYTES;
  }

  private static String name(ByteBuffer elf, int start) {
    int end = start;
    while (elf.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - start];
    elf.get(start, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /** {@return where in the file an address is; -1 if it is nowhere} */
  private static int place(ByteBuffer elf, long address) {
    for (int i = 0; i < elf.getShort(56); i++) {
      int segment = at(elf, 32) + i * elf.getShort(54);
      long inside = address - elf.getLong(segment + 16);
      if (elf.getInt(segment) == 1 && inside >= 0 && inside < elf.getLong(segment + 32)) {
        return Math.toIntExact(elf.getLong(segment + 8) + inside);
      }
    }
    return -1;
  }
}
