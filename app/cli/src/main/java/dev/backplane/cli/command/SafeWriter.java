package dev.backplane.cli.command;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;

/**
 * A writer for words that may be of others: plugins, devices, files. Characters that a terminal
 * obeys instead of showing them are written as {@code \x1b}; the command's own are written by
 * {@link #control}.
 */
public final class SafeWriter extends PrintWriter {
  private final Writer target;

  private SafeWriter(Writer target) {
    super(new Filter(target), true);
    this.target = target;
  }

  /** {@return a writer to the same place, which is safe} */
  static PrintWriter of(PrintWriter writer) {
    return writer instanceof SafeWriter ? writer : new SafeWriter(writer);
  }

  /** The writer behind this one keeps its errors to itself, too. */
  @Override
  public boolean checkError() {
    boolean failed = super.checkError();
    return failed || (target instanceof PrintWriter behind && behind.checkError());
  }

  /** Has a terminal do something, in order with what was written. */
  public static void control(PrintWriter writer, String sequence) {
    if (writer instanceof SafeWriter safe) {
      safe.flush();
      try {
        safe.target.write(sequence);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else {
      writer.print(sequence);
    }
  }

  /** {@return a text without what a terminal obeys} */
  static String safe(String text) {
    if (text.chars().noneMatch(SafeWriter::isObeyed)) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.chars()
        .forEach(
            each -> {
              if (isObeyed(each)) {
                safe.append(String.format(Locale.ROOT, each < 0x100 ? "\\x%02x" : "\\u%04x", each));
              } else {
                safe.append((char) each);
              }
            });
    return safe.toString();
  }

  /**
   * Control characters but line ends and tabs, and what turns the direction of the text around it.
   */
  private static boolean isObeyed(int character) {
    boolean control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    boolean direction =
        (character >= 0x202a && character <= 0x202e)
            || (character >= 0x2066 && character <= 0x2069);
    return (control && character != '\n' && character != '\t') || direction;
  }

  private static final class Filter extends FilterWriter {
    Filter(Writer target) {
      super(target);
    }

    @Override
    public void write(int character) throws IOException {
      out.write(safe(String.valueOf((char) character)));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      out.write(safe(new String(text, from, length)));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      out.write(safe(text.substring(from, from + length)));
    }
  }
}
