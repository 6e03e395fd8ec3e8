package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A simulator of a hardware description language, as another reader of the same sources. */
sealed interface LanguageSimulator permits GhdlSimulator, IcarusSimulator {
  /** The file with {@link Stimulus#lines()}, in the work folder. */
  String STIMULUS = "stimulus.txt";

  /** The name of the test bench. */
  String BENCH = "backplane_bench";

  /** {@return name and version, for example {@code Icarus Verilog 11.0}} */
  String name();

  /**
   * Simulates.
   *
   * @param sources the design
   * @param top its top
   * @param stimulus the values of its inputs
   * @param folder a work folder, with the stimulus
   * @param limit how long each run of a tool may take; a simulation is ended then
   * @return a line for each step that was simulated: the bits of all outputs, separated by blanks;
   *     0, 1, or another letter for a bit that is unknown
   * @throws NotSimulated if it cannot simulate this
   */
  List<String> run(Sources sources, String top, Stimulus stimulus, Path folder, Duration limit)
      throws IOException, NotSimulated;

  /** The begin of each line of the test bench; the design itself may print too. */
  String MARK = "@backplane ";

  /**
   * Runs a simulation until it ends, or for as long as it may take.
   *
   * @param simulator its name
   * @param command the program and its arguments
   * @param folder the work folder
   * @param limit how long it may take
   * @return the lines that the test bench printed, without their mark
   * @throws NotSimulated if the program fails, or prints nothing until then
   */
  static List<String> simulate(String simulator, List<String> command, Path folder, Duration limit)
      throws IOException, NotSimulated {
    Path printed = folder.resolve("printed.txt");
    boolean ended = true;
    try {
      ToolRun run = ToolRun.run(command, folder, limit, printed);
      if (run.exitCode() != 0) {
        throw new NotSimulated(simulator + " fails: " + firstError(run));
      }
    } catch (RtlException e) {
      if (e.error() != RtlError.TIMEOUT) {
        throw e;
      }
      ended = false;
    }
    List<String> lines = Files.readAllLines(printed, StandardCharsets.ISO_8859_1);
    // The last line of a program that was ended may be a part of one.
    List<String> found =
        lines.subList(0, ended || lines.isEmpty() ? lines.size() : lines.size() - 1).stream()
            .filter(line -> line.startsWith(MARK))
            .map(line -> line.substring(MARK.length()))
            .toList();
    if (found.isEmpty()) {
      throw new NotSimulated(
          simulator
              + (ended
                  ? " ends before the first step"
                  : " needs more than " + limit.toSeconds() + " s for the first steps"));
    }
    return found;
  }

  /** {@return the first line of a tool's output that is an error, else the first line} */
  static String firstError(ToolRun run) {
    List<String> lines = run.output().lines().toList();
    return lines.stream()
        .filter(line -> line.contains("rror") || line.contains("sorry"))
        .findFirst()
        .orElse(lines.isEmpty() ? "it says nothing" : lines.getFirst());
  }

  /** Says why a design is not simulated. */
  final class NotSimulated extends Exception {
    private static final long serialVersionUID = 1;

    NotSimulated(String reason) {
      super(reason);
    }
  }
}
