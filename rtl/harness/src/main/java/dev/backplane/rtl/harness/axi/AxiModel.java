package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.Traffic;
import dev.backplane.rtl.harness.ports.BusInterface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The models of the interfaces of one clock, in arrays of their own types, so that the calls of a
 * cycle are direct ones.
 */
final class AxiModel implements BusModel {
  private final SimulationContext context;
  private final boolean hostChannel;
  private final List<String> masterNames = new ArrayList<>();
  private AxiLiteMaster[] registers = {};

  /** The register masters with an access under way, in the first {@link #accessedCount} places. */
  private AxiLiteMaster[] accessed = {};

  private int accessedCount;

  /** The first group of masters, beyond which few kernels go, and the others. */
  private @Nullable MasterGroup masters;

  private MasterGroup[] moreMasters = {};
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};
  private StreamEndpoint[] streams = {};

  AxiModel(
      SimulationContext context,
      List<InterfacePins> interfaces,
      ControlProtocol control,
      AxiStreams kernelStreams) {
    this.context = context;
    hostChannel = control == ControlProtocol.MMIO;
    for (InterfacePins pins : interfaces) {
      add(pins, kernelStreams);
    }
  }

  private void add(InterfacePins pins, AxiStreams kernelStreams) {
    BusInterface bus = pins.bus();
    switch (AxiKind.of(bus)) {
      case AXI4_MASTER, AXI4_LITE_MASTER -> addMaster(pins);
      case AXI4_LITE_SLAVE -> addRegisters(pins);
      case STREAM_IN ->
          streams = append(streams, new StreamTransmitter(context, pins, kernelStreams.queue(bus)));
      case STREAM_OUT ->
          streams = append(streams, new StreamReceiver(context, pins, kernelStreams.queue(bus)));
      case AXI4_SLAVE -> throw new IllegalStateException("not drivable: " + bus.describe());
    }
  }

  private void addRegisters(InterfacePins pins) {
    registers = append(registers, new AxiLiteMaster(context, pins, this::access));
    accessed = new AxiLiteMaster[registers.length];
  }

  private void addMaster(InterfacePins pins) {
    BusInterface bus = pins.bus();
    masterNames.add(bus.name());
    MasterGroup group = groupWithRoom();
    if (AxiKind.reads(bus)) {
      reads = append(reads, group.addRead(pins));
    }
    if (AxiKind.writes(bus)) {
      writes = append(writes, group.addWrite(pins));
    }
  }

  private MasterGroup groupWithRoom() {
    if (masters == null) {
      masters = new MasterGroup(context, hostChannel);
    }
    MasterGroup last = moreMasters.length == 0 ? masters : moreMasters[moreMasters.length - 1];
    if (!last.hasRoom()) {
      last = new MasterGroup(context, hostChannel);
      moreMasters = append(moreMasters, last);
    }
    return last;
  }

  @Override
  public void connect(Engine engine) {
    if (masters != null) {
      masters.connect(engine);
    }
    for (MasterGroup each : moreMasters) {
      each.connect(engine);
    }
  }

  /** Samples and drives a register master until its access is complete. */
  void access(AxiLiteMaster master) {
    if (!Arrays.asList(accessed).subList(0, accessedCount).contains(master)) {
      accessed[accessedCount++] = master;
    }
  }

  static <T> T[] append(T[] models, T model) {
    T[] more = Arrays.copyOf(models, models.length + 1);
    more[models.length] = model;
    return more;
  }

  @Override
  public void sample() {
    for (int i = 0; i < accessedCount; i++) {
      accessed[i].sample();
    }
    MasterGroup first = masters;
    if (first != null) {
      first.readHandshakes();
      for (MasterGroup each : moreMasters) {
        each.readHandshakes();
      }
      first.sample();
      for (MasterGroup each : moreMasters) {
        each.sample();
      }
    }
    for (StreamEndpoint each : streams) {
      each.sample();
    }
  }

  @Override
  public void drive() {
    if (accessedCount > 0) {
      driveAccessed();
    }
    MasterGroup first = masters;
    if (first != null) {
      first.drive();
      for (MasterGroup each : moreMasters) {
        each.drive();
      }
    }
    for (StreamEndpoint each : streams) {
      each.drive();
    }
  }

  private void driveAccessed() {
    int left = 0;
    for (int i = 0; i < accessedCount; i++) {
      AxiLiteMaster each = accessed[i];
      boolean goesOn = each.isBusy();
      each.drive();
      if (goesOn) {
        accessed[left++] = each;
      }
    }
    accessedCount = left;
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
    count();
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
  public long interrupts() {
    long all = 0;
    for (WriteChannel each : writes) {
      all += each.interrupts().total();
    }
    return all;
  }

  @Override
  public long interrupts(int vector) {
    long all = 0;
    for (WriteChannel each : writes) {
      all += each.interrupts().of(vector);
    }
    return all;
  }

  @Override
  public void clearStatistics() {
    count();
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
    count();
    return masterNames.stream().map(this::statistics).toList();
  }

  private void count() {
    if (masters != null) {
      masters.count();
    }
    for (MasterGroup each : moreMasters) {
      each.count();
    }
  }

  /** {@return the number of cycles that the first group of masters skipped as steady} */
  long steadyCycles() {
    return masters == null ? 0 : masters.steadyCycles();
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
    count();
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
    count();
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
