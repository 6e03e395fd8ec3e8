package dev.backplane.cli;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.command.Interruption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the commands that record an AOT cache: together they load what the commands of the cache
 * load. Of those that simulate, one of each kind runs: their classes are the same.
 *
 * <p>A process loads all classes of its cache when it starts, needed or not. So commands that only
 * list have a cache of their own.
 */
public final class Training {
  private static final String IMAGE = "examples/vadd/vadd.xclbin";

  private Training() {}

  /**
   * Runs commands one after the other, and discards the output of all but the last. A command that
   * fails, because something is not installed, has still loaded the classes that it reached.
   *
   * @param arguments the name of a cache: {@code listing} for the commands that only list, {@code
   *     backplane} for all others
   */
  public static void main(String... arguments) {
    if (List.of(arguments).contains("listing")) {
      listing();
    } else {
      building();
      others(file(IMAGE));
    }
  }

  private static void listing() {
    run("list");
    run("list", "--json");
    run("list", "type=fpga");
    run("list", "softcard:0");
    run("plugins");
    // As a process does it.
    Main.main("list");
  }

  private static String file(String name) {
    return Home.find().map(home -> home.file(name).toString()).orElse(name);
  }

  /** Twice: the second build finds what the first one kept. */
  private static void building() {
    try {
      Path folder = Files.createTempDirectory("backplane-training-");
      Path image = folder.resolve("vadd.xclbin");
      try {
        for (int i = 0; i < 2; i++) {
          run(
              "build",
              file("examples/vadd/vadd.sv"),
              file("examples/rtl/ap_ctrl_hs.sv"),
              "--kernel=" + file("examples/vadd/kernel.xml"),
              "--output=" + image);
        }
      } finally {
        Files.deleteIfExists(image);
        Files.delete(folder);
      }
    } catch (IOException e) {
      System.out.println("nothing was built: " + e);
    }
  }

  private static void others(String image) {
    run("--help");
    run("lst");
    run("info");
    run("info", image);
    run("info", "softcard:0");
    run("image", "inspect", image);
    run("image", "verify", image);
    run("components");
    run("doctor");
    run("examine", "--load", image);
    run("demo");
    // Twice: the second run finds the classes of the first one.
    for (int i = 0; i < 2; i++) {
      run("run", image, "--kernel=vadd", "--arg=a=:4K", "--arg=b=:4K", "--arg=c=:4K", "--arg=n=16");
    }
    // As a process does it; a help text never fails, which would end this one with its code.
    Main.main("list", "--help");
  }

  private static void run(String... command) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    long began = System.nanoTime();
    String outcome;
    try {
      outcome = "gave " + Main.run(new Console(nowhere, nowhere), new Interruption(), command);
    } catch (RuntimeException | LinkageError e) {
      outcome = "failed: " + e;
    }
    System.out.printf(
        "%s %s, %d ms%n", List.of(command), outcome, (System.nanoTime() - began) / 1_000_000);
  }
}
