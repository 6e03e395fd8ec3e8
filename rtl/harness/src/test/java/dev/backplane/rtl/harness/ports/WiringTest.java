package dev.backplane.rtl.harness.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WiringTest {
  private final List<Port> ports = new ArrayList<>();

  private WiringTest in(String name, int width) {
    ports.add(new Port(name, Direction.INPUT, width));
    return this;
  }

  private WiringTest out(String name, int width) {
    ports.add(new Port(name, Direction.OUTPUT, width));
    return this;
  }

  private WiringTest stream(String name) {
    return in(name + "_tvalid", 1).out(name + "_tready", 1).in(name + "_tdata", 8);
  }

  private WiringTest slave(String prefix) {
    for (String signal : "awvalid awaddr wvalid wdata bready arvalid araddr rready".split(" ")) {
      in(prefix + "_" + signal, signal.endsWith("data") ? 32 : signal.endsWith("addr") ? 6 : 1);
    }
    for (String signal : "awready wready bvalid arready rvalid rdata".split(" ")) {
      out(prefix + "_" + signal, signal.endsWith("data") ? 32 : 1);
    }
    return this;
  }

  private void refused(Wiring wiring, String message) {
    assertThatThrownBy(() -> KernelPorts.of(ports, wiring))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining(message);
  }

  @Test
  void descriptionsOverrideNames() {
    in("tick", 1).in("clk_sel", 1).in("por", 1).in("rst_mode", 1).out("attention", 1).in("mode", 4);
    Wiring wiring =
        Wiring.builder()
            .clock("TICK", 500)
            .reset("por", false)
            .tie("clk_sel", 1)
            .tie("rst_mode", 0)
            .tie("mode", 9)
            .interrupt("attention")
            .build();
    KernelPorts sorted = KernelPorts.of(ports, wiring);
    assertThat(sorted.clocks()).extracting(Port::name).containsExactly("tick");
    assertThat(sorted.resets()).containsExactly(ResetPort.described(ports.get(2), false));
    assertThat(sorted.interrupt()).isEqualTo(ports.get(4));
    assertThat(sorted.notes()).isEmpty();
    assertThat(sorted.listing()).contains("clock: tick (500.0 MHz)");
  }

  @Test
  void aClockCountsForTheInterfacesThatItIsNamedLike() {
    in("ap_clk", 1).in("s2mm_aclk", 1).in("m_axis_tx_clk", 1).in("ap_clk_2", 1);
    stream("s2mm_in").stream("s2").stream("m_axis_tx").stream("other");
    KernelPorts sorted =
        KernelPorts.of(ports, Wiring.builder().domain("other", "ap_clk_2").build());
    assertThat(sorted.interfaces())
        .extracting(bus -> sorted.clockOf(bus).name())
        .containsExactly("s2mm_aclk", "ap_clk", "m_axis_tx_clk", "ap_clk_2");
  }

  @Test
  void ambiguousClocksAreRefusedWithTheRemedy() {
    in("clk_a", 1).in("clk_b", 1).stream("data");
    BusInterface data = KernelPorts.of(ports).interfaces().getFirst();
    assertThat(KernelPorts.of(ports).clockOf(data).name()).isEqualTo("clk_a");
    KernelPorts unlike = KernelPorts.of(ports, Wiring.builder().clock("clk_b", 100).build());
    assertThatThrownBy(() -> unlike.clockOf(data))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("which of its clocks [clk_a, clk_b] interface data belongs to")
        .hasMessageContaining("\"clock_of\": {\"data\": CLOCK}");
  }

  @Test
  void descriptionsOfUnknownPinsAreRefused() {
    in("ap_clk", 1).in("mode", 4).in("wide_rst", 2).stream("data");
    refused(Wiring.builder().clock("clk_9", 100).build(), "'clk_9', which is said to be a clock");
    refused(Wiring.builder().clock("mode", 100).build(), "'mode', which is said to be a clock");
    refused(Wiring.builder().reset("wide_rst", true).build(), "'wide_rst', which is said to be");
    refused(Wiring.builder().tie("data_tvalid", 1).build(), "no input 'data_tvalid' beside those");
    refused(Wiring.builder().tie("mode", 16).build(), "'mode' has 4 bits, too few for the 0x10");
    refused(Wiring.builder().domain("data", "clk_9").build(), "no clock 'clk_9', which 'data'");
    refused(Wiring.builder().domain("date", "ap_clk").build(), "no interface date");
    refused(Wiring.builder().interrupt("irq").build(), "no output of one bit 'irq'");
  }

  @Test
  void impossibleValuesAreRefused() {
    Wiring.Builder wiring = Wiring.builder();
    assertThatThrownBy(() -> wiring.clock("c", 0)).hasMessageContaining("0.001 to 2000");
    assertThatThrownBy(() -> wiring.clock("c", 2000.001)).hasMessageContaining("'c' has 2000.001");
    assertThatThrownBy(() -> wiring.clock("c", new BigDecimal("33.3333")))
        .hasMessageContaining("steps of 0.001");
    assertThatThrownBy(() -> wiring.tie("t", BigInteger.TWO.negate()))
        .hasMessageContaining("'t' cannot be held at -2");
  }

  @Test
  void inputsThatNobodyDrivesAreNoted() {
    in("ap_clk", 1).in("mode", 4).out("led", 8);
    assertThat(KernelPorts.of(ports).notes())
        .singleElement()
        .asString()
        .startsWith("input 'mode' of 4 bits belongs to no bus and stays 0")
        .contains("\"ties\": {\"mode\": VALUE}");
  }

  @Test
  void theControlSlaveIsTheDescribedOneOrTheOneNamedControl() {
    slave("s_axi_cfg").slave("s_axi_control").slave("s_axi_control_r");
    assertThat(KernelPorts.of(ports).control().name()).isEqualTo("s_axi_control");
    assertThat(
            KernelPorts.of(ports, Wiring.builder().control("S_AXI_CFG").build()).control().name())
        .isEqualTo("s_axi_cfg");
    assertThat(KernelPorts.of(ports).slaves()).hasSize(3);
    KernelPorts wrong = KernelPorts.of(ports, Wiring.builder().control("s_axi_none").build());
    assertThatThrownBy(wrong::control).hasMessageContaining("no AXI4-Lite slave 's_axi_none'");
  }
}
