package dev.backplane.cli.host;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A change to XRT's emulation library by which its copy engine is asked for copies with buffers
 * that are only on the device, or that XRT has made in another bank, and for no others.
 *
 * <p>XRT asks the engine first, and copies through the host where that fails. But what it tells the
 * engine leaves out where a sub-buffer begins, and a program that looks at its own side of a buffer
 * after a copy finds nothing there. Both are right in a copy through the host, which is possible
 * wherever neither buffer is only on the device. So the call to the engine fails for those, and for
 * what is out of range or has more bytes than the engine can count.
 */
final class DeviceOnlyCopies {
  /** The function that asks for a copy by the engine. */
  static final String CALLER = "_ZN8xrt_core4shimINS_11device_pcieEE7copy_boEjjmmm";

  /** The function that is called there. */
  static final String COPY = "xclCopyBO";

  /** Tells flags and size of a buffer. */
  static final String PROPERTIES =
      "_ZN11xclhwemhal28HwEmShim18xclGetBOPropertiesEjP15xclBOProperties";

  /** Finds a buffer, whose memory in the program is at 0x18 or 0x20 of what is found. */
  static final String BUFFER = "_ZN11xclhwemhal28HwEmShim16xclGetBoByHandleEj";

  /**
   * Instructions that take the arguments of the copy. They look at the properties of both buffers,
   * and either give -1 or go on to the copy with the arguments as they were.
   */
  private static final byte[] CODE =
      HexFormat.of()
          .parseHex(
              // Keep the arguments, make room for two records of properties.
              "57565251"
                  + "41504151"
                  + "4883ec48"
                  // Properties of the target, then of the source.
                  + "4889e2"
                  + "e800000000"
                  + "85c0"
                  + "0f85af000000"
                  + "488b7c2470"
                  + "8b742460"
                  + "488d542420"
                  + "e800000000"
                  + "85c0"
                  + "0f8594000000"
                  // The size has 32 bits.
                  + "488b4c2458"
                  + "4889c8"
                  + "48c1e820"
                  + "0f8582000000"
                  // Offset and size are inside of the target, and of the source.
                  + "488b442450"
                  + "4801c8"
                  + "7278"
                  + "483b442408"
                  + "7771"
                  + "488b442448"
                  + "4801c8"
                  + "7267"
                  + "483b442428"
                  + "7760"
                  // One of them is only on the device.
                  + "8b442404"
                  + "0b442424"
                  + "a900000010"
                  + "7540"
                  // Or both are copied as a whole, but for what fills the last page,
                  + "488b442450"
                  + "480b442448"
                  + "7545"
                  + "488b442408"
                  + "483b442428"
                  + "7539"
                  + "4829c8"
                  + "483d00100000"
                  + "732e"
                  // and the target has no memory in the program.
                  + "488b7c2470"
                  + "8b742468"
                  + "e800000000"
                  + "4885c0"
                  + "741b"
                  + "488b4818"
                  + "480b4820"
                  + "7511"
                  // Go on.
                  + "4883c448"
                  + "4159"
                  + "4158"
                  + "595a5e5f"
                  + "e900000000"
                  // Or fail.
                  + "b8ffffffff"
                  + "4883c478"
                  + "c3");

  private static final int FIRST_PROPERTIES = 0xf;
  private static final int SECOND_PROPERTIES = 0x2a;
  private static final int BY_HANDLE = 0xa6;
  private static final int GO_ON = 0xc6;
  private static final byte CALL = (byte) 0xe8;
  private static final int JUMP_BYTES = 5;

  private DeviceOnlyCopies() {}

  /**
   * Makes the change, if the library is one where it can be made.
   *
   * @param elf the library of a machine with these instructions
   * @param image addresses and places of what is in it
   * @return whether it was made, now or before
   */
  static boolean mend(ByteBuffer elf, ElfImage image) {
    ElfImage.Symbol caller = image.symbol(CALLER);
    ElfImage.Symbol copy = image.symbol(COPY);
    ElfImage.Symbol properties = image.symbol(PROPERTIES);
    ElfImage.Symbol buffer = image.symbol(BUFFER);
    ElfImage.Room room = image.room();
    if (caller == null || copy == null || properties == null || buffer == null || room == null) {
      return false;
    }
    int call = call(elf, image, caller, copy.address());
    if (call < 0) {
      return call(elf, image, caller, room.address()) >= 0;
    }
    if (!isFree(elf, room)) {
      return false;
    }
    elf.put(room.place(), CODE);
    point(elf, room.place() + FIRST_PROPERTIES, room.address() + FIRST_PROPERTIES, properties);
    point(elf, room.place() + SECOND_PROPERTIES, room.address() + SECOND_PROPERTIES, properties);
    point(elf, room.place() + BY_HANDLE, room.address() + BY_HANDLE, buffer);
    point(elf, room.place() + GO_ON, room.address() + GO_ON, copy);
    long from = caller.address() + call - image.place(caller.address());
    elf.putInt(call + 1, Math.toIntExact(room.address() - from - JUMP_BYTES));
    return true;
  }

  /** {@return where the only call is that a function makes of an address; -1 if there is none} */
  private static int call(ByteBuffer elf, ElfImage image, ElfImage.Symbol function, long target) {
    int start = image.place(function.address());
    int found = -1;
    for (int i = 0; start >= 0 && i <= function.bytes() - JUMP_BYTES; i++) {
      long next = function.address() + i + JUMP_BYTES;
      if (elf.get(start + i) == CALL && next + elf.getInt(start + i + 1) == target) {
        if (found >= 0) {
          return -1;
        }
        found = start + i;
      }
    }
    return found;
  }

  /** Lets the call or jump at a place go to a function. */
  private static void point(ByteBuffer elf, int place, long address, ElfImage.Symbol target) {
    elf.putInt(place + 1, Math.toIntExact(target.address() - address - JUMP_BYTES));
  }

  private static boolean isFree(ByteBuffer elf, ElfImage.Room room) {
    for (int i = 0; i < CODE.length; i++) {
      if (i >= room.bytes() || elf.get(room.place() + i) != 0) {
        return false;
      }
    }
    return true;
  }
}
