package dev.backplane.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Calls of OpenCL: by our raw binding and by all of Backplane, beside C (through the ICD loader of
 * the system), LWJGL and JOCL. Each in a process of its own, in turns; medians.
 */
final class OpenClArea implements Area {
  private static final String C = "C";
  private static final String RAW = "raw binding";
  private static final String WHOLE = "Backplane";

  /** The workers in Java, by what the table calls them. */
  private static final Map<String, String> WORKERS =
      Map.of(RAW, "raw", WHOLE, "backplane", "LWJGL", "lwjgl", "JOCL", "jocl");

  /** Long enough for the compiler, before anything counts. */
  private static final int WARM_UP = 20;

  private final int turns;
  private final int warmUp;
  private final long nanos;

  OpenClArea(Effort effort) {
    turns = effort.of(1, 9, 41);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
    nanos = effort.of(1_000_000, 50_000_000, 50_000_000);
  }

  /**
   * The cost of one operation with one way to call OpenCL.
   *
   * @param nanos the time of one operation
   * @param bytes the bytes that one operation allocates
   */
  private record Cost(double nanos, double bytes) {}

  @Override
  public List<Row> measure() throws IOException {
    Path folder = Files.createTempDirectory("backplane-bench");
    Map<String, Conversation> ways = new LinkedHashMap<>();
    try {
      ways.put(C, new Conversation(C, List.of(compiled(folder).toString())));
      for (String way : List.of(RAW, WHOLE, "LWJGL", "JOCL")) {
        ways.put(way, new Conversation(way, worker(Objects.requireNonNull(WORKERS.get(way)))));
      }
      for (Conversation way : ways.values()) {
        if (!way.line().equals("ready")) {
          throw new IOException("a worker does not get ready; what it said is above");
        }
      }
      List<Row> rows = new ArrayList<>();
      rows.addAll(calls(ways, "buffer-argument", "set a buffer argument", "ns", 1));
      rows.addAll(calls(ways, "int-argument", "set an int argument", "ns", 1));
      rows.addAll(calls(without(WHOLE, ways), "query", "query of 4 bytes", "ns", 1));
      rows.addAll(calls(ways, "launch", "tiny launch and finish", "us", 1e3));
      rows.addAll(calls(ways, "batch", "tiny launch, 2000 in a batch", "us", 1e3));
      rows.addAll(transfers(ways, "write", "write 64 MiB"));
      rows.addAll(transfers(ways, "read", "read 64 MiB"));
      return rows;
    } finally {
      ways.values().forEach(Conversation::close);
      EngineArea.delete(folder);
    }
  }

  private static Map<String, Conversation> without(String way, Map<String, Conversation> ways) {
    Map<String, Conversation> others = new LinkedHashMap<>(ways);
    others.remove(way);
    return others;
  }

  private static Path compiled(Path folder) throws IOException {
    Path source = folder.resolve("opencl.c");
    try (InputStream text =
        Objects.requireNonNull(OpenClArea.class.getResourceAsStream("opencl.c"))) {
      Files.copy(text, source);
    }
    Path program = folder.resolve("opencl");
    Programs.output(
        List.of(
            "gcc", "-std=gnu11", "-O2", source.toString(), "-o", program.toString(), "-lOpenCL"));
    return program;
  }

  private static List<String> worker(String way) {
    return Programs.java(
        // LWJGL reaches for memory in the way that the JDK warns of.
        List.of("--sun-misc-unsafe-memory-access=allow"),
        System.getProperty("java.class.path"),
        OpenClWorker.class,
        List.of(way));
  }

  private List<Row> calls(
      Map<String, Conversation> ways, String question, String what, String unit, double divisor)
      throws IOException {
    Map<String, Cost> costs = costs(ways, question);
    List<Row> rows = new ArrayList<>();
    for (String our : List.of(RAW, WHOLE)) {
      Cost ours = costs.get(our);
      if (ours != null) {
        costs.forEach(
            (way, cost) -> {
              if (isPeer(our, way)) {
                rows.add(
                    Row.cost(
                        what + ", " + our,
                        unit,
                        ours.nanos() / divisor,
                        way,
                        cost.nanos() / divisor));
              }
            });
      }
    }
    Cost whole = costs.get(WHOLE);
    if (whole != null) {
      rows.add(Row.alone(what + ", allocated", "B", whole.bytes()));
    }
    return rows;
  }

  private List<Row> transfers(Map<String, Conversation> ways, String question, String what)
      throws IOException {
    Map<String, Cost> costs = costs(ways, question);
    List<Row> rows = new ArrayList<>();
    for (String our : List.of(RAW, WHOLE)) {
      double ours = OpenClCalls.LARGE / Objects.requireNonNull(costs.get(our)).nanos();
      costs.forEach(
          (way, cost) -> {
            if (isPeer(our, way)) {
              rows.add(
                  Row.speed(
                      what + ", " + our, "GB/s", ours, way, OpenClCalls.LARGE / cost.nanos()));
            }
          });
    }
    return rows;
  }

  /** Backplane is also compared with our raw binding, but that not with Backplane. */
  private static boolean isPeer(String our, String way) {
    return !way.equals(our) && !way.equals(WHOLE);
  }

  private Map<String, Cost> costs(Map<String, Conversation> ways, String question)
      throws IOException {
    for (Conversation way : ways.values()) {
      for (int i = 0; i < warmUp; i++) {
        way.ask(question + " " + nanos);
      }
    }
    Map<String, double[]> times = new LinkedHashMap<>();
    Map<String, double[]> bytes = new LinkedHashMap<>();
    for (int turn = 0; turn < turns; turn++) {
      for (Map.Entry<String, Conversation> way : ways.entrySet()) {
        String[] words = way.getValue().ask(question + " " + nanos).split(" ", -1);
        double count = Double.parseDouble(words[0]);
        times.computeIfAbsent(way.getKey(), _ -> new double[turns])[turn] =
            Double.parseDouble(words[1]) / count;
        bytes.computeIfAbsent(way.getKey(), _ -> new double[turns])[turn] =
            words.length > 2 ? Double.parseDouble(words[2]) / count : 0;
      }
    }
    Map<String, Cost> costs = new LinkedHashMap<>();
    times.forEach(
        (way, each) ->
            costs.put(way, new Cost(median(each), median(Objects.requireNonNull(bytes.get(way))))));
    return costs;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
