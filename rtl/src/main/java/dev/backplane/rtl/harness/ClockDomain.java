package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.ports.BusInterface;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The models at the interfaces of one clock: all look at its edges and drive after them. */
final class ClockDomain {
  final Bench bench;
  private AxiLiteMaster[] registers = {};
  private MasterGroup[] masters = {};
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};
  private StreamEnd[] streams = {};

  ClockDomain(Bench bench) {
    this.bench = bench;
  }

  AxiLiteMaster addRegisters(Signals signals) {
    AxiLiteMaster master = new AxiLiteMaster(bench, signals);
    registers = with(registers, master);
    return master;
  }

  void addMaster(Signals signals) {
    BusInterface bus = signals.bus();
    if (masters.length == 0 || !masters[masters.length - 1].hasRoom()) {
      masters = with(masters, new MasterGroup(bench));
    }
    MasterGroup group = masters[masters.length - 1];
    if (bus.reads()) {
      reads = with(reads, group.addRead(signals));
    }
    if (bus.writes()) {
      writes = with(writes, group.addWrite(signals));
    }
  }

  void addStream(Signals signals, BeatQueue queue) {
    StreamEnd end =
        switch (signals.bus().kind()) {
          case STREAM_IN -> new StreamFeed(bench, signals, queue);
          case STREAM_OUT -> new StreamDrain(bench, signals, queue);
          case AXI4_MASTER, AXI4_LITE_MASTER, AXI4_LITE_SLAVE, AXI4_SLAVE ->
              throw new IllegalArgumentException(signals.bus().describe());
        };
    streams = with(streams, end);
  }

  /** All interfaces are there. */
  void connect(Engine engine) {
    for (MasterGroup each : masters) {
      each.connect(engine);
    }
  }

  static <T> T[] with(T[] models, T model) {
    T[] more = Arrays.copyOf(models, models.length + 1);
    more[models.length] = model;
    return more;
  }

  /** Looks at what the kernel says, settled, before the edge. */
  void sample() {
    for (AxiLiteMaster each : registers) {
      each.sample();
    }
    for (MasterGroup each : masters) {
      each.look();
    }
    for (MasterGroup each : masters) {
      each.sampleReads();
    }
    for (MasterGroup each : masters) {
      each.sampleWrites();
    }
    for (StreamEnd each : streams) {
      each.sample();
    }
  }

  /** Drives what the kernel sees in the next cycle. */
  void drive() {
    for (AxiLiteMaster each : registers) {
      each.drive();
    }
    for (MasterGroup each : masters) {
      each.drive();
    }
    for (StreamEnd each : streams) {
      each.drive();
    }
  }

  void checkQuiet(String when) {
    for (AxiLiteMaster each : registers) {
      each.checkQuiet(when);
    }
    for (ReadChannel each : reads) {
      each.checkQuiet(when);
    }
    for (WriteChannel each : writes) {
      each.checkQuiet(when);
    }
    for (StreamEnd each : streams) {
      each.checkQuiet(when);
    }
  }

  /** Whether bursts are on their way. */
  boolean isBusy() {
    for (ReadChannel each : reads) {
      if (each.outstanding() > 0) {
        return true;
      }
    }
    for (WriteChannel each : writes) {
      if (each.outstanding() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Every burst that is still on its way is a fault of the kernel. */
  void checkFinished() {
    for (ReadChannel each : reads) {
      if (each.outstanding() > 0) {
        bench.violation(
            each.port(), Rule.UNFINISHED, "the kernel is done and leaves " + each.unfinished());
      }
    }
    for (WriteChannel each : writes) {
      if (each.outstanding() > 0) {
        bench.violation(
            each.port(), Rule.UNFINISHED, "the kernel is done and leaves " + each.unfinished());
      }
    }
  }

  void clearStatistics() {
    for (ReadChannel each : reads) {
      each.clearStatistics();
    }
    for (WriteChannel each : writes) {
      each.clearStatistics();
    }
  }

  /** Adds what went through a master of this clock. */
  PortStatistics addTo(PortStatistics sum) {
    Traffic read = sum.read();
    Traffic written = sum.written();
    for (ReadChannel each : reads) {
      if (each.port().equals(sum.port())) {
        read = each.traffic();
      }
    }
    for (WriteChannel each : writes) {
      if (each.port().equals(sum.port())) {
        written = each.traffic();
      }
    }
    return new PortStatistics(sum.port(), read, written);
  }

  /** What the models wait for the kernel to do, most telling first. */
  void addWaits(List<String> waits) {
    for (ReadChannel each : reads) {
      add(waits, each.port(), each.waitsFor());
    }
    for (WriteChannel each : writes) {
      add(waits, each.port(), each.waitsFor());
    }
  }

  private static void add(List<String> waits, String port, @Nullable String what) {
    if (what != null) {
      waits.add(port + ": " + what);
    }
  }

  /** Each channel's VALID, READY and bursts on their way, for a kernel that got stuck. */
  void addStates(StringJoiner text) {
    for (ReadChannel each : reads) {
      text.add(each.port() + ": " + each.state());
    }
    for (WriteChannel each : writes) {
      text.add(each.port() + ": " + each.state());
    }
    for (StreamEnd each : streams) {
      text.add(each.state());
    }
  }
}
