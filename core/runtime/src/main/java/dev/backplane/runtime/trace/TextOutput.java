package dev.backplane.runtime.trace;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A stream or file that traces are written to, with one write for each record: records of several
 * threads, and of several processes that append to one file, stay whole. When it cannot be written
 * any more that is said once, and the traced program goes on.
 */
final class TextOutput implements Consumer<String>, AutoCloseable {
  private final String name;
  private final OutputStream stream;
  private final Supplier<System.Logger> logger;

  /** Guarded by this. */
  private boolean lost;

  private TextOutput(String name, OutputStream stream) {
    this(name, stream, () -> System.getLogger("dev.backplane.runtime.trace"));
  }

  TextOutput(String name, OutputStream stream, Supplier<System.Logger> logger) {
    this.name = name;
    this.stream = stream;
    this.logger = logger;
  }

  /** {@return the stream for errors of this process} */
  static TextOutput errors() {
    return new TextOutput("stderr", new Borrowed(System.err));
  }

  /**
   * Opens a place.
   *
   * @param place {@code stderr}, {@code stdout} or a file, which is appended to
   * @param folder what a relative path is relative to
   * @param where who named it, for messages
   * @return the output
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if it cannot be written
   */
  static TextOutput at(String place, Path folder, String where) {
    return switch (place) {
      case "stderr" -> errors();
      case "stdout" -> new TextOutput(place, new Borrowed(System.out));
      default -> {
        Path file = folder.resolve(place);
        yield new TextOutput(
            file.toString(),
            open(file, where, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
      }
    };
  }

  /** Makes a file for one trace, without what was in it. */
  static TextOutput fresh(Path file, String where) {
    return new TextOutput(
        file.toString(),
        open(
            file,
            where,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING));
  }

  private static OutputStream open(Path file, String where, StandardOpenOption... options) {
    try {
      return Files.newOutputStream(file, options);
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "cannot be written: " + e.getMessage())
          .during("open trace of " + where)
          .on(file.toString())
          .remedy("Name a file in a folder that exists and can be written to")
          .causedBy(e)
          .build();
    }
  }

  @Override
  public void accept(String record) {
    byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      if (lost) {
        return;
      }
      try {
        stream.write(bytes);
      } catch (IOException e) {
        lost = true;
        logger
            .get()
            .log(
                System.Logger.Level.WARNING,
                ErrorCode.FILE_UNREADABLE.id()
                    + " the trace cannot be written to "
                    + name
                    + " any more: "
                    + e.getMessage()
                    + "; the program goes on without it");
      }
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      logger.get().log(System.Logger.Level.WARNING, "closing the trace " + name, e);
    }
  }

  /** A stream of the process: closing a trace leaves it open. */
  private static final class Borrowed extends OutputStream {
    private final PrintStream target;

    Borrowed(PrintStream target) {
      this.target = target;
    }

    @Override
    public void write(int b) {
      target.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      target.write(bytes, offset, length);
      target.flush();
    }
  }
}
