package dev.backplane.xrt.card.board;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Flash in a file, which other processes may use too: one access locks it for its time. */
final class FileCells implements Cells {
  private final Path file;

  FileCells(Path file) {
    this.file = file;
  }

  @Override
  public byte[] read(long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    if (!Files.exists(file)) {
      return bytes.array();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
        // Goes on until all is read, or the file ends: the rest was never written.
      }
    }
    return bytes.array();
  }

  @Override
  public void write(long offset, byte[] bytes) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      if (lock == null) {
        throw new IOException("another process writes it");
      }
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left, offset + left.position());
      }
      channel.force(true);
    }
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      throw new IOException("another card of this process writes it", e);
    }
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public boolean durable() {
    return true;
  }
}
