package dev.backplane.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name under which a buffer's memory is known outside of its device: an open file of a process.
 * Its text form crosses to other processes. The file stays open until the buffer is closed; memory
 * that somebody imported lives on after that.
 *
 * @param process the id of the process that has the file open
 * @param descriptor the number of the file in it
 * @param bytes how large the buffer is
 */
public record SharedMemory(long process, int descriptor, long bytes) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,10}):(\\d{1,9}):(\\d{1,18})");

  /** Checks that the numbers can be. */
  public SharedMemory {
    if (process <= 0 || descriptor < 0 || bytes <= 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "no memory is file %d of process %d with %d bytes"
                  .formatted(descriptor, process, bytes))
          .remedy("Use what Buffer.export() gave")
          .build();
    }
  }

  /** {@return memory behind a file that was passed to this process} */
  public static SharedMemory passed(int descriptor, long bytes) {
    return new SharedMemory(ProcessHandle.current().pid(), descriptor, bytes);
  }

  /**
   * Reads the text form.
   *
   * @param text what {@link #toString} gave, perhaps in another process
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static SharedMemory parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "'" + text + "' is not process:descriptor:bytes")
          .remedy("Pass on the text of what Buffer.export() gave")
          .build();
    }
    return new SharedMemory(
        Long.parseLong(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Long.parseLong(matcher.group(3)));
  }

  @Override
  public String toString() {
    return process + ":" + descriptor + ":" + bytes;
  }
}
