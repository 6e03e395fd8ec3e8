package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.ports.BusInterface;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The bus models of the interfaces of one clock. They sample before its edges and drive after them.
 */
final class ClockDomain {
  final SimulationContext context;
  private AxiLiteMaster[] registers = {};
  private MasterGroup[] masters = {};
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};
  private StreamEndpoint[] streams = {};

  ClockDomain(SimulationContext context) {
    this.context = context;
  }

  AxiLiteMaster addRegisters(InterfacePins pins) {
    AxiLiteMaster master = new AxiLiteMaster(context, pins);
    registers = append(registers, master);
    return master;
  }

  void addMaster(InterfacePins pins) {
    BusInterface bus = pins.bus();
    if (masters.length == 0 || !masters[masters.length - 1].hasRoom()) {
      masters = append(masters, new MasterGroup(context));
    }
    MasterGroup group = masters[masters.length - 1];
    if (bus.reads()) {
      reads = append(reads, group.addRead(pins));
    }
    if (bus.writes()) {
      writes = append(writes, group.addWrite(pins));
    }
  }

  void addStream(InterfacePins pins, BeatQueue queue) {
    StreamEndpoint end =
        switch (pins.bus().kind()) {
          case STREAM_IN -> new StreamTransmitter(context, pins, queue);
          case STREAM_OUT -> new StreamReceiver(context, pins, queue);
          case AXI4_MASTER, AXI4_LITE_MASTER, AXI4_LITE_SLAVE, AXI4_SLAVE ->
              throw new IllegalArgumentException(pins.bus().describe());
        };
    streams = append(streams, end);
  }

  /** Connects the models with the engine, after all interfaces were added. */
  void connect(Engine engine) {
    for (MasterGroup each : masters) {
      each.connect(engine);
    }
  }

  static <T> T[] append(T[] models, T model) {
    T[] more = Arrays.copyOf(models, models.length + 1);
    more[models.length] = model;
    return more;
  }

  /** Samples the settled outputs of the kernel, before the edge. */
  void sample() {
    for (AxiLiteMaster each : registers) {
      each.sample();
    }
    for (MasterGroup each : masters) {
      each.readHandshakes();
    }
    for (MasterGroup each : masters) {
      each.sampleReads();
    }
    for (MasterGroup each : masters) {
      each.sampleWrites();
    }
    for (StreamEndpoint each : streams) {
      each.sample();
    }
  }

  /** Drives the inputs of the kernel for the next cycle. */
  void drive() {
    for (AxiLiteMaster each : registers) {
      each.drive();
    }
    for (MasterGroup each : masters) {
      each.drive();
    }
    for (StreamEndpoint each : streams) {
      each.drive();
    }
  }

  void checkValidLow(String when) {
    for (AxiLiteMaster each : registers) {
      each.checkValidLow(when);
    }
    for (ReadChannel each : reads) {
      each.checkValidLow(when);
    }
    for (WriteChannel each : writes) {
      each.checkValidLow(when);
    }
    for (StreamEndpoint each : streams) {
      each.checkValidLow(when);
    }
  }

  /** Whether bursts are outstanding. */
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

  /** Reports every outstanding burst as a violation. */
  void checkFinished() {
    for (ReadChannel each : reads) {
      if (each.outstanding() > 0) {
        context.violation(
            each.port(),
            AxiRule.UNFINISHED,
            "the kernel is done and leaves " + each.describeUnfinished());
      }
    }
    for (WriteChannel each : writes) {
      if (each.outstanding() > 0) {
        context.violation(
            each.port(),
            AxiRule.UNFINISHED,
            "the kernel is done and leaves " + each.describeUnfinished());
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

  /** Adds the statistics of a master of this clock. */
  PortStatistics addStatistics(PortStatistics sum) {
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

  /** Adds what the models wait for, the most specific first. */
  void addWaitReasons(List<String> waits) {
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

  /** Adds VALID, READY and outstanding bursts of each channel, for messages about stuck kernels. */
  void addStates(StringJoiner text) {
    for (ReadChannel each : reads) {
      text.add(each.port() + ": " + each.state());
    }
    for (WriteChannel each : writes) {
      text.add(each.port() + ": " + each.state());
    }
    for (StreamEndpoint each : streams) {
      text.add(each.state());
    }
  }
}
