package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.harness.BeatQueue;
import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.Traffic;
import dev.backplane.rtl.ports.BusInterface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The models of the interfaces of one clock, in arrays of their own types, so that the calls of a
 * cycle are direct ones.
 */
final class AxiModel implements BusModel {
  private final SimulationContext context;
  private final List<String> masterNames = new ArrayList<>();
  private AxiLiteMaster[] registers = {};
  private MasterGroup[] masters = {};
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};
  private StreamEndpoint[] streams = {};

  AxiModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      Function<BusInterface, BeatQueue> queues) {
    this.context = context;
    for (InterfacePins pins : interfaces) {
      add(pins, queues);
    }
  }

  private void add(InterfacePins pins, Function<BusInterface, BeatQueue> queues) {
    BusInterface bus = pins.bus();
    switch (AxiKind.of(bus)) {
      case AXI4_MASTER, AXI4_LITE_MASTER -> addMaster(pins);
      case AXI4_LITE_SLAVE -> registers = append(registers, new AxiLiteMaster(context, pins));
      case STREAM_IN ->
          streams = append(streams, new StreamTransmitter(context, pins, queues.apply(bus)));
      case STREAM_OUT ->
          streams = append(streams, new StreamReceiver(context, pins, queues.apply(bus)));
      case AXI4_SLAVE -> throw new IllegalStateException("not drivable: " + bus.describe());
    }
  }

  private void addMaster(InterfacePins pins) {
    BusInterface bus = pins.bus();
    masterNames.add(bus.name());
    if (masters.length == 0 || !masters[masters.length - 1].hasRoom()) {
      masters = append(masters, new MasterGroup(context));
    }
    MasterGroup group = masters[masters.length - 1];
    if (AxiKind.reads(bus)) {
      reads = append(reads, group.addRead(pins));
    }
    if (AxiKind.writes(bus)) {
      writes = append(writes, group.addWrite(pins));
    }
  }

  @Override
  public void connect(Engine engine) {
    for (MasterGroup each : masters) {
      each.connect(engine);
    }
  }

  static <T> T[] append(T[] models, T model) {
    T[] more = Arrays.copyOf(models, models.length + 1);
    more[models.length] = model;
    return more;
  }

  @Override
  public void sample() {
    for (AxiLiteMaster each : registers) {
      each.sample();
    }
    for (MasterGroup each : masters) {
      each.readHandshakes();
    }
    for (MasterGroup each : masters) {
      each.sample();
    }
    for (StreamEndpoint each : streams) {
      each.sample();
    }
  }

  @Override
  public void drive() {
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

  @Override
  public void checkQuiet(String when) {
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

  @Override
  public boolean isBusy() {
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

  @Override
  public void checkFinished() {
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

  @Override
  public void clearStatistics() {
    for (ReadChannel each : reads) {
      each.clearStatistics();
    }
    for (WriteChannel each : writes) {
      each.clearStatistics();
    }
  }

  @Override
  public Map<String, RegisterPort> registers() {
    Map<String, RegisterPort> ports = new LinkedHashMap<>();
    for (AxiLiteMaster each : registers) {
      ports.put(each.port().toLowerCase(Locale.ROOT), each);
    }
    return ports;
  }

  @Override
  public List<PortStatistics> statistics() {
    return masterNames.stream().map(this::statistics).toList();
  }

  private PortStatistics statistics(String port) {
    Traffic read = Traffic.NONE;
    Traffic written = Traffic.NONE;
    for (ReadChannel each : reads) {
      if (each.port().equals(port)) {
        read = each.traffic();
      }
    }
    for (WriteChannel each : writes) {
      if (each.port().equals(port)) {
        written = each.traffic();
      }
    }
    return new PortStatistics(port, read, written);
  }

  @Override
  public void describeWaits(Consumer<String> waits) {
    for (ReadChannel each : reads) {
      add(waits, each.port(), each.waitsFor());
    }
    for (WriteChannel each : writes) {
      add(waits, each.port(), each.waitsFor());
    }
  }

  private static void add(Consumer<String> waits, String port, @Nullable String what) {
    if (what != null) {
      waits.accept(port + ": " + what);
    }
  }

  @Override
  public void describeState(Consumer<String> states) {
    for (ReadChannel each : reads) {
      states.accept(each.port() + ": " + each.state());
    }
    for (WriteChannel each : writes) {
      states.accept(each.port() + ": " + each.state());
    }
    for (StreamEndpoint each : streams) {
      states.accept(each.state());
    }
  }
}
