package dev.backplane.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * What the build runs to make the AOT cache: the commands whose start should be quick, with their
 * words thrown away.
 */
public final class Training {
  private Training() {}

  /**
   * Runs the commands one after the other.
   *
   * @param arguments none
   */
  public static void main(String... arguments) {
    for (List<String> command : commands()) {
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      int code =
          Main.run(
              new Console(nowhere, nowhere, false),
              new Interruption(),
              command.toArray(String[]::new));
      System.out.println(command + " gave " + code);
    }
  }

  private static List<List<String>> commands() {
    return List.of(List.of("--version"), List.of("list"), List.of("demo"), List.of("list"));
  }
}
