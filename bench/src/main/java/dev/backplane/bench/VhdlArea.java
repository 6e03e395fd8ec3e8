package dev.backplane.bench;

import dev.backplane.bench.VhdlVerdict.Kind;
import dev.backplane.bench.vhdl.VhdlPrototype;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The prototype of a front end for VHDL beside GHDL's: from sources to a netlist, what it reads,
 * and whether that agrees with GHDL's simulation.
 */
final class VhdlArea implements Area {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long FIRST_SEED = 2000;

  /** User and system time of a process and of its children, in Linux' list of what it knows. */
  private static final int FIRST_TIME = 11;

  private static final double TICK_MILLIS = 10;
  private static final int MOST_TURNS = 200;
  private static final Path PROTOTYPE = Path.of("bench/src/main/java/dev/backplane/bench/vhdl");
  private static final Path TRANSLATION =
      Path.of("rtl/frontends/src/main/java/dev/backplane/rtl/frontends/vhdl");

  private final Effort effort;
  private final List<String> only;
  private final FrontEnd ours = new VhdlPrototype();
  private final FrontEnd theirs = FrontEnd.find(LIMIT);
  private final String peer = GhdlProgram.find().name();
  private final List<Row> rows = new ArrayList<>();

  /**
   * An area.
   *
   * @param effort how many turns
   * @param only the parts to measure: designs, counts, messages; all if empty
   */
  VhdlArea(Effort effort, List<String> only) {
    this.effort = effort;
    this.only = only;
  }

  private boolean wants(String part) {
    return only.isEmpty() || only.contains(part);
  }

