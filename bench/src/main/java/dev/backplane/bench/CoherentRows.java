package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** AFUs in Java behind the soft PSL, beside what was asked for. */
final class CoherentRows {
  static final int PAGE = 4096;

  private static final int TURNS = 7;
  private static final long LINE_BYTES = 128;
  private static final long LINES = 8192;

  private static final double KNOWN = 20;
  private static final double UNKNOWN = 4;
  private static final double OTHER_PROCESS = 1;
  private static final double REGISTER_NANOS = 50;
  private static final double ATTACH_MICROS = 50;
  private static final double HEAP_MEBIBYTES = 200;

  private final Path folder;
  private final long lines;
  private final int accesses;

  CoherentRows(Path folder, boolean quick) {
    this.folder = folder;
    lines = quick ? 200_000 : 2_000_000;
    accesses = quick ? 200_000 : 2_000_000;
  }

  List<Row> measure() throws IOException {
    Path configuration = folder.resolve("capi.json");
    Files.writeString(
        configuration,
        """
        {"plugins": [{"module": "capi", "name": "cards",
          "config": {"cards": [{"afus": [{"afu": "%s"}]}]}}]}
        """
            .formatted(StreamAfu.class.getName()));
    try (Backplane backplane = Backplane.open(configuration)) {
      Token node = backplane.token("cards/afu0.0m");
      List<Row> rows = new ArrayList<>(memory(node));
      rows.add(
          Row.atMost(
              "coherent: read of a register", "ns", registers(node) / accesses, REGISTER_NANOS));
      rows.add(Row.atMost("open, attach, close a context", "us", attach(node), ATTACH_MICROS));
      rows.add(
          Row.atMost("heap of 16384 attached contexts", "MiB", contexts(node), HEAP_MEBIBYTES));
      return rows;
    }
  }

  private List<Row> memory(Token node) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (Arena arena = Arena.ofShared();
        Conversation other =
            new Conversation(
                "the other process",
                Programs.java(CoherentMemory.class, "" + 2 * LINES * LINE_BYTES))) {
      MemorySegment known = arena.allocate(2 * LINES * LINE_BYTES, PAGE);
      rows.add(row(node, "known", known.address(), known, self(), false, KNOWN));
      rows.add(row(node, "known", known.address(), known, self(), true, KNOWN / 2));
      rows.add(row(node, "unknown", known.address(), null, self(), false, UNKNOWN));
      rows.add(row(node, "unknown", known.address(), null, self(), true, UNKNOWN / 2));
      long there = Long.parseLong(other.line());
      long process = Long.parseLong(other.line());
      rows.add(row(node, "of a process", there, null, process, false, OTHER_PROCESS));
      rows.add(row(node, "of a process", there, null, process, true, OTHER_PROCESS / 2));
    }
    return rows;
  }

  private static long self() {
    return ProcessHandle.current().pid();
  }

  private Row row(
      Token node,
      String what,
      long address,
      @org.jspecify.annotations.Nullable MemorySegment known,
      long process,
      boolean copies,
      double asked) {
    List<Double> turns = new ArrayList<>();
    try (Device device = node.open(OpenMode.SHARED);
        Attachment attachment =
            device.facet(Coherent.class).attach(StartWork.of(0).ofProcess(process))) {
      if (known != null) {
        attachment.tell(known);
      }
      RegisterSpace registers = attachment.problemState();
      for (int turn = 0; turn < TURNS; turn++) {
        long begin = System.nanoTime();
        for (long done = 0; done < lines; done += LINES) {
          registers.write64(StreamAfu.SOURCE, address);
          registers.write64(StreamAfu.TARGET, address + LINES * LINE_BYTES);
          registers.write64(StreamAfu.LINES, LINES | (copies ? Long.MIN_VALUE : 0));
          while (registers.read64(StreamAfu.LEFT) != 0) {
            Thread.onSpinWait();
          }
        }
        turns.add((System.nanoTime() - begin) / 1e3);
      }
    }
    String doing = copies ? "copied" : "read";
    double perMicro = Math.ceilDiv(lines, LINES) * LINES / Turns.median(turns);
    return Row.atLeast("lines %s, memory %s".formatted(doing, what), "M/s", perMicro, asked);
  }

  private double registers(Token node) {
    List<Double> turns = new ArrayList<>();
    try (Device device = node.open(OpenMode.SHARED);
        Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
      RegisterSpace registers = attachment.problemState();
      for (int turn = 0; turn < TURNS; turn++) {
        long begin = System.nanoTime();
        long sum = 0;
        for (int i = 0; i < accesses; i++) {
          sum += registers.read64(StreamAfu.SOURCE);
        }
        turns.add((double) (System.nanoTime() - begin) + (sum == 0 ? 0 : 1));
      }
    }
    return Turns.median(turns);
  }

  private static double attach(Token node) {
    List<Double> turns = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      int times = 2000;
      long begin = System.nanoTime();
      for (int i = 0; i < times; i++) {
        try (Device device = node.open(OpenMode.SHARED);
            Attachment attachment = device.facet(Coherent.class).attach(StartWork.of(0))) {
          if (attachment.processElement() != 0) {
            throw new IllegalStateException("the context before was not given back");
          }
        }
      }
      turns.add((System.nanoTime() - begin) / 1e3 / times);
    }
    return Turns.median(turns);
  }

  private static double contexts(Token node) {
    List<Device> devices = new ArrayList<>();
    List<Attachment> attached = new ArrayList<>();
    long before = heap();
    try {
      for (int i = 0; i < StreamAfu.PROCESSES; i++) {
        Device device = node.open(OpenMode.SHARED);
        devices.add(device);
        attached.add(device.facet(Coherent.class).attach(StartWork.of(i)));
      }
      return (heap() - before) / (double) (1 << 20);
    } finally {
      attached.forEach(Attachment::close);
      devices.forEach(Device::close);
    }
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
