package dev.backplane.doors.xrt;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Device memory as the protocol has it: the host decides which addresses a buffer takes. */
interface DeviceStore {
  /** Takes a range of addresses. */
  void claim(long address, long bytes);

  /** Gives the range back that begins at an address. */
  void release(long address);

  /** Writes to device memory, from the source's position to its limit, which stay. */
  void write(long address, ByteBuffer source);

  /** Reads device memory into a target, from its position to its limit, which stay. */
  void read(long address, ByteBuffer target);

  /** {@return a file that is the range beginning at an address, where memory can be shared} */
  Optional<Path> file(long address);
}
