package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What C programs of OPAE get, which are linked with {@code libopae-c.so.2}: what calls cost, what
 * the first one takes and leaves in memory, how large the folder is. All in processes of their own,
 * on the run-time image that {@code tools/opae-library} makes.
 */
final class OpaeLibraryRows {
  private static final double ACCESSOR_NANOS = 60;
  private static final double TOKEN_NANOS = 60;
  private static final double MEMORY_NANOS = 10;
  private static final double FIRST_MILLIS = 80;
  private static final double RESIDENT_MEGABYTES = 60;
  private static final double FOLDER_MEGABYTES = 70;
  private static final double SEARCH_MILLIS = 1;

  private static final Path NULL_DRIVERS = Path.of("dist/target/backplane/lib").toAbsolutePath();

  private final Path folder;
  private final Path opae;
  private final int turns;
  private final int processes;

  OpaeLibraryRows(Path folder, boolean quick) {
    this.folder = folder;
    opae = folder.resolve("opae");
    turns = quick ? 5 : 11;
    processes = quick ? 11 : 31;
  }

  List<Row> measure() throws IOException {
    Programs.output(List.of("bash", "tools/opae-library", opae.toString()));
    Path program = OpaePrograms.program(folder, opae);
    List<Row> rows = new ArrayList<>();
    rows.addAll(calls(program));
    rows.addAll(ofOpae(program));
    rows.addAll(first(program));
    rows.add(Row.atMost("folder of the library", "MB", megabytes(), FOLDER_MEGABYTES));
    return rows;
  }

  /** The null device is the one of ours whose registers are in memory. */
  private List<Row> calls(Path program) throws IOException {
    Path configuration =
        OpaePrograms.configuration(
            folder.resolve("null.json"),
            "{\"module\": \"%s\", \"name\": \"null\"}".formatted(nullDriver()));
    try (Conversation calls = serving(program, configuration, "other")) {
      return List.of(
          Row.atMost(
              "C: property accessor", "ns", nanos(calls, "accessor", 5_000_000), ACCESSOR_NANOS),
          Row.atMost(
              "C: clone and destroy a token, each",
              "ns",
              nanos(calls, "token", 1_000_000),
              TOKEN_NANOS),
          Row.alone("C: fpgaUpdateProperties of a token", "ns", nanos(calls, "update", 500_000)),
          Row.atMost(
              "C: fpgaReadMMIO64, registers in memory",
              "ns",
              nanos(calls, "memory", 10_000_000),
              MEMORY_NANOS));
    }
  }

  private List<Row> ofOpae(Path program) throws IOException {
    List<Row> rows = new ArrayList<>();
    Path card = OpaePrograms.configuration(folder.resolve("card.json"), CARD);
    try (Conversation calls = serving(program, card, "fpga")) {
      rows.add(
          Row.alone(
              "C: fpgaReadMMIO64, software OPAE card", "ns", nanos(calls, "register", 1_000_000)));
    }
    Path plugins =
        OpaePrograms.configuration(
            folder,
            folder.resolve("libbench.so"),
            OpaeBenchmark.INSTANCES,
            OpaeBenchmark.RESOURCES);
    try (Conversation calls = serving(program, plugins, "fpga")) {
      rows.add(
          Row.alone("C: fpgaReadMMIO64, native plugin", "ns", nanos(calls, "register", 1_000_000)));
      for (String what : List.of("enumerate", "filter")) {
        for (int i = 0; i < 20; i++) {
          nanos(calls.ask(what + " 50"), 50); // until the compiler has had its time
        }
        rows.add(
            Row.atMost(
                "C: fpgaEnumerate of 1000 tokens of 10 plugins"
                    + (what.equals("filter") ? ", by a filter" : ""),
                "ms",
                nanos(calls, what, 50) / 1e6,
                SEARCH_MILLIS));
      }
    }
    return rows;
  }

  private static final String CARD =
      "{\"module\": \"opaecard\", \"name\": \"cards\", \"config\": {\"cards\": [{}]}}";

  /** Without a configuration, as a program that is just installed has it. */
  private List<Row> first(Path program) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (String function : List.of("fpgaInitialize", "fpgaEnumerate")) {
      List<Double> millis = new ArrayList<>();
      for (int run = 0; run < processes; run++) {
        String[] told =
            Programs.output(command(Path.of("/dev/null"), program, "first", function))
                .strip()
                .split(" ", -1);
        millis.add(Long.parseLong(told[0]) / 1e6);
        resident.add(Long.parseLong(told[1]) * 1024 / 1e6);
      }
      rows.add(Row.atMost("C: first call, " + function, "ms", Turns.median(millis), FIRST_MILLIS));
      rows.add(
          Row.atMost(
              "C: first call, %s, best of %d".formatted(function, processes),
              "ms",
              Turns.least(millis),
              FIRST_MILLIS));
    }
    rows.add(
        Row.atMost(
            "C: resident after it, with files that are shared",
            "MB",
            Turns.most(resident),
            RESIDENT_MEGABYTES));
    return rows;
  }

  private Conversation serving(Path program, Path configuration, String type) throws IOException {
    Conversation calls =
        new Conversation("the C program", command(configuration, program, "serve", type));
    calls.line();
    return calls;
  }

  /** What a user has configured does not count. */
  private List<String> command(Path configuration, Path program, String... arguments) {
    List<String> command = new ArrayList<>(List.of("env", "-i", "HOME=" + folder));
    if (!configuration.equals(Path.of("/dev/null"))) {
      command.add("BACKPLANE_CONFIG=" + configuration);
    }
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private double nanos(Conversation calls, String what, long count) throws IOException {
    List<Double> times = new ArrayList<>();
    for (int turn = -2; turn < turns; turn++) {
      double time = nanos(calls.ask(what + " " + count), count);
      if (turn >= 0) {
        times.add(time);
      }
    }
    return Turns.median(times);
  }

  private static double nanos(String answer, long count) {
    return (double) Long.parseLong(answer) / count;
  }

  private static Path nullDriver() throws IOException {
    try (Stream<Path> jars = Files.list(NULL_DRIVERS)) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("backplane-driver-null-"))
          .findFirst()
          .orElseThrow(() -> new IOException("no null driver in " + NULL_DRIVERS));
    }
  }

  private double megabytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(opae)) {
      for (Path file : files.toList()) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes / 1e6;
  }
}
