package dev.backplane.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;

/**
 * The output and input of a command: results go to one stream, progress and errors to the other,
 * and answers come from a third.
 *
 * @param out for results
 * @param err for progress, questions and errors
 * @param terminal whether {@code err} is shown to a person as it is written
 * @param rewrites whether a line that {@code err} shows can be written anew
 * @param screen whether {@code out} is shown to a person as it is written
 * @param answers what a person types
 */
public record Console(
    PrintWriter out,
    PrintWriter err,
    boolean terminal,
    boolean rewrites,
    boolean screen,
    InputStream answers) {
  /** The launcher sets both: asking the JDK would load a terminal library. */
  private static final String TERMINAL = "backplane.terminal";

  private static final String SCREEN = "backplane.screen";

  /** Makes the writers safe, as they also write the words of plugins and devices. */
  public Console {
    out = SafeWriter.of(out);
    err = SafeWriter.of(err);
  }

  /** A console without a person. */
  public Console(PrintWriter out, PrintWriter err) {
    this(out, err, false, false, false, InputStream.nullInputStream());
  }

  public static Console ofProcess() {
    boolean terminal = Boolean.getBoolean(TERMINAL);
    return new Console(
        writer(new FileOutputStream(FileDescriptor.out), "stdout.encoding"),
        writer(new FileOutputStream(FileDescriptor.err), "stderr.encoding"),
        terminal,
        terminal && isRewritten(System.getenv().getOrDefault("TERM", "")),
        Boolean.getBoolean(SCREEN),
        System.in);
  }

  /** {@return whether a terminal of a kind erases a line when it is asked to} */
  static boolean isRewritten(String kind) {
    return !kind.isEmpty() && !kind.equals("dumb");
  }

  /**
   * Asks a person.
   *
   * @param question what a yes means, without the question mark
   * @return whether the answer is yes; empty if nobody can be asked
   */
  Optional<Boolean> confirmed(String question) {
    if (!terminal) {
      return Optional.empty();
    }
    err.print(question + "? [y/N] ");
    err.flush();
    StringBuilder answer = new StringBuilder();
    try {
      for (int c = answers.read(); c >= 0 && c != '\n'; c = answers.read()) {
        answer.append((char) c);
      }
    } catch (IOException e) {
      return Optional.of(false);
    }
    return Optional.of(answer.toString().strip().toLowerCase(Locale.ROOT).matches("y|yes"));
  }

  /** {@return progress of something that takes a while, silent where nobody watches} */
  public Progress progress() {
    return new Progress(err, rewrites, System::nanoTime).ticking();
  }

  private static PrintWriter writer(OutputStream stream, String encodingProperty) {
    Charset charset =
        Charset.forName(System.getProperty(encodingProperty, "UTF-8"), Charset.defaultCharset());
    return new PrintWriter(new OutputStreamWriter(new PatientStream(stream), charset), true);
  }
}
