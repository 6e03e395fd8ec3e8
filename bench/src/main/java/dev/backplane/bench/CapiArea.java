package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Coherent cards with a soft PSL, as a program has them: copies by the memcpy AFU in Java, accesses
 * to its registers, and contexts. Beside each figure stands what was asked for.
 */
final class CapiArea implements Area {
  private static final double TOLD_LINES = 20;
  private static final double KERNEL_LINES = 4;
  private static final double PROCESS_LINES = 1;
  private static final double REGISTER_NANOS = 50;
  private static final double CONTEXT_MICROS = 50;
  private static final double CONTEXTS_MEGABYTES = 200;
  private static final int WARM_UP = 30;
  private static final int ACCESSES = 200_000;
  private static final int CONTEXTS = 2000;
  private static final long HANDLE = 8;

  private final Effort effort;
  private final int turns;
  private final int warmUp;

  CapiArea(Effort effort) {
    this.effort = effort;
    turns = effort.of(1, 7, 21);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
  }

  /** A copy; returns nanoseconds. */
  private interface Copy {
    long nanos() throws IOException;
  }

  @Override
  public List<Row> measure() throws IOException {
    Path folder = Files.createTempDirectory("backplane-bench");
    try {
      List<Row> rows = new ArrayList<>();
      try (Backplane backplane = open(folder, "{}")) {
        Token slave = slave(backplane);
        try (CopyRing ring = new CopyRing(slave, true)) {
          rows.add(copies("memory that was told", TOLD_LINES, ring::copy));
        }
        try (CopyRing ring = new CopyRing(slave, false)) {
          rows.add(copies("memory that was not told", KERNEL_LINES, ring::copy));
        }
        rows.add(copies("memory of another process", PROCESS_LINES, folder, slave));
        rows.add(registers(slave));
        rows.add(contexts(slave));
        rows.addAll(new CoherentLibraryRows(folder, effort).measure(backplane));
      }
      rows.add(crowd(folder, effort.of(64, CrowdAfu.CONTEXTS, CrowdAfu.CONTEXTS)));
      rows.addAll(new CoherentRtlRows(folder, effort).measure());
      return rows;
    } finally {
      EngineArea.delete(folder);
    }
  }

  private static Backplane open(Path folder, String card) throws IOException {
    return Backplane.open(
        OpaePrograms.configuration(
            folder.resolve("capi.json"),
            "{\"module\": \"capi\", \"config\": {\"cards\": [%s]}}".formatted(card)));
  }

  private static Token slave(Backplane backplane) {
    return backplane.enumerate(List.of(Filter.any())).stream()
        .filter(token -> token.id().endsWith("/afu0.0s"))
        .findFirst()
        .orElseThrow();
  }

  private Row copies(String what, double asked, Copy copy) throws IOException {
    List<Double> rates = new ArrayList<>();
    for (int turn = -warmUp; turn < turns; turn++) {
      double rate = CopyRing.linesPerSecond(copy.nanos()) / 1e6;
      if (turn >= 0) {
        rates.add(rate);
      }
    }
    return Row.atLeast("copy, " + what, "M lines/s", Turns.median(rates), asked);
  }

  private Row copies(String what, double asked, Path folder, Token slave) throws IOException {
    List<String> command =
        List.of(program(folder).toString(), "" + CopyRing.ELEMENTS, "" + CopyRing.LINES);
    try (Conversation program = new Conversation("the program with the ring", command);
        Device device = slave.open(OpenMode.SHARED)) {
      String[] told = program.line().split(" ", -1);
      StartWork work =
          StartWork.of(Long.parseLong(told[1]) | CopyRing.ELEMENTS / 4)
              .ofProcess(Long.parseLong(told[0]));
      try (Attachment _ = device.facet(Coherent.class).attach(work)) {
        return copies(what, asked, () -> Long.parseLong(program.ask("copy")));
      }
    }
  }

  private static Path program(Path folder) throws IOException {
    Path source = folder.resolve("ring.c");
    try (InputStream text =
        Objects.requireNonNull(CapiArea.class.getResourceAsStream("capi/ring.c"))) {
      Files.copy(text, source);
    }
    Path program = folder.resolve("ring");
    Programs.output(
        List.of("gcc", "-O2", "-Wall", "-Werror", "-o", program.toString(), source.toString()));
    return program;
  }

  /** Accesses while the AFU looks for work in an empty ring. */
  private Row registers(Token slave) {
    List<Double> times = new ArrayList<>();
    try (Device device = slave.open(OpenMode.SHARED);
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
      RegisterSpace registers = attachment.problemState();
      for (int turn = -warmUp; turn < turns; turn++) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < ACCESSES; i++) {
          sum += registers.read64(HANDLE) >>> 48;
        }
        long nanos = System.nanoTime() - begin;
        if (sum != (long) ACCESSES * attachment.processElement()) {
          throw new IllegalStateException("a register has another value than the AFU gave it");
        }
        if (turn >= 0) {
          times.add((double) nanos / ACCESSES);
        }
      }
    }
    return Row.atMost("read of a register", "ns", Turns.median(times), REGISTER_NANOS);
  }

  private Row contexts(Token slave) {
    List<Double> times = new ArrayList<>();
    for (int turn = -warmUp; turn < turns; turn++) {
      long begin = System.nanoTime();
      for (int i = 0; i < CONTEXTS; i++) {
        try (Device device = slave.open(OpenMode.SHARED);
            Attachment _ = device.facet(Coherent.class).attach(StartWork.of(0))) {
          // Nothing is done with it.
        }
      }
      if (turn >= 0) {
        times.add((System.nanoTime() - begin) / 1e3 / CONTEXTS);
      }
    }
    return Row.atMost("open, attach and close", "µs", Turns.median(times), CONTEXT_MICROS);
  }

  private static Row crowd(Path folder, int contexts) throws IOException {
    String card = "{\"afus\": [{\"afu\": \"%s\"}]}".formatted(CrowdAfu.class.getName());
    try (Backplane backplane = open(folder, card)) {
      Token slave = slave(backplane);
      List<Device> devices = new ArrayList<>();
      List<Attachment> attachments = new ArrayList<>();
      long before = heap();
      for (int i = 0; i < contexts; i++) {
        Device device = slave.open(OpenMode.SHARED);
        devices.add(device);
        attachments.add(device.facet(Coherent.class).attach(StartWork.of(0)));
      }
      double megabytes = (heap() - before) / 1e6;
      attachments.forEach(Attachment::close);
      devices.forEach(Device::close);
      return Row.atMost(
          "heap of %d contexts".formatted(contexts), "MB", megabytes, CONTEXTS_MEGABYTES);
    }
  }

  /** {@return the bytes of the heap in use after a collection} */
  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
