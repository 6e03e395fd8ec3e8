package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A result that a person named a place for. A regular file is there either whole or not at all:
 * written beside its place and moved there, with the owner and mode of the one before, and behind
 * the link that named it. Where nothing can be moved to, such as a mounted file, it is written in
 * place. A device, a pipe or what a process has open is written to, and stays what it is. Made
 * before the run, so that a place that cannot be written to is found before time is spent; closed
 * without being written, it leaves nothing behind.
 */
public final class OutputFile implements AutoCloseable {
  private static final int CHUNK = 1 << 24;
  private static final AtomicLong COUNT = new AtomicLong();

  private final Path target;
  private final OutputPlace place;

  /** The file that is moved to the place, or null if the output is written in place. */
  private final @Nullable Path temporary;

  /** The channel of an output that is written in place. */
  private final @Nullable FileChannel stream;

  private OutputFile(
      Path target, OutputPlace place, @Nullable Path temporary, @Nullable FileChannel stream) {
    this.target = target;
    this.place = place;
    this.temporary = temporary;
    this.stream = stream;
  }

  public static OutputFile at(Path target) {
    OutputPlace place;
    try {
      place = OutputPlace.of(target);
    } catch (IOException e) {
      throw unwritable(target, cannot("be made", e), e);
    }
    if (place.form() == OutputPlace.Form.FOLDER) {
      throw unwritable(target, "is a folder", null);
    }
    try {
      return switch (place.form()) {
        case STREAM -> through(target, place, StandardOpenOption.WRITE);
        case OPEN_FILE -> through(target, place, StandardOpenOption.APPEND);
        case SHARED_FILE -> through(target, place, StandardOpenOption.WRITE);
        default -> beside(target, place);
      };
    } catch (IOException e) {
      throw unwritable(target, cannot("be made", e), e);
    }
  }

  private static OutputFile through(Path target, OutputPlace place, OpenOption option)
      throws IOException {
    return new OutputFile(target, place, null, FileChannel.open(place.path(), option));
  }

  private static OutputFile beside(Path target, OutputPlace place) throws IOException {
    boolean isNew = place.form() == OutputPlace.Form.NEW;
    // Who may not write a file may not replace it either, although its folder would allow it.
    FileChannel old = isNew ? null : FileChannel.open(place.path(), StandardOpenOption.WRITE);
    Path temporary =
        place
            .path()
            .resolveSibling(
                ".backplane-"
                    + ProcessHandle.current().pid()
                    + "-"
                    + COUNT.incrementAndGet()
                    + ".part");
    try {
      Files.createFile(temporary);
      if (old != null) {
        takeOver(place.path(), temporary);
        old.close();
      }
      return new OutputFile(target, place, temporary, null);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      if (old == null) {
        throw e;
      }
      // The folder takes no new file, or the owner cannot be kept, and the file can be written.
      return new OutputFile(target, place, null, old);
    }
  }

  /** Gives a file the owner and the mode of another. */
  private static void takeOver(Path from, Path to) throws IOException {
    String names = "unix:uid,gid,mode";
    Map<String, Object> wanted = Files.readAttributes(from, names);
    Map<String, Object> made = Files.readAttributes(to, names);
    for (String name : new String[] {"uid", "gid", "mode"}) {
      Object value = Objects.requireNonNull(wanted.get(name));
      // A change of the owner may take rights away, so the mode is always set, and last.
      if (name.equals("mode") || !value.equals(made.get(name))) {
        Files.setAttribute(to, "unix:" + name, value);
      }
    }
  }

  public Path target() {
    return target;
  }

  /** Tells whether another result would replace this one. */
  public boolean isSamePlace(OutputFile other) {
    return place.isFile() && place.equals(other.place);
  }

  public void write(String content) {
    write(MemorySegment.ofArray(content.getBytes(StandardCharsets.UTF_8)));
  }

  public void write(MemorySegment content) {
    try {
      if (stream != null) {
        put(content, stream);
        return;
      }
      Path whole = Objects.requireNonNull(temporary);
      try (FileChannel channel = FileChannel.open(whole, StandardOpenOption.WRITE)) {
        put(content, channel);
      }
      move(whole);
    } catch (IOException e) {
      throw unwritable(target, cannot("be written", e), e);
    }
  }

  private void move(Path whole) throws IOException {
    try {
      Files.move(whole, place.path(), StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // What is mounted there cannot be moved away.
      if (place.form() == OutputPlace.Form.NEW) {
        throw e;
      }
      try (FileChannel from = FileChannel.open(whole);
          FileChannel to = FileChannel.open(place.path(), StandardOpenOption.WRITE)) {
        for (long at = 0; at < from.size(); ) {
          at += from.transferTo(at, from.size() - at, to);
        }
        to.truncate(from.size());
      }
    }
  }

  private void put(MemorySegment content, FileChannel channel) throws IOException {
    for (long at = 0; at < content.byteSize(); at += CHUNK) {
      ByteBuffer chunk =
          content.asSlice(at, Math.min(CHUNK, content.byteSize() - at)).asByteBuffer();
      while (chunk.hasRemaining()) {
        channel.write(chunk);
      }
    }
    if (place.isFile()) {
      channel.truncate(content.byteSize());
    }
  }

  @Override
  public void close() {
    try {
      if (stream != null) {
        stream.close();
      }
      if (temporary != null) {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw unwritable(target, cannot("be closed", e), e);
    }
  }

  private static String cannot(String what, IOException cause) {
    return "cannot " + what + ": " + UnreadableFile.reasonNotWritten(cause);
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
