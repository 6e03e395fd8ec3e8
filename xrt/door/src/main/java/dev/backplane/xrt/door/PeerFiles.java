package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.protobuf.FieldReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies between device memory and the files by which buffers are shared with other devices: what
 * the protocol has for peer-to-peer.
 */
final class PeerFiles {
  private static final int PIECE = 1 << 20;

  private final DeviceMemory memory;

  PeerFiles(DeviceMemory memory) {
    this.memory = memory;
  }

  /** {@return what a process of this user opens to map shared memory} */
  static String name(SharedMemory shared) {
    return "/proc/%d/fd/%d".formatted(shared.process(), shared.descriptor());
  }

  void serve(Call call, FieldReader reader) {
    switch (call) {
      // dst_filename, offset, size: a buffer of another device is to be known here. It is opened
      // when something is copied, so it is enough that it can be.
      case IMPORT_BO -> {
        Fields f = Fields.read(reader, 0, 1, 3, 2, 0);
        try (FileChannel file = open(f.file)) {
          require(file, f.file, f.size == 0 ? 0 : Math.addExact(f.fromOffset, f.size));
        } catch (IOException e) {
          throw unusable(f.file, e);
        }
      }
      case COPY_BO -> {
        Fields f = Fields.read(reader, 1, 2, 3, 4, 5);
        try (FileChannel file = open(f.file)) {
          toFile(file, f);
        } catch (IOException e) {
          throw unusable(f.file, e);
        }
      }
      default -> {
        Fields f = Fields.read(reader, 1, 2, 3, 4, 5);
        try (FileChannel file = open(f.file)) {
          require(file, f.file, Math.addExact(f.fromOffset, f.size));
          fromFile(file, f);
        } catch (IOException e) {
          throw unusable(f.file, e);
        }
      }
    }
  }

  private void toFile(FileChannel file, Fields f) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(f.size, PIECE));
    for (long done = 0; done < f.size; done += piece.limit()) {
      piece.clear().limit((int) Math.min(f.size - done, PIECE));
      memory.read(f.address + f.fromOffset + done, MemorySegment.ofBuffer(piece));
      for (long at = f.toOffset + done; piece.hasRemaining(); ) {
        at += file.write(piece, at);
      }
    }
  }

  private void fromFile(FileChannel file, Fields f) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(f.size, PIECE));
    for (long done = 0; done < f.size; done += piece.limit()) {
      piece.clear().limit((int) Math.min(f.size - done, PIECE));
      long at = f.fromOffset + done;
      while (piece.hasRemaining()) {
        int got = file.read(piece, at);
        if (got < 0) {
          throw new IOException("it became shorter");
        }
        at += got;
      }
      memory.write(f.address + f.toOffset + done, MemorySegment.ofBuffer(piece.flip()));
    }
  }

  private static FileChannel open(String name) throws IOException {
    if (name.isEmpty()) {
      throw new IOException("no file is named");
    }
    try {
      return FileChannel.open(Path.of(name), StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (InvalidPathException e) {
      throw new IOException("it is no name of a file", e);
    }
  }

  private static void require(FileChannel file, String name, long bytes) throws IOException {
    if (file.size() < bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "the shared buffer has %d bytes, %d are needed".formatted(file.size(), bytes))
          .on(name)
          .build();
    }
  }

  private static BackplaneException unusable(String name, IOException cause) {
    return BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "the shared buffer cannot be used: " + cause.getMessage())
        .on(name)
        .remedy("Export a buffer made with the p2p flag, while its device is open")
        .causedBy(cause)
        .build();
  }

  /** The fields of these calls. */
  private record Fields(long address, String file, long size, long fromOffset, long toOffset) {
    static Fields read(
        FieldReader reader,
        int addressField,
        int fileField,
        int sizeField,
        int fromField,
        int toField) {
      long address = 0;
      String file = "";
      long size = 0;
      long from = 0;
      long to = 0;
      for (int field = reader.next(); field != 0; field = reader.next()) {
        if (field == addressField) {
          address = reader.number();
        } else if (field == fileField) {
          file = reader.text();
        } else if (field == sizeField) {
          size = reader.number();
        } else if (field == fromField) {
          from = reader.number();
        } else if (field == toField) {
          to = reader.number();
        }
      }
      if (size < 0 || from < 0 || to < 0 || size + Math.max(from, to) < 0) {
        throw Malformed.because("a size or offset of more than 2^63 bytes");
      }
      return new Fields(address, file, size, from, to);
    }
  }
}
