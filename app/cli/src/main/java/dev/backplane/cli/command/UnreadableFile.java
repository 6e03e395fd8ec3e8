package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Describes why a file that a person named cannot be read or written. */
public final class UnreadableFile {
  private UnreadableFile() {}

  /** {@return an error about a file that cannot be read} */
  public static BackplaneException at(String operation, Path file, IOException cause) {
    return BackplaneException.because(ErrorCode.FILE_UNREADABLE, reason(cause))
        .during(operation)
        .on(file.toString())
        .remedy("Name a file that is there and that you may read")
        .causedBy(cause)
        .build();
  }

  /**
   * Checks a file before something else is done.
   *
   * @throws BackplaneException if it cannot be read
   */
  public static void require(String operation, Path file) {
    try (FileChannel content = RegularFile.open(file)) {
      // Some files say only now that they cannot be read.
      var _ = content.read(ByteBuffer.allocate(1));
    } catch (IOException e) {
      throw at(operation, file, e);
    }
  }

  /** {@return an error about a file of which only what the system said is known} */
  public static BackplaneException of(IOException cause) {
    String file = cause instanceof FileSystemException e ? e.getFile() : null;
    return at("read", Path.of(file == null ? "a file" : file), cause);
  }

  /** {@return the error of a part of the program that names the file in words of its own} */
  static BackplaneException saidBy(Exception thrown) {
    String words = String.valueOf(thrown.getMessage());
    for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException trouble) {
        words = words.replace(trouble.toString(), reason(trouble));
      }
    }
    return BackplaneException.because(ErrorCode.FILE_UNREADABLE, words)
        .remedy("Name a file that is there and that you may read")
        .causedBy(thrown)
        .build();
  }

  /** {@return an error about words that are no name of a file} */
  public static BackplaneException of(InvalidPathException cause) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "this cannot be the name of a file: " + cause.getReason())
        .on("'" + cause.getInput().replaceAll("\\p{Cntrl}", "?") + "'")
        .remedy(
            "If the name has letters beyond ASCII, set LC_ALL to a locale of UTF-8 such as C.UTF-8;"
                + " this one has "
                + System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()))
        .causedBy(cause)
        .build();
  }

  /** {@return why something cannot be written, in words} */
  public static String reasonNotWritten(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "there is no such folder";
      case AccessDeniedException e -> "you may not write it";
      default -> reason(cause);
    };
  }

  /** {@return what is the matter, in words} */
  public static String reason(IOException cause) {
    String words = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
    return switch (cause) {
      case NoSuchFileException e -> "there is no such file";
      case AccessDeniedException e -> "you may not read it";
      case CharacterCodingException e -> "it is no text in UTF-8";
      default -> words == null || words.isBlank() ? "the system does not say why" : words;
    };
  }
}
