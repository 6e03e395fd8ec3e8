package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import dev.backplane.opae.card.Nlb0;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Native loop-back on the software OPAE card, as a program uses it: in Java, in RTL on the jvm
 * engine, and beside that the same RTL translated by Verilator with a host behind CCI-P in C++.
 * Both hosts in RTL must come to the same cycles.
 */
final class LoopbackRows {
  private static final double LINES_PER_SECOND = 5e6;
  private static final Path EXAMPLE = Path.of("examples/nlb0").toAbsolutePath();
  private static final int LINE = 64;
  private static final int JAVA_LINES = 1 << 16;
  private static final int RTL_LINES = 1 << 14;
  private static final int WARM_UP = 40;
  private static final long DEADLINE = Duration.ofMinutes(1).toNanos();

  /** Short beside a copy, so that the host leaves its core to the accelerator. */
  private static final long NAP = 20_000;

  private final Path folder;
  private final int turns;
  private final int warmUp;

  LoopbackRows(Path folder, Effort effort) {
    this.folder = folder;
    turns = effort.of(1, 7, 21);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
  }

  /** One copy: the cycles that the accelerator reports, and nanoseconds. */
  private record Copy(long cycles, long nanos) {
    double linesPerSecond(int lines) {
      return lines * 1e9 / nanos;
    }
  }

  List<Row> measure() throws IOException {
    List<Row> rows = new ArrayList<>();
    try (Card card = new Card("{}", JAVA_LINES)) {
      List<Double> rates = new ArrayList<>();
      for (int turn = -warmUp; turn < turns; turn++) {
        Copy copy = card.copy();
        if (turn >= 0) {
          rates.add(copy.linesPerSecond(JAVA_LINES) / 1e6);
        }
      }
      rows.add(
          Row.atLeast(
              "nlb0 in Java on the software OPAE card",
              "M lines/s",
              Turns.median(rates),
              LINES_PER_SECOND / 1e6));
    }
    if (VerilatorEngine.isAvailable()) {
      rows.addAll(rtl());
    } else {
      System.err.println("Verilator is not installed: nlb0 in RTL has no peer and is left out");
    }
    return rows;
  }

  private List<Row> rtl() throws IOException {
    String image = "{\"image\": \"%s\"}".formatted(EXAMPLE.resolve("nlb0.gbs"));
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    long cycles = 0;
    try (Card card = new Card(image, RTL_LINES);
        Conversation peer = peer()) {
      peer.line();
      for (int turn = -warmUp; turn < turns; turn++) {
        Copy our = card.copy();
        String[] answer = peer.ask("copy " + RTL_LINES).split(" ", -1);
        Copy their = new Copy(Long.parseLong(answer[0]), Long.parseLong(answer[1]));
        if (our.cycles() != their.cycles()) {
          throw new IOException(
              "The hosts differ: a copy takes %d cycles on the card and %d in C++"
                  .formatted(our.cycles(), their.cycles()));
        }
        cycles = our.cycles();
        if (turn >= 0) {
          ours.add(our.linesPerSecond(RTL_LINES) / 1e6);
          theirs.add(their.linesPerSecond(RTL_LINES) / 1e6);
        }
      }
    }
    double perLine = (double) cycles / RTL_LINES;
    double our = Turns.median(ours);
    double their = Turns.median(theirs);
    return List.of(
        Row.speed("nlb0 in RTL, engine jvm", "M lines/s", our, "Verilator -O3, C++", their),
        Row.speed(
            "nlb0 in RTL, engine jvm",
            "Mcycles/s",
            our * perLine,
            "Verilator -O3, C++",
            their * perLine));
  }

  /** The same RTL in C++. */
  private static Conversation peer() throws IOException {
    CppProgram program =
        new CppProgram(
            "nlb0",
            List.of(
                EXAMPLE.resolve("ccip_fields.sv"),
                EXAMPLE.resolve("nlb0_core.sv"),
                EXAMPLE.resolve("nlb0.sv")),
            java.util.Map.of(),
            List.of("worker.h", "ccip.h", "nlb0.cpp"),
            "nlb0.cpp",
            LoopbackRows::adapter,
            "");
    return new Conversation(
        "nlb0 in C++", List.of(program.build(CppProgram.Pass.WITH_DFG).toString()));
  }

  private static String adapter(CppNames names) {
    StringBuilder text = new StringBuilder("#include \"Vpeer.h\"\nusing Model = Vpeer;\n");
    CppPins.function(
        text, "void clockPin(Model& m, int level)", "  " + names.of("pClk") + " = level;\n");
    CppPins.function(
        text,
        "void resetPin(Model& m, int level)",
        "  " + names.of("pck_cp2af_softReset") + " = level;\n");
    CppPins.function(
        text, "uint32_t* rx(Model& m)", "  return &" + names.of("pck_cp2af_sRx") + "[0];\n");
    CppPins.function(
        text, "const uint32_t* tx(Model& m)", "  return &" + names.of("pck_af2cp_sTx") + "[0];\n");
    return text.toString();
  }

  /** A card of a process, with buffers for copies of so many lines. */
  private final class Card implements AutoCloseable {
    private final int lines;
    private final Backplane backplane;
    private final Device device;
    private final Registers registers;
    private final Buffer status;
    private final Buffer source;
    private final Buffer target;

    Card(String card, int lines) throws IOException {
      this.lines = lines;
      backplane =
          Backplane.open(
              OpaePrograms.configuration(
                  folder.resolve("loopback.json"),
                  "{\"module\": \"opaecard\", \"config\": {\"cards\": [%s]}}".formatted(card)));
      device = backplane.find(Filter.any().withGuid(Nlb0.GUID)).open();
      registers = device.facet(Registers.class);
      byte[] random = new byte[lines * LINE];
      new Random(1).nextBytes(random);
      status = device.buffer(4096, Placement.host());
      source = device.buffer(random.length, Placement.host()).write(random);
      target = device.buffer(random.length, Placement.host());
      registers.write64(0x110, status.address());
      registers.write64(0x120, source.address() / LINE);
      registers.write64(0x128, target.address() / LINE);
      registers.write64(0x130, lines);
    }

    Copy copy() throws IOException {
      MemorySegment told = status.host();
      told.set(ValueLayout.JAVA_INT, 0x40, 0);
      target.host().fill((byte) 0);
      registers.write64(0x138, 1);
      long begin = System.nanoTime();
      registers.write64(0x138, 3);
      while ((told.get(ValueLayout.JAVA_INT, 0x40) & 1) == 0) {
        if (System.nanoTime() - begin > DEADLINE) {
          throw new IOException("nlb0 does not end a copy of " + lines + " lines");
        }
        LockSupport.parkNanos(NAP);
      }
      long nanos = System.nanoTime() - begin;
      if (target.host().mismatch(source.host()) >= 0) {
        throw new IOException("nlb0 copied something else");
      }
      return new Copy(told.get(ValueLayout.JAVA_LONG, 0x48), nanos);
    }

    @Override
    public void close() {
      device.close();
      backplane.close();
    }
  }
}
