package dev.backplane.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * What the build runs to make the AOT cache: commands that together load what any command does. Of
 * those that simulate, one of each kind: their classes are the same.
 */
public final class Training {
  private static final String IMAGE = "examples/vadd/vadd.xclbin";

  private Training() {}

  /**
   * Runs the commands one after the other, all but the last with their words thrown away. One that
   * fails, because something is not installed, has loaded what leads there.
   *
   * @param arguments none
   */
  public static void main(String... arguments) {
    String image = Home.find().map(home -> home.file(IMAGE).toString()).orElse(IMAGE);
    run("--help");
    run("lst");
    run("list");
    run("list", "--json");
    run("list", "type=fpga");
    run("info");
    run("info", image);
    run("info", "softcard:0");
    run("image", "inspect", image);
    run("image", "verify", image);
    run("plugins");
    run("doctor");
    run("examine", "--load", image);
    run("demo");
    run("run", image, "--kernel=vadd", "--arg=a=:4K", "--arg=b=:4K", "--arg=c=:4K", "--arg=n=16");
    // As a process does it; a help text never fails, which would end this one with its code.
    Main.main("list", "--help");
  }

  private static void run(String... command) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    long began = System.nanoTime();
    String outcome;
    try {
      outcome =
          "gave " + Main.run(new Console(nowhere, nowhere, false), new Interruption(), command);
    } catch (RuntimeException | LinkageError e) {
      outcome = "failed: " + e;
    }
    System.out.printf(
        "%s %s, %d ms%n", List.of(command), outcome, (System.nanoTime() - began) / 1_000_000);
  }
}
