package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.RunReport;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.XrtDoor;
import dev.backplane.xrt.door.XrtListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An unmodified C++ program in hw_emu, adding vectors: on the card of this process with its compute
 * unit in Java or as RTL, and on a device process in C++ that simulates nothing. Each program waits
 * ten seconds in XRT's shim before its first run; that is not counted.
 */
final class XrtHosts {
  private static final Path HOST = Path.of("examples/xrt/vadd.cpp");
  private static final Path IMAGE = Path.of("examples/vadd/vadd.xclbin");
  private static final String NAME = "backplane-bench";
  private static final String UNIT = "0x1800000";

  /** Numbers a run: few, so that the way there is what takes the time. */
  private static final int COUNT = 1024;

  /** Numbers a run: many, so that what is simulated takes the time. */
  private static final int MANY = 65_536;

  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Pattern RATE = Pattern.compile("([0-9.e+]+) runs/s");

  private final int turns;
  private final int javaRuns;
  private final int rtlRuns;

  XrtHosts(Effort effort) {
    turns = effort.of(1, 1, 3);
    javaRuns = effort.of(8, 20_000, 60_000);
    rtlRuns = effort.of(8, 2_000, 6_000);
  }

  List<Row> measure() throws IOException {
    Path folder = Files.createTempDirectory("backplane-bench");
    try {
      Path host = folder.resolve("vadd");
      Programs.compile(HOST, host, "-I/usr/include/xrt", "-lxrt_coreutil", "-luuid", "-lpthread");
      Path standIn = folder.resolve("standin");
      Path source = folder.resolve("standin.cpp");
      try (InputStream text =
          Objects.requireNonNull(XrtHosts.class.getResourceAsStream("standin.cpp"))) {
        Files.copy(text, source);
      }
      Programs.compile(source, standIn);
      List<Row> rows = new ArrayList<>();
      for (int depth : new int[] {1, 8}) {
        double[] our = new double[turns];
        double[] their = new double[turns];
        for (int i = 0; i < turns; i++) {
          our[i] =
              onCard(
                  "{\"java_kernels\": {\"vadd\": \"%s\"}}".formatted(java()),
                  host,
                  javaRuns,
                  depth,
                  COUNT);
          their[i] = onStandIn(standIn, host, depth);
        }
        rows.add(
            Row.speed(
                "C++ host in hw_emu, unit in Java, " + depth + " in flight",
                "k runs/s",
                median(our) / 1e3,
                "native stand-in",
                median(their) / 1e3));
      }
      rows.add(rtl(host, rtlRuns, 1, COUNT));
      rows.add(rtl(host, rtlRuns, 8, COUNT));
      rows.add(rtl(host, Math.max(2, rtlRuns / 20), 1, MANY));
      return rows;
    } finally {
      EngineArea.delete(folder);
      Files.deleteIfExists(socket().resolveSibling(NAME + ".flight"));
    }
  }

  private static String java() {
    return VectorAdd.class.getName();
  }

  /**
   * The engine's own rate is that of the same runs started through the API. With one run in flight
   * XRT's shim sleeps after each, and nothing is there to be simulated meanwhile; with several it
   * starts the next at once.
   */
  private Row rtl(Path host, int runs, int depth, int count) throws IOException {
    double[] our = new double[turns];
    double[] own = new double[turns];
    for (int i = 0; i < turns; i++) {
      double[] both = new double[2];
      withCard(
          "{}",
          card -> {
            Kernel vadd = card.load(Image.of(IMAGE)).kernel("vadd");
            long cycles = 0;
            Buffer a = vadd.buffer("a", 4L * count);
            Buffer b = vadd.buffer("b", 4L * count);
            Buffer c = vadd.buffer("c", 4L * count);
            long begin = 0;
            for (int run = -runs / 2; run < runs / 2; run++) {
              if (run == 0) {
                begin = System.nanoTime();
                cycles = 0;
              }
              RunReport report = vadd.start(a, b, c, count).await(DEADLINE);
              cycles += report.cycles();
            }
            both[1] = cycles * 1e3 / (System.nanoTime() - begin);
            a.close();
            b.close();
            c.close();
          });
      both[0] = onCard("{}", host, runs, depth, count);
      // As many cycles a run as those of the API: the same image, the same numbers.
      our[i] = both[0];
      own[i] = both[1];
    }
    double cyclesPerRun = cyclesPerRun(count);
    return Row.speed(
        "C++ host in hw_emu, RTL, %d ints, %d in flight".formatted(count, depth),
        "Mcycles/s",
        median(our) * cyclesPerRun / 1e6,
        "runs of the API",
        median(own));
  }

