package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A hand-written kernel: control registers and one AXI4 master, with registered outputs. A {@link
 * Body} defines its behaviour between start and done.
 */
final class FakeKernel implements Engine {
  /** The behaviour of a kernel, clock by clock. */
  interface Body {
    /**
     * One clock edge while the kernel runs. Pins of the master show the settled values before it.
     *
     * @return whether the kernel is done
     */
    boolean clock(FakeKernel kernel);

    /** The combinational logic of the kernel, if it has some. */
    default void settle(FakeKernel kernel) {}

    /** One clock edge in reset. */
    default void reset(FakeKernel kernel) {}
  }

  /** The interfaces of the kernel and the behaviour of its control port. */
  record Shape(int dataBits, int idBits, boolean interrupt, boolean clearOnRead, boolean chain) {
    static final Shape PLAIN = new Shape(32, 0, false, false, false);

    Shape withData(int bits) {
      return new Shape(bits, idBits, interrupt, clearOnRead, chain);
    }

    Shape withIds(int bits) {
      return new Shape(dataBits, bits, interrupt, clearOnRead, chain);
    }

    Shape withInterrupt(boolean clearedByReading) {
      return new Shape(dataBits, idBits, true, clearedByReading, chain);
    }

    Shape withChain() {
      return new Shape(dataBits, idBits, interrupt, clearOnRead, true);
    }
  }

  private final Map<String, FakePin> pins = new LinkedHashMap<>();
  private final Body body;
  private final Shape shape;
  final FakeControl control;
  boolean closed;

  FakeKernel(Shape shape, Body body) {
    this.shape = shape;
    this.body = body;
    input("ap_clk", 1);
    input("ap_rst_n", 1);
    control = new FakeControl(this, shape);
    master(Direction.OUTPUT, "AR");
    master(Direction.OUTPUT, "AW");
    output("m_axi_gmem_WVALID", 1);
    input("m_axi_gmem_WREADY", 1);
    output("m_axi_gmem_WDATA", shape.dataBits);
    output("m_axi_gmem_WSTRB", shape.dataBits / 8);
    output("m_axi_gmem_WLAST", 1);
    input("m_axi_gmem_BVALID", 1);
    output("m_axi_gmem_BREADY", 1);
    input("m_axi_gmem_BRESP", 2);
    input("m_axi_gmem_RVALID", 1);
    output("m_axi_gmem_RREADY", 1);
    input("m_axi_gmem_RDATA", shape.dataBits);
    input("m_axi_gmem_RRESP", 2);
    input("m_axi_gmem_RLAST", 1);
    if (shape.idBits > 0) {
      input("m_axi_gmem_BID", shape.idBits);
      input("m_axi_gmem_RID", shape.idBits);
    }
  }

  private void master(Direction direction, String channel) {
    String prefix = "m_axi_gmem_" + channel;
    pin(direction, prefix + "VALID", 1);
    input(prefix + "READY", 1);
    pin(direction, prefix + "ADDR", 64);
    pin(direction, prefix + "LEN", 8);
    pin(direction, prefix + "SIZE", 3);
    pin(direction, prefix + "BURST", 2);
    pin(direction, prefix + "LOCK", 1);
    if (shape.idBits > 0) {
      pin(direction, prefix + "ID", shape.idBits);
    }
  }

  FakePin input(String name, int width) {
    return pin(Direction.INPUT, name, width);
  }

  FakePin output(String name, int width) {
    return pin(Direction.OUTPUT, name, width);
  }

  private FakePin pin(Direction direction, String name, int width) {
    FakePin pin = new FakePin(new Port(name, direction, width));
    pins.put(name, pin);
    return pin;
  }

  /** A pin of the master, by the name of the bus specification. */
  FakePin axi(String signal) {
    return Objects.requireNonNull(pins.get("m_axi_gmem_" + signal), signal);
  }

  int busBytes() {
    return shape.dataBits / 8;
  }

  KernelPorts ports() {
    return KernelPorts.of(pins.values().stream().map(FakePin::port).toList());
  }

  /** Raises VALID on an address channel. */
  void address(String channel, long address, int beats, int size, int burst) {
    axi(channel + "ADDR").set(address);
    axi(channel + "LEN").set(beats - 1);
    axi(channel + "SIZE").set(size);
    axi(channel + "BURST").set(burst);
    axi(channel + "VALID").set(1);
  }

  boolean isReset() {
    return !Objects.requireNonNull(pins.get("ap_rst_n")).isSet();
  }

  @Override
  public List<Pin> pins() {
    return List.copyOf(pins.values());
  }

  @Override
  public List<Clock> clocks() {
    return List.of(Clock.rising("ap_clk"));
  }

  @Override
  public void settle() {
    body.settle(this);
  }

  @Override
  public void edge(int clock) {
    if (isReset()) {
      control.reset();
      body.reset(this);
      return;
    }
    control.clock();
    if (control.running && body.clock(this)) {
      control.finish();
    }
  }

  @Override
  public void edges(long clocks) {
    if (clocks != 0) {
      edge(0);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
