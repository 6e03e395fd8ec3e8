package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InterfaceChecksTest {
  private final FakeKernel kernel = new FakeKernel(Shape.PLAIN.withIds(2), new CopyKernel());
  private final List<Port> ports =
      new ArrayList<>(kernel.pins().stream().map(pin -> pin.port()).toList());

  private KernelHarness harness(ControlProtocol protocol) {
    return new KernelHarness(
        () -> kernel, KernelPorts.of(ports), protocol, new FakeMemory(), HarnessOptions.DEFAULT);
  }

  private void refused(String message) {
    assertThatThrownBy(() -> harness(ControlProtocol.AP_CTRL_HS))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageStartingWith("The kernel cannot be driven: " + message)
        .hasMessageContaining("Found: ");
  }

  private void without(String start) {
    assertThat(ports.removeIf(port -> port.name().startsWith(start))).isTrue();
  }

  private void resized(String name, int width) {
    ports.replaceAll(
        port -> port.name().equals(name) ? new Port(name, port.direction(), width) : port);
  }

  @Test
  void aKernelNeedsAClock() {
    without("ap_clk");
    refused("no clock: looked for");
  }

  @Test
  void aKernelThatIsStartedNeedsRegisters() {
    without("s_axi_control");
    refused("no AXI4-Lite slave");
    try (KernelHarness harness = harness(ControlProtocol.AP_CTRL_NONE)) {
      harness.reset();
      harness.advance(100);
      assertThat(harness.cycles()).isGreaterThan(100);
      assertThatThrownBy(() -> harness.readRegister(0)).hasMessageContaining("ap_ctrl_none");
      assertThatThrownBy(harness::start).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aUserManagedKernelIsSimulatedByItsOwner() {
    try (KernelHarness harness = harness(ControlProtocol.USER_MANAGED)) {
      harness.reset();
      assertThatThrownBy(harness::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("USER_MANAGED");
      harness.writeRegister(0x28, 0);
      harness.writeRegister(0, 1);
      harness.advance(10);
      assertThat(harness.readRegister(0) & 2).isEqualTo(2);
    }
  }

  @Test
  void aStreamWithInconsistentSignalsIsRefused() {
    ports.add(new Port("in_tvalid", Direction.INPUT, 1));
    ports.add(new Port("in_tready", Direction.OUTPUT, 1));
    ports.add(new Port("in_tdata", Direction.INPUT, 24));
    ports.add(new Port("in_tkeep", Direction.INPUT, 4));
    refused("in_tkeep has 4 bits where the rest of in needs 3");
    resized("in_tkeep", 3);
    harness(ControlProtocol.AP_CTRL_HS).close();
    ports.add(new Port("in_tlast", Direction.OUTPUT, 1));
    refused("in_tlast goes the wrong way for in, an AXI4-Stream in");
  }

  @Test
  void inconsistentWidthsAreNamed() {
    resized("m_axi_gmem_WSTRB", 2);
    refused("m_axi_gmem_WSTRB has 2 bits where the rest of m_axi_gmem needs 4");
    resized("m_axi_gmem_WSTRB", 4);
    resized("m_axi_gmem_RID", 5);
    refused("m_axi_gmem_RID has 5 bits where the rest of m_axi_gmem needs 2");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 24, 2048})
  void oddBusWidthsAreRefused(int bits) {
    resized("m_axi_gmem_RDATA", bits);
    refused("m_axi_gmem has " + bits + "-bit data");
  }

  @Test
  void aControlPortOf128BitsIsRefused() {
    resized("s_axi_control_rdata", 128);
    refused("s_axi_control has 128-bit data, not 32 or 64");
  }

  @Test
  void protocolsAreKnownByTheNamesOfKernelDescriptions() {
    assertThat(ControlProtocol.of("ap_ctrl_chain")).isEqualTo(ControlProtocol.AP_CTRL_CHAIN);
    assertThatThrownBy(() -> ControlProtocol.of("ap_ctrl_magic"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
