package dev.backplane.capi.card.flash;

import dev.backplane.api.binary.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores the flash of a card: in a file, or in the memory of this process. New content replaces the
 * old in one step. Safe for use by several threads; cards of several processes may share a file,
 * and the last content counts.
 */
public final class FlashMemory {
  private final @Nullable Path file;
  private FlashContent kept = FlashContent.NEW;

  /**
   * A flash that may have content.
   *
   * @param file where it is; null for the memory of this process
   */
  public FlashMemory(@Nullable Path file) {
    this.file = file;
  }

  /** {@return where it is, in words} */
  public String place() {
    return file == null ? "memory of this process" : file.toString();
  }

  /** {@return whether its content outlives this process} */
  public boolean durable() {
    return file != null;
  }

  /**
   * {@return what it holds}
   *
   * @throws IOException if the file cannot be read, or is damaged
   */
  public synchronized FlashContent read() throws IOException {
    if (file != null) {
      try {
        return FlashContent.read(Content.read(file).toArray());
      } catch (NoSuchFileException e) {
        return FlashContent.NEW;
      }
    }
    return kept;
  }

  /**
   * Gives it other content, or leaves what it had.
   *
   * @throws IOException if the file cannot be written
   */
  public synchronized void write(FlashContent content) throws IOException {
    if (file == null) {
      kept = content;
      return;
    }
    boolean isThere = Files.exists(file);
    if (isThere && !Files.isRegularFile(file)) {
      throw new IOException(file + " is no regular file, and is not replaced by one");
    }
    // A link goes on naming it.
    Path place = isThere ? file.toRealPath() : file.toAbsolutePath();
    Path folder = Objects.requireNonNull(place.getParent(), "a file has a folder");
    Path part = Files.createTempFile(folder, file.getFileName() + ".", ".part");
    try {
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(content.toBytes());
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      if (isThere) {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(place));
      }
      Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
