package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.plugin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Files beside a model that have elements of its tensors. For use by one thread. */
final class ExternalFiles {
  private static final long LARGEST = 1 << 29;

  private final Optional<Path> folder;
  private long total;

  /**
   * The files of a folder.
   *
   * @param folder the folder of the model, if it came from a file
   */
  ExternalFiles(Optional<Path> folder) {
    this.folder = folder;
  }

  /**
   * Reads the elements of a tensor.
   *
   * @param label what messages call the tensor
   * @param entries where they are: location, offset and length
   * @param size how many bytes they have
   */
  ByteBuffer read(String label, Map<String, String> entries, long size) {
    String location = entries.getOrDefault("location", "");
    Path parent =
        folder.orElseThrow(
            () ->
                unreadable(
                    label,
                    "its elements are in the file " + location + ", and the model is no file",
                    null));
    long offset = number(label, "offset", entries.getOrDefault("offset", "0"));
    long length = number(label, "length", entries.getOrDefault("length", Long.toString(size)));
    if (length != size) {
      throw unreadable(label, "it has " + size + " bytes, and length says " + length, null);
    }
    Path file = within(label, parent, location);
    try (FileChannel channel = RegularFile.open(file)) {
      if (offset > channel.size() - size) {
        throw unreadable(
            label,
            file + " has " + channel.size() + " bytes, and not " + size + " from " + offset,
            null);
      }
      total += size;
      if (total > LARGEST) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            label,
            "with it, tensors in other files have "
                + total
                + " bytes; models have up to "
                + LARGEST);
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) size);
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
        // Reads the rest.
      }
      return bytes.flip();
    } catch (IOException e) {
      throw unreadable(
          label,
          "its elements are in " + file + ", which cannot be read: " + reason(e) + "; put it there",
          e);
    } catch (OutOfMemoryError e) {
      // One allocation that failed as a whole: nothing else is harmed.
      throw unreadable(
          label, "this process has no room for its " + size + " bytes; give it more with -Xmx", e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException named && named.getReason() != null
        ? named.getReason()
        : e.toString();
  }

  private static Path within(String label, Path parent, String location) {
    try {
      Path file = parent.resolve(location).normalize();
      if (location.isEmpty() || !file.startsWith(parent.normalize())) {
        throw outside(label, location);
      }
      // A link in the folder may lead anywhere, and a model comes with its folder.
      if (Files.exists(file) && !file.toRealPath().startsWith(parent.toRealPath())) {
        throw outside(label, location);
      }
      return file;
    } catch (IOException e) {
      throw unreadable(label, "its file \"" + location + "\" cannot be found: " + reason(e), e);
    } catch (InvalidPathException e) {
      throw unreadable(label, "its file \"" + location + "\" has no name that can be one", e);
    }
  }

  private static CompilerException outside(String label, String location) {
    return unreadable(
        label, "its file \"" + location + "\" is not in the folder of the model", null);
  }

  private static long number(String label, String key, String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // It is the same mistake as a negative number.
    }
    throw unreadable(label, key + " is \"" + text + "\", which is no number of bytes", null);
  }

  private static CompilerException unreadable(
      String label, String text, @Nullable Throwable cause) {
    return new CompilerException(CompilerError.MODEL_DAMAGED, label, text, cause);
  }
}
