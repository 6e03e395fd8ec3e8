package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that is there either whole or not at all: written beside its place and moved there. Made
 * before the run, so that a folder that cannot be written to is found before time is spent; closed
 * without being written, it leaves nothing behind.
 */
final class OutputFile implements AutoCloseable {
  private static final int CHUNK = 1 << 24;

  private final Path target;
  private final Path temporary;

  private OutputFile(Path target, Path temporary) {
    this.target = target;
    this.temporary = temporary;
  }

  static OutputFile at(Path target) {
    Path absolute = target.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || Files.isDirectory(absolute)) {
      throw unwritable(target, "is a folder", null);
    }
    try {
      // One process writes a file once, so its number tells temporary files apart.
      Path temporary =
          folder.resolve(
              "." + absolute.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      Files.write(temporary, new byte[0]);
      return new OutputFile(target, temporary);
    } catch (IOException e) {
      throw unwritable(target, "cannot be made: " + UnreadableFile.reason(e), e);
    }
  }

  Path target() {
    return target;
  }

  void write(MemorySegment content) {
    try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      for (long at = 0; at < content.byteSize(); at += CHUNK) {
        ByteBuffer chunk =
            content.asSlice(at, Math.min(CHUNK, content.byteSize() - at)).asByteBuffer();
        while (chunk.hasRemaining()) {
          channel.write(chunk);
        }
      }
    } catch (IOException e) {
      throw unwritable(target, "cannot be written: " + UnreadableFile.reason(e), e);
    }
    try {
      Files.move(temporary, target.toAbsolutePath(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(target, "cannot be put in place: " + UnreadableFile.reason(e), e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw unwritable(temporary, "cannot be removed: " + UnreadableFile.reason(e), e);
    }
  }

  private static BackplaneException unwritable(
      Path file, String problem, @Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.FILE_UNREADABLE, problem)
        .during("write")
        .on(file.toString())
        .remedy("Name a file in a folder that exists and can be written to")
        .causedBy(cause)
        .build();
  }
}
