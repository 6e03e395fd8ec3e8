package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A copy of XRT's emulation library without three defects that no setting turns off.
 *
 * <p>Its scheduler takes commands from a pool under a lock and gives them back without one. So one
 * command is handed out twice and another never, or the list of free ones becomes a circle: runs
 * are forgotten. In the copy they are not given back, 64 bytes for each run until the program ends.
 *
 * <p>It takes the signals of a program that crashes, signals the whole process group, and exits
 * with 1, and it prints on the program's output. In the copy it asks for its process number
 * instead.
 *
 * <p>Its copy engine, which alone can copy what is only on the device, does not know where
 * sub-buffers begin, and is asked for all copies: {@link DeviceOnlyCopies}.
 */
final class MendedShim {
  /** Gives a command back to the pool; has no result. */
  private static final String GIVE_BACK = "_ZN5hwemu9exec_core13exec_cmd_freeEPNS_8xocl_cmdE";

  /** Functions of the C library that it is not to call, whose results it does not use. */
  private static final List<String> UNWANTED =
      List.of("sigaction", "puts", "printf", "__printf_chk");

  /** The function that is called in their place: it takes nothing and changes nothing. */
  private static final String HARMLESS = "getpid";

  /** The number of a machine in ELF. */
  private static final int X86_64 = 0x3e;

  /** By such a number, the instruction that returns. */
  private static final Map<Integer, byte[]> RETURN =
      Map.of(
          X86_64, new byte[] {(byte) 0xc3}, 0xb7, new byte[] {(byte) 0xc0, 3, 0x5f, (byte) 0xd6});

  private final byte[] bytes;
  private boolean schedules;
  private boolean copies;

  private MendedShim(byte[] bytes) {
    this.bytes = bytes;
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
   * {@return whether its copy engine is asked for what it alone can copy, as {@link
   * DeviceOnlyCopies} has it}
   */
  boolean copies() {
    return copies;
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
      MendedShim mended = of(RegularFile.read(libraries.shim(), XrtLibraries.MOST_BYTES));
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
    MendedShim shim = new MendedShim(library);
    try {
      shim.mend(ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN));
    } catch (IndexOutOfBoundsException | ArithmeticException cut) {
      // What is broken is for who loads it to complain about.
      shim.schedules = false;
      shim.copies = false;
    }
    return shim;
  }

  private void mend(ByteBuffer buffer) {
    ElfImage elf = ElfImage.of(buffer);
    if (elf == null) {
      return;
    }
    for (String unwanted : UNWANTED) {
      elf.redirect(unwanted, HARMLESS);
    }
    ElfImage.Symbol giveBack = elf.symbol(GIVE_BACK);
    byte[] code = RETURN.get(elf.machine());
    int place = giveBack == null ? -1 : elf.place(giveBack.address());
    if (giveBack != null && code != null && place >= 0 && giveBack.bytes() >= code.length) {
      buffer.put(place, code);
      schedules = true;
    }
    copies = elf.machine() == X86_64 && DeviceOnlyCopies.mend(buffer, elf);
  }
}
