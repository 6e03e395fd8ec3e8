package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Path;

/** Errors of waveform files. */
final class TraceErrors {
  private TraceErrors() {}

  static RtlException unwritable(Path file, IOException cause) {
    return new RtlException(
        RtlError.TRACE_FAILED,
        "The waveform " + file + " cannot be written: " + cause + ". Is there room for it?",
        cause);
  }

  static RtlException unreadable(Path file, String problem) {
    return new RtlException(
        RtlError.TRACE_FAILED,
        "The waveform " + file + " cannot be read: " + problem + ". Record it again");
  }
}
