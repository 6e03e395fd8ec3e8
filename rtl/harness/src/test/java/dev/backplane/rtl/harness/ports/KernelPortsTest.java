package dev.backplane.rtl.harness.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelPortsTest {
  private final List<Port> ports = new ArrayList<>();

  private KernelPortsTest in(String name, int width) {
    ports.add(new Port(name, Direction.INPUT, width));
    return this;
  }

  private KernelPortsTest out(String name, int width) {
    ports.add(new Port(name, Direction.OUTPUT, width));
    return this;
  }

  private KernelPortsTest readMaster(String prefix, int data, int address) {
    return out(prefix + "ARVALID", 1)
        .in(prefix + "ARREADY", 1)
        .out(prefix + "ARADDR", address)
        .out(prefix + "ARLEN", 8)
        .in(prefix + "RVALID", 1)
        .out(prefix + "RREADY", 1)
        .in(prefix + "RDATA", data)
        .in(prefix + "RLAST", 1);
  }

  private KernelPortsTest writeMaster(String prefix, int data, int address) {
    return out(prefix + "awvalid", 1)
        .in(prefix + "awready", 1)
        .out(prefix + "awaddr", address)
        .out(prefix + "awlen", 8)
        .out(prefix + "awid", 3)
        .out(prefix + "wvalid", 1)
        .in(prefix + "wready", 1)
        .out(prefix + "wdata", data)
        .out(prefix + "wstrb", data / 8)
        .out(prefix + "wlast", 1)
        .in(prefix + "bvalid", 1)
        .out(prefix + "bready", 1);
  }

  private KernelPortsTest control(String prefix) {
    return in(prefix + "awvalid", 1)
        .out(prefix + "awready", 1)
        .in(prefix + "awaddr", 6)
        .in(prefix + "wvalid", 1)
        .out(prefix + "wready", 1)
        .in(prefix + "wdata", 32)
        .in(prefix + "wstrb", 4)
        .out(prefix + "bvalid", 1)
        .in(prefix + "bready", 1)
        .in(prefix + "arvalid", 1)
        .out(prefix + "arready", 1)
        .in(prefix + "araddr", 6)
        .out(prefix + "rvalid", 1)
        .in(prefix + "rready", 1)
        .out(prefix + "rdata", 32);
  }

  private KernelPorts found() {
    return KernelPorts.of(ports);
  }

  @Test
  void allPortsOfAKernelAreClassified() {
    in("ap_clk", 1).in("ap_rst_n", 1).out("interrupt", 1).control("s_axi_control_");
    readMaster("m_axi_gmem0_", 512, 64).writeMaster("m_axi_gmem1_", 64, 32);
    in("in_TVALID", 1).out("in_TREADY", 1).in("in_TDATA", 16);
    out("out_tvalid", 1).in("out_tready", 1).out("out_tdata", 8).out("debug", 7);
    assertThat(found().listing())
        .isEqualTo(
            """
            s_axi_control: AXI4-Lite slave, 32-bit data, 6-bit addresses
            m_axi_gmem0: AXI4 master, 512-bit data, 64-bit addresses, read only
            m_axi_gmem1: AXI4 master, 64-bit data, 32-bit addresses, 3-bit ids, write only
            in: AXI4-Stream in, 16-bit data
            out: AXI4-Stream out, 8-bit data
            clock: ap_clk
            reset: ap_rst_n (active low)
            interrupt: interrupt
            not understood: debug[7]
            """);
    assertThat(found().masters()).extracting(BusInterface::name).hasSize(2);
    assertThat(found().streams()).extracting(BusInterface::kind).hasSize(2);
    assertThat(found().control().name()).isEqualTo("s_axi_control");
  }

  @Test
  void namesMatchInAnyCaseAndWithADirection() {
    in("CLK", 1).in("S_AXI_ARESETN", 1);
    readMaster("M_Axi_", 32, 32).out("m_axi_ARID_o", 2).out("M_AXI_ARUSER", 1);
    KernelPorts found = found();
    assertThat(found.clocks()).hasSize(1);
    assertThat(found.resets())
        .containsExactly(ResetPort.inferredFromName(ports.get(1), ResetNamePolarity.LOW));
    assertThat(found.masters().getFirst().idBits()).isEqualTo(2);
    assertThat(found.others()).isEmpty();
  }

  @Test
  void aMasterWithoutBurstsIsALiteMaster() {
    readMaster("lite_", 32, 32);
    ports.removeIf(port -> port.name().equals("lite_ARLEN"));
    assertThat(found().masters())
        .extracting(BusInterface::kind)
        .extracting(Object::toString)
        .containsExactly("AXI4-Lite master");
  }

  @Test
  void halfABusIsNotABus() {
    readMaster("m_", 32, 32);
    ports.removeIf(port -> port.name().equals("m_RREADY"));
    KernelPorts found = found();
    assertThat(found.interfaces()).isEmpty();
    assertThat(found.others()).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource({
    "ap_rst_n, true",
    "aresetn, true",
    "rst_ni, true",
    "RSTN, true",
    "ap_rst_n_2, true",
    "aresetn_x, true",
    "nreset, true",
    "n_rst, true",
    "resetn, true",
    "rst_b, true",
    "resetb, true",
    "reset_bar, true",
    "arst_n_i, true",
    "i_rst_n, true",
    "sysRstN, true",
    "nReset, true",
    "rstn2, true",
    "rst_n2, true",
    "RST_L, true",
    "m00_axi_aresetn, true",
    "not_reset, true",
    "presetn, true",
    "reset, false",
    "ap_rst, false",
    "ap_rst_2, false",
    "rst_i, false",
    "rst_p, false",
    "reset_h, false",
    "reset_main, false",
    "gen_rst, false",
    "main_reset_0, false",
    "rst_in, false"
  })
  void theNameOfAResetShowsItsPolarity(String name, boolean low) {
    in(name, 1);
    assertThat(found().resets()).extracting(ResetPort::activeLow).containsExactly(low);
  }

  @ParameterizedTest
  @ValueSource(strings = {"first", "burst_n", "last_burst", "worst_n"})
  void wordsThatContainTheLettersOfAResetAreNotResets(String name) {
    in(name, 1);
    assertThat(found().resets()).isEmpty();
  }

  @Test
  void clockEnablesAndWideInputsAreNotClocks() {
    in("clk_en", 1).in("clk_count", 8).in("core_clk_2", 1);
    assertThat(found().clocks()).extracting(Port::name).containsExactly("core_clk_2");
    assertThat(found().others()).hasSize(2);
  }

  @Test
  void aMissingControlPortIsReportedWithWhatWasFound() {
    in("clk", 1).readMaster("m_axi_", 32, 32).out("led", 4);
    assertThatThrownBy(() -> found().control())
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("looked for a group of ports NAME_awvalid")
        .hasMessageContaining("Found: m_axi (AXI4 master), clk (clock), led");
    ports.clear();
    assertThatThrownBy(() -> found().control()).hasMessageContaining("no ports at all");
  }

  @Test
  void ofTwoControlPortsTheOneCalledControlIsTaken() {
    control("s_axi_").control("s_axi_control_");
    assertThat(found().control().name()).isEqualTo("s_axi_control");
    ports.clear();
    control("one_").control("two_");
    assertThatThrownBy(() -> found().control()).hasMessageContaining("name one of them");
    assertThat(found().interfaceNamed("TWO").name()).isEqualTo("two");
    assertThatThrownBy(() -> found().interfaceNamed("three"))
        .hasMessageContaining("no interface three");
  }

  @Test
  void anInputThatClocksARegisterIsAClockWhateverItsName() {
    String text =
        """
        backplane-netlist 1
        top t
        input beat 1
        input d 1
        clock beat
        register q 1 = d clock beat initial 0
        output y 1 = q
        end
        """;
    KernelPorts ports = KernelPorts.of(NetlistReader.read(text), Wiring.NONE);
    assertThat(ports.clocks()).extracting(Port::name).containsExactly("beat");
    assertThat(ports.others()).extracting(Port::name).containsExactly("d", "y");
  }
}
