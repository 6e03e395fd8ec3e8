package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads waveform files in VCD or FST, from any writer. */
public final class WaveReader {
  private WaveReader() {}

  /**
   * Reads a file and closes the sink.
   *
   * @param file a waveform
   * @param sink receives the content
   * @throws RtlException {@link RtlError#TRACE_FAILED} if it is missing or damaged
   */
  public static void read(Path file, WaveSink sink) {
    boolean fst;
    try {
      RegularFile.check(file);
      fst = isFst(file);
    } catch (NoSuchFileException e) {
      throw TraceErrors.unreadable(file, "there is no such file");
    } catch (IOException e) {
      throw TraceErrors.unreadable(file, e.toString());
    }
    try (sink) {
      if (fst) {
        new FstReader(file, sink).read();
      } else {
        new VcdReader(file, sink).read();
      }
    } catch (IOException e) {
      throw TraceErrors.unreadable(file, e.toString());
    } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
      throw TraceErrors.unreadable(file, "it is damaged (" + e.getMessage() + ")");
    }
  }

  /** Tells whether a file is an FST; another one may be a VCD. */
  static boolean isFst(Path file) throws IOException {
    byte[] start;
    try (var in = Files.newInputStream(file)) {
      start = in.readNBytes(9);
    }
    // A header block starts with its kind and its length as eight bytes.
    boolean header = start.length == 9 && start[0] == 0 && start[7] == 1 && start[8] == 0x49;
    return header || (start.length == 9 && start[0] == (byte) FstFile.WHOLE_FILE_PACKED);
  }
}
