package dev.backplane.cli;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/**
 * What a command did.
 *
 * @param code its exit code
 * @param out what it printed
 * @param err what it complained of
 */
public record Outcome(int code, String out, String err) {
  public static Outcome of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new Console(new PrintWriter(out, true), new PrintWriter(err, true)),
            new Interruption(),
            arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  /** {@return the exit code of a command that is interrupted, or whose output is looked at} */
  public static int run(Console console, Interruption interruption, String... arguments) {
    return Main.run(console, interruption, arguments);
  }

  public static String example(String relative) {
    return home().resolve("examples/" + relative).toString();
  }

  /** {@return the checkout} */
  public static Path home() {
    return Path.of(System.getProperty("backplane.home", "")).normalize();
  }
}