  /** A card that has been at work: what it executes is compiled for each image anew. */
  private void warm(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", 4L * COUNT);
        Buffer b = vadd.buffer("b", 4L * COUNT);
        Buffer c = vadd.buffer("c", 4L * COUNT)) {
      for (int run = 0; run < rtlRuns / 2; run++) {
        vadd.start(a, b, c, COUNT).await(DEADLINE);
      }
    }
  }

  private static double cyclesPerRun(int count) throws IOException {
    long[] cycles = new long[1];
    withCard(
        "{}",
        card -> {
          Kernel vadd = card.load(Image.of(IMAGE)).kernel("vadd");
          cycles[0] =
              vadd.start(
                      vadd.buffer("a", 4L * count),
                      vadd.buffer("b", 4L * count),
                      vadd.buffer("c", 4L * count),
                      count)
                  .await(DEADLINE)
                  .cycles();
        });
    return cycles[0];
  }

  /** An action on a card. */
  private interface Use {
    void with(Device card) throws IOException;
  }

  private static void withCard(String config, Use use) throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(
        configuration,
        "{\"plugins\": [{\"module\": \"softcard\", \"name\": \"card\", \"config\": %s}]}"
            .formatted(config));
    try (Backplane backplane = Backplane.open(configuration)) {
      Token token = backplane.enumerate(List.of()).getFirst();
      try (Device card = token.open(OpenMode.SHARED)) {
        use.with(card);
      }
    } finally {
      Files.delete(configuration);
    }
  }

  /** Runs a second of a host that attaches to a card of this process. */
  private double onCard(String config, Path host, int runs, int depth, int count)
      throws IOException {
    double[] rate = new double[1];
    FlightRecord record = record();
    withCard(
        config,
        card -> {
          warm(card.load(Image.of(IMAGE)).kernel("vadd"));
          AtomicBoolean stop = new AtomicBoolean();
          Path socket = socket();
          try (ExecutorService server = Executors.newSingleThreadExecutor();
              XrtListener listener = XrtListener.at(socket)) {
            Future<?> served =
                server.submit(
                    () -> {
                      XrtListener.Arrival program = listener.accept(stop::get);
                      if (program != null) {
                        new XrtDoor(card, record, System.err::println)
                            .serve(program.channel(), program.socket(), stop::get);
                      }
                    });
            try {
              rate[0] = host(host, runs, depth, count, _ -> {});
            } finally {
              stop.set(true);
              served.cancel(false);
            }
          }
        });
    return rate[0];
  }

  private double onStandIn(Path standIn, Path host, int depth) throws IOException {
    record();
    List<Process> devices = new ArrayList<>();
    try {
      // It begins to listen where exec tells the host to look, long before the host looks there.
      return host(
          host,
          javaRuns,
          depth,
          COUNT,
          pid -> devices.add(listening(standIn, XrtListener.guest(socket(), pid))));
    } finally {
      devices.forEach(Process::destroy);
    }
  }

  private static Process listening(Path standIn, Path socket) throws IOException {
    Process device =
        new ProcessBuilder(standIn.toString(), socket.toString(), UNIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (device.inputReader(StandardCharsets.US_ASCII).readLine() == null) {
      throw new IOException("the stand-in did not begin to listen");
    }
    return device;
  }

  private static Path socket() {
    return XrtDoor.socket(System.getProperty("user.name"), NAME);
  }

  /** A record as a server keeps it, by which exec sees that there is one with the image. */
  private static FlightRecord record() throws IOException {
    UUID[] uuid = new UUID[1];
    withCard("{}", card -> uuid[0] = card.load(Image.of(IMAGE)).uuid());
    Files.createDirectories(Objects.requireNonNull(socket().getParent()));
    FlightRecord record = FlightRecord.at(socket().resolveSibling(NAME + ".flight"));
    record.begin("uuid " + uuid[0]);
    return record;
  }

  private static double host(Path host, int runs, int depth, int count, Programs.Started started)
      throws IOException {
    String output =
        Programs.output(
            List.of(
                "./backplane",
                "exec",
                "--attach=" + NAME,
                "--",
                host.toString(),
                IMAGE.toString(),
                Integer.toString(runs),
                Integer.toString(depth),
                Integer.toString(count)),
            started);
    Matcher rate = RATE.matcher(output);
    if (!rate.find()) {
      throw new IOException("the host said no rate but: " + output);
    }
    return Double.parseDouble(rate.group(1));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
