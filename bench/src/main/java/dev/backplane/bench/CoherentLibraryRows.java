package dev.backplane.bench;

import dev.backplane.api.Filter;
import dev.backplane.capi.clib.CxlLibrary;
import dev.backplane.capi.door.CapiDoor;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A program in C that is linked with {@code libcxl.so.1}, on a card that this process serves: each
 * access to a register is made here. Beside it stand two programs in C that only wait for each
 * other, over a socket and over a page that they share.
 */
final class CoherentLibraryRows {
  private static final double REGISTER_MICROS = 5;
  private static final int WARM_UP = 5;
  private static final int ACCESSES = 5000;
  private static final int CONTEXTS = 200;

  private final Path folder;
  private final int turns;
  private final int warmUp;

  CoherentLibraryRows(Path folder, Effort effort) {
    this.folder = folder;
    turns = effort.of(1, 7, 21);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
  }

  List<Row> measure(Backplane backplane) throws IOException {
    Path library = CxlLibrary.file().orElse(null);
    if (library == null) {
      System.err.println("The build had no C compiler: programs of libcxl are left out");
      return List.of();
    }
    Path program = program(library);
    try (CapiDoor door =
            CapiDoor.open(
                folder.resolve("door"),
                () -> backplane.enumerate(List.of(Filter.any())),
                CoherentLibraryRows::say);
        Conversation calls =
            new Conversation(
                "the program of libcxl",
                List.of("env", "BACKPLANE_CAPI=" + door.socket(), program.toString()))) {
      List<Double> bare = micros(calls, "turn", ACCESSES);
      List<Double> woken = micros(calls, "futex", ACCESSES);
      List<Double> reads = micros(calls, "read", ACCESSES);
      List<Double> writes = micros(calls, "write", ACCESSES);
      List<Double> contexts = micros(calls, "context", CONTEXTS);
      return List.of(
          Row.atMost("C: cxl_mmio_read64", "µs", Turns.median(reads), REGISTER_MICROS),
          Row.atMost(
              "C: cxl_mmio_read64, best of " + turns, "µs", Turns.least(reads), REGISTER_MICROS),
          Row.cost(
              "C: cxl_mmio_read64",
              "µs",
              Turns.median(reads),
              "a socket between two C programs",
              Turns.median(bare)),
          Row.cost(
              "C: cxl_mmio_read64",
              "µs",
              Turns.median(reads),
              "a futex between two C programs",
              Turns.median(woken)),
          Row.atMost("C: cxl_mmio_write64", "µs", Turns.median(writes), REGISTER_MICROS),
          Row.alone("C: open, attach, map and free", "µs", Turns.median(contexts)));
    }
  }

  private static void say(String line) {
    System.err.println(line);
  }

  private List<Double> micros(Conversation calls, String what, int count) throws IOException {
    List<Double> times = new ArrayList<>();
    for (int turn = -warmUp; turn < turns; turn++) {
      double micros = Long.parseLong(calls.ask(what + " " + count)) / 1e3 / count;
      if (turn >= 0) {
        times.add(micros);
      }
    }
    return times;
  }

  private Path program(Path library) throws IOException {
    Files.createDirectories(folder.resolve("misc"));
    for (String header : List.of("libcxl.h", "misc/cxl.h")) {
      copy(CxlLibrary.class, header, folder.resolve(header));
    }
    Path source = folder.resolve("registers.c");
    copy(CoherentLibraryRows.class, "capi/registers.c", source);
    Path program = folder.resolve("registers");
    Programs.output(
        List.of(
            "gcc",
            "-O2",
            "-Wall",
            "-Werror",
            "-I" + folder,
            "-o",
            program.toString(),
            source.toString(),
            library.toString(),
            "-Wl,-rpath," + library.getParent()));
    return program;
  }

  private static void copy(Class<?> near, String resource, Path to) throws IOException {
    try (InputStream in = Objects.requireNonNull(near.getResourceAsStream(resource), resource)) {
      Files.copy(in, to);
    }
  }
}
