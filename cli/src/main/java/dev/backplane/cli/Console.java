package dev.backplane.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * Where a command's words go: results to one stream, progress and errors to the other.
 *
 * @param out for results
 * @param err for progress and errors
 * @param terminal whether {@code err} is shown to a person as it is written
 */
record Console(PrintWriter out, PrintWriter err, boolean terminal) {
  /** The launcher sets it: asking the JDK would load a terminal library. */
  private static final String TERMINAL = "backplane.terminal";

  /** Words of plugins and devices are among those that are written. */
  Console {
    out = SafeWriter.of(out);
    err = SafeWriter.of(err);
  }

  static Console ofProcess() {
    return new Console(
        writer(new FileOutputStream(FileDescriptor.out), "stdout.encoding"),
        writer(new FileOutputStream(FileDescriptor.err), "stderr.encoding"),
        Boolean.getBoolean(TERMINAL));
  }

  /** {@return progress of something that takes a while, silent where nobody watches} */
  Progress progress() {
    return new Progress(err, terminal, System::nanoTime);
  }

  private static PrintWriter writer(OutputStream stream, String encodingProperty) {
    Charset charset =
        Charset.forName(System.getProperty(encodingProperty, "UTF-8"), Charset.defaultCharset());
    return new PrintWriter(new OutputStreamWriter(new PatientStream(stream), charset), true);
  }
}
