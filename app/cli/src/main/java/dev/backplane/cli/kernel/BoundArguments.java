package dev.backplane.cli.kernel;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kernel arguments of a command line, converted to buffers and numbers. All errors in names,
 * files and sizes are found here, before anything runs. Closing removes files that were begun and
 * not finished; the buffers are closed with their device.
 */
final class BoundArguments implements AutoCloseable {
  private final List<Object> values = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();

  /** A buffer to be written to a file after the run. */
  private record Result(String argument, Buffer buffer, OutputFile file) {}

  /**
   * A file that was written.
   *
   * @param argument the argument whose buffer it has
   * @param file the file
   * @param bytes its size
   */
  record Written(String argument, Path file, long bytes) {}

  private BoundArguments() {}

  static BoundArguments bind(Kernel kernel, List<ArgumentText> texts) {
    Map<String, ArgumentText> byName = new LinkedHashMap<>();
    for (ArgumentText text : texts) {
      Argument known = kernel.argument(text.name());
      if (byName.put(known.name(), text) != null) {
        throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it is given twice")
            .during("read --arg")
            .on("argument " + known)
            .remedy("Give it once")
            .build();
      }
    }
    List<String> missing =
        kernel.arguments().stream()
            .filter(argument -> !byName.containsKey(argument.name()))
            .map(Argument::toString)
            .toList();
    if (!missing.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_TYPE, "no value for argument " + String.join(", ", missing))
          .during("read --arg")
          .on("kernel " + kernel.name())
          .remedy("Give one --arg for each")
          .build();
    }
    BoundArguments bound = new BoundArguments();
    boolean complete = false;
    try {
      for (Argument argument : kernel.arguments()) {
        ArgumentText text = byName.get(argument.name());
        if (text != null) {
          bound.add(kernel, argument, text.meaning(argument));
        }
      }
      bound.checkDistinct();
      complete = true;
      return bound;
    } finally {
      if (!complete) {
        bound.close();
      }
    }
  }

  /** {@return one value per argument, in order} */
  Object[] values() {
    return values.toArray();
  }

  /** Brings results to the host and puts them into their files. */
  List<Written> writeResults() {
    List<Written> written = new ArrayList<>();
    for (Result result : results) {
      result.buffer().syncBack();
      result.file().write(result.buffer().host());
      written.add(new Written(result.argument(), result.file().target(), result.buffer().size()));
    }
    return written;
  }

  @Override
  public void close() {
    results.forEach(result -> result.file().close());
  }

  private void add(Kernel kernel, Argument argument, ArgumentText.Meaning meaning) {
    switch (meaning) {
      case ArgumentText.Scalar scalar -> {
        argument.encode(scalar.number());
        values.add(scalar.number());
      }
      case ArgumentText.Input input -> values.add(fill(kernel, argument, input.file()));
      case ArgumentText.Output output -> {
        // First the file: a folder that is not there is cheaper to find out than a kernel to run.
        OutputFile file = output.file().isEmpty() ? null : OutputFile.at(Path.of(output.file()));
        if (file == null) {
          values.add(kernel.buffer(argument.name(), output.size()));
        } else {
          keep(kernel, argument, file, output.size());
        }
      }
      case ArgumentText.InOut both -> {
        Buffer buffer = fill(kernel, argument, both.from());
        values.add(buffer);
        results.add(new Result(argument.name(), buffer, OutputFile.at(Path.of(both.to()))));
      }
    }
  }

  private void keep(Kernel kernel, Argument argument, OutputFile file, long size) {
    boolean kept = false;
    try {
      Buffer buffer = kernel.buffer(argument.name(), size);
      values.add(buffer);
      results.add(new Result(argument.name(), buffer, file));
      kept = true;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  private static Buffer fill(Kernel kernel, Argument argument, Path path) {
    try (FileChannel file = RegularFile.open(path)) {
      long size = file.size();
      if (size == 0) {
        throw unreadable(argument, path, "it is empty", null);
      }
      Buffer buffer = kernel.buffer(argument.name(), size);
      for (long at = 0; at < size; ) {
        var rest = buffer.host().asSlice(at, Math.min(1 << 24, size - at)).asByteBuffer();
        int count = file.read(rest);
        if (count < 0) {
          throw unreadable(argument, path, "it became shorter while it was read", null);
        }
        at += count;
      }
      return buffer.sync();
    } catch (IOException e) {
      throw unreadable(argument, path, UnreadableFile.reason(e), e);
    }
  }

  private static BackplaneException unreadable(
      Argument argument, Path path, String problem, @Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.FILE_UNREADABLE, problem)
        .during("read " + path + " for")
        .on("argument " + argument)
        .remedy("Name a file with the bytes that the kernel shall see")
        .causedBy(cause)
        .build();
  }

  private void checkDistinct() {
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      if (results.subList(0, i).stream().anyMatch(r -> r.file().isSamePlace(result.file()))) {
        throw BackplaneException.because(
                ErrorCode.INVALID_ARGUMENT, "two arguments are to be written to it")
            .during("read --arg")
            .on(result.file().target().toString())
            .remedy("Name a file for each")
            .build();
      }
    }
  }
}
