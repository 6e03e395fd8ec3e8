package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command as a person at a terminal meets it: the first build, a build after a change, and the
 * start of commands, each beside its floor: javac over the same sources, and {@code java -version};
 * and the zip that is downloaded.
 */
final class StartupArea implements Area {
  private static final Path HERE = Path.of("").toAbsolutePath();
  private static final int RUNS = 15;
  private static final int QUICK_RUNS = 5;

  private final Effort effort;

  /**
   * The area.
   *
   * @param effort how much work; only all of it has the build with an empty Maven cache, which
   *     downloads all anew
   */
  StartupArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws IOException, InterruptedException {
    if (!Files.isExecutable(HERE.resolve("backplane"))) {
      throw new IOException("no ./backplane here: run from the top folder of the project");
    }
    List<Row> rows = new ArrayList<>(starts());
    rows.addAll(DownloadRows.of(HERE, effort.of(1, QUICK_RUNS, RUNS)));
    try (FirstBuild build = FirstBuild.ofClone(HERE)) {
      rows.addAll(build.rows(effort == Effort.WHOLE));
    }
    return rows;
  }

  private List<Row> starts() throws IOException, InterruptedException {
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of("bash", "-c", "exec \"$(cat app/dist/target/backplane/java)\" -version"));
    List<String> names =
        List.of(
            "--version",
            "list",
            "demo",
            "run examples/vadd/vadd.xclbin --kernel vadd --arg a=:4096 --arg b=:4096 --arg c=:4096"
                + " --arg n=1024");
    for (String name : names) {
      List<String> command = new ArrayList<>(List.of("./backplane"));
      command.addAll(List.of(name.split(" ")));
      commands.add(command);
    }
    List<ProcessCost> costs = ProcessCost.inTurns(effort.of(1, QUICK_RUNS, RUNS), HERE, commands);
    ProcessCost floor = costs.getFirst();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = "backplane " + names.get(i).replaceFirst(" .*", "");
      ProcessCost cost = costs.get(i + 1);
      rows.add(Row.cost(name, "s", cost.seconds(), "java -version", floor.seconds()));
      rows.add(
          Row.cost(
              name + ", peak RSS", "MiB", cost.mebibytes(), "java -version", floor.mebibytes()));
    }
    return rows;
  }
}
