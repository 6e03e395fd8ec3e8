package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures C programs of OPAE that are linked with {@code libopae-c.so.2}: the cost of calls, the
 * time of the first one and the memory that it leaves resident, and the size of the folder. All run
 * in processes of their own, on the run-time image that {@code tools/opae-library} makes.
 */
final class OpaeLibraryRows {
  private static final double ACCESSOR_NANOS = 60;
  private static final double TOKEN_NANOS = 60;
  private static final double MEMORY_NANOS = 10;
  private static final double FIRST_MILLIS = 80;
  private static final double RESIDENT_MEGABYTES = 60;
  private static final double FOLDER_MEGABYTES = 70;
  private static final double SEARCH_MILLIS = 1;

  private static final int WARM_UP = 20;
  private static final String CARD =
      "{\"module\": \"opaecard\", \"name\": \"cards\", \"config\": {\"cards\": [{}]}}";

  private static final Path NULL_DRIVERS =
      Path.of("app/dist/target/backplane/lib").toAbsolutePath();

  private final Path folder;
  private final Path opae;
  private final int turns;
  private final int divisor;
  private final int processes;

  OpaeLibraryRows(Path folder, Effort effort) {
    this.folder = folder;
    opae = folder.resolve("opae");
    turns = effort.of(1, 5, 11);
    divisor = effort.of(1000, 1, 1);
    processes = effort.of(2, 11, 31);
  }

  List<Row> measure() throws IOException {
    Programs.output(List.of("bash", "tools/opae-library", opae.toString()));
    Path program = OpaePrograms.program(folder, opae);
    List<Row> rows = new ArrayList<>();
    Path card = OpaePrograms.configuration(folder.resolve("card.json"), CARD);
    rows.addAll(calls(program));
    rows.add(card(program, card));
    rows.addAll(plugins(program));
    rows.addAll(first(program, card));
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

  private Row card(Path program, Path configuration) throws IOException {
    try (Conversation calls = serving(program, configuration, "fpga")) {
      return Row.alone(
          "C: fpgaReadMMIO64, software OPAE card", "ns", nanos(calls, "register", 1_000_000));
    }
  }

  private List<Row> plugins(Path program) throws IOException {
    Path configuration =
        OpaePrograms.configuration(
            folder,
            folder.resolve(OpaePrograms.PLUGIN),
            OpaeBenchmark.INSTANCES,
            OpaeBenchmark.RESOURCES);
    try (Conversation calls = serving(program, configuration, "fpga")) {
      for (int i = 0; i < WARM_UP; i++) {
        calls.ask("enumerate 50"); // until the compiler has had its time
        calls.ask("filter 50");
      }
      return List.of(
          search("C: fpgaEnumerate of 1000 tokens of 10 plugins", calls, "enumerate"),
          search("C: the same by a filter", calls, "filter"),
          Row.alone("C: fpgaReadMMIO64, native plugin", "ns", nanos(calls, "register", 1_000_000)));
    }
  }

  private Row search(String name, Conversation calls, String what) throws IOException {
    return Row.atMost(name, "ms", nanos(calls, what, 50) / 1e6, SEARCH_MILLIS);
  }

  /** Without a configuration, as in a program that was just installed, and with a card. */
  private List<Row> first(Path program, Path card) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<First> plain = first(command(program, "first", "fpgaEnumerate"));
    List<First> initialized = first(command(program, "first", "fpgaInitialize"));
    List<First> withCard = first(configured(card, program, "first", "fpgaEnumerate"));
    rows.addAll(times("fpgaEnumerate", plain));
    rows.addAll(times("fpgaInitialize", initialized));
    rows.addAll(times("fpgaEnumerate with a software card", withCard));
    rows.add(resident("C: resident after it", plain));
    rows.add(resident("C: resident after it, with a software card", withCard));
    List<Double> own = withCard.stream().map(First::ownMegabytes).toList();
    rows.add(Row.alone("C: of that, not shared with files", "MB", Turns.median(own)));
    return rows;
  }

  private static List<Row> times(String function, List<First> all) {
    List<Double> millis = all.stream().map(First::millis).toList();
    String name = "C: first call, " + function;
    return List.of(
        Row.atMost(name, "ms", Turns.median(millis), FIRST_MILLIS),
        Row.atMost(
            "%s, best of %d".formatted(name, all.size()), "ms", Turns.least(millis), FIRST_MILLIS));
  }

  private static Row resident(String name, List<First> all) {
    List<Double> megabytes = all.stream().map(First::megabytes).toList();
    return Row.atMost(name, "MB", Turns.median(megabytes), RESIDENT_MEGABYTES);
  }

  /**
   * The cost of the first call of a process: its time, the resident memory after it, and how much
   * of that is not shared with files.
   */
  private record First(double millis, double megabytes, double ownMegabytes) {
    static First of(String told) {
      double[] words =
          Arrays.stream(told.strip().split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
      return new First(words[0] / 1e6, words[1] * 1024 / 1e6, words[2] * 1024 / 1e6);
    }
  }

  private List<First> first(List<String> command) throws IOException {
    List<First> all = new ArrayList<>();
    Programs.output(command); // files that nobody has read yet
    for (int run = 0; run < processes; run++) {
      all.add(First.of(Programs.output(command)));
    }
    return all;
  }

  private Conversation serving(Path program, Path configuration, String type) throws IOException {
    Conversation calls =
        new Conversation("the C program", configured(configuration, program, "serve", type));
    calls.line();
    return calls;
  }

  /** In an environment of its own: what a user has configured does not count. */
  private List<String> command(Path program, String... arguments) {
    List<String> command = new ArrayList<>(List.of("env", "-i", "HOME=" + folder));
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private List<String> configured(Path configuration, Path program, String... arguments) {
    List<String> command = command(program, arguments);
    command.add(3, "BACKPLANE_CONFIG=" + configuration);
    return command;
  }

  private double nanos(Conversation calls, String what, long usual) throws IOException {
    long count = Math.max(1, usual / divisor);
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
      return jars.filter(jar -> jar.getFileName().toString().startsWith("backplane-null-"))
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