  @Override
  public List<Row> measure() throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path work = folder.path();
      List<VhdlDesign> fromElsewhere = VhdlDesign.ofPublicLibraries(work);
      if (wants("designs")) {
        first(VhdlDesign.of("fifo", work));
        for (String names : some(VhdlDesign.TEN)) {
          measure(VhdlDesign.of(names, work));
        }
        for (VhdlDesign design : some(fromElsewhere)) {
          measure(design);
        }
        lines();
      }
      if (wants("counts")) {
        counts(work, fromElsewhere);
      }
      if (wants("messages")) {
        Map<String, FrontEnd> both = new LinkedHashMap<>();
        both.put("prototype", ours);
        both.put(peer, theirs);
        System.out.println(VhdlMessages.of(both, work));
      }
    }
    return rows;
  }

  /** {@return the designs to look at: all, or one with the least effort} */
  private <T> List<T> some(List<T> all) {
    return all.subList(0, effort.of(Math.min(1, all.size()), all.size(), all.size()));
  }

  private void first(VhdlDesign design) throws IOException {
    rows.add(
        Row.cost(
            "fifo, the first design of the process",
            "ms CPU",
            once(ours, design),
            peer,
            once(theirs, design)));
  }

  /** Of this process and the tools that it started: others are busy on the machine too. */
  private static double cpuMillis() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int i = FIRST_TIME; i < FIRST_TIME + 4; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks * TICK_MILLIS;
  }

  private static double once(FrontEnd frontEnd, VhdlDesign design) throws IOException {
    double start = cpuMillis();
    frontEnd.elaborate(design.sources(), design.top());
    return cpuMillis() - start;
  }

  /** One turn, as the mean of as many as a clock of ten milliseconds needs. */
  private double warm(FrontEnd frontEnd, VhdlDesign design) throws IOException {
    double enough = effort.of(1, 200, 1000);
    double spent = 0;
    for (int turn = 0; turn < MOST_TURNS && spent < enough; turn++) {
      spent += once(frontEnd, design); // the JVM is still compiling
    }
    int turns = 0;
    spent = 0;
    while (turns < MOST_TURNS && spent < enough) {
      spent += once(frontEnd, design);
      turns++;
    }
    return spent / turns;
  }

  private void measure(VhdlDesign design) throws IOException {
    String name = "%s (%d lines)".formatted(design.top(), design.lines());
    VhdlVerdict verdict = VhdlVerdict.of(ours, design, () -> theirs);
    System.out.println(name + ": " + verdict);
    if (verdict.kind() == Kind.REFUSED) {
      return;
    }
    List<Row> made = new ArrayList<>(figures(name, design));
    made.add(Row.alone(name + ", steps as simulated", "steps", verdict.steps()));
    System.out.print(Report.table(made));
    rows.addAll(made);
  }

  /** Measures a design on both sides, or on ours alone if the peer refuses it. */
  private List<Row> figures(String name, VhdlDesign design) throws IOException {
    String time = name + ", to a netlist";
    String size = name + ", cells, registers, memories";
    try {
      theirs.elaborate(design.sources(), design.top());
    } catch (RtlException e) {
      System.out.println(peer + " refuses it: " + e.getMessage());
      return List.of(
          Row.alone(time, "ms CPU", warm(ours, design)),
          Row.alone(size, "nodes", nodes(ours, design)));
    }
    return List.of(
        Row.cost(time, "ms CPU", warm(ours, design), peer, warm(theirs, design)),
        Row.cost(size, "nodes", nodes(ours, design), peer, nodes(theirs, design)));
  }

  private static double nodes(FrontEnd frontEnd, VhdlDesign design) {
    Netlist netlist = frontEnd.elaborate(design.sources(), design.top()).netlist();
    return netlist.statistics().values().stream().mapToInt(Integer::intValue).sum();
  }

  private void counts(Path work, List<VhdlDesign> fromElsewhere) throws IOException {
    List<VhdlDesign> tests = new ArrayList<>();
    for (String names : some(VhdlDesign.TESTS)) {
      tests.add(VhdlDesign.of(names, work));
    }
    List<VhdlDesign> components = new ArrayList<>();
    for (String names : some(VhdlDesign.COMPONENTS)) {
      components.add(VhdlDesign.of(names, work));
    }
    List<VhdlDesign> random = new ArrayList<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + effort.of(1, 30, 30); seed++) {
      Path own = Files.createDirectory(work.resolve("random" + seed));
      random.add(VhdlDesign.random(seed, own));
    }
    // That all of them are right through GHDL is what the tests say.
    counts("designs of tests", tests, false);
    counts("components and the example", components, false);
    counts("random entities", random, true);
    counts("designs of public libraries", some(fromElsewhere), false);
  }

  private void counts(String what, List<VhdlDesign> designs, boolean beside) {
    Map<Kind, Integer> mine = counts(ours, theirs, designs);
    Map<Kind, Integer> other = beside ? counts(theirs, ours, designs) : Map.of();
    for (Kind kind : Kind.values()) {
      double count = mine.getOrDefault(kind, 0);
      double peers = other.getOrDefault(kind, 0);
      if (count + peers > 0) {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String text = "%s (%d): %s".formatted(what, designs.size(), name);
        rows.add(
            beside
                ? new Row(text, "designs", count, peer, peers, null)
                : Row.alone(text, "designs", count));
      }
    }
  }

  private static Map<Kind, Integer> counts(
      FrontEnd frontEnd, FrontEnd other, List<VhdlDesign> designs) {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    for (VhdlDesign design : designs) {
      VhdlVerdict verdict = VhdlVerdict.of(frontEnd, design, () -> other);
      counts.merge(verdict.kind(), 1, Integer::sum);
      if (verdict.kind() != Kind.RIGHT) {
        System.out.println(design.top() + " with " + frontEnd.name() + ": " + verdict);
      }
    }
    return counts;
  }

  private void lines() throws IOException {
    rows.add(
        new Row(
            "lines of code: the prototype; what translates GHDL's gates",
            "lines",
            lines(PROTOTYPE),
            peer,
            lines(TRANSLATION),
            null));
  }

  private static double lines(Path folder) throws IOException {
    double lines = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        lines += Files.readAllLines(file).size();
      }
    }
    return lines;
  }
}
