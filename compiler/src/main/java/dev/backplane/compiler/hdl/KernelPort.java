package dev.backplane.compiler.hdl;

import java.util.List;

/**
 * A port of a kernel: clock, reset, the AXI4-Lite slave with the registers, the AXI4 master.
 *
 * @param name its name
 * @param width how many bits
 * @param output whether the kernel drives it
 */
record KernelPort(String name, int width, boolean output) {
  /** All ports of every kernel, in order. */
  static final List<KernelPort> ALL =
      List.of(
          in("ap_clk", 1),
          in("ap_rst_n", 1),
          out("irq", 1),
          in("s_axi_control_awvalid", 1),
          out("s_axi_control_awready", 1),
          in("s_axi_control_awaddr", 12),
          in("s_axi_control_wvalid", 1),
          out("s_axi_control_wready", 1),
          in("s_axi_control_wdata", 32),
          in("s_axi_control_wstrb", 4),
          out("s_axi_control_bvalid", 1),
          in("s_axi_control_bready", 1),
          out("s_axi_control_bresp", 2),
          in("s_axi_control_arvalid", 1),
          out("s_axi_control_arready", 1),
          in("s_axi_control_araddr", 12),
          out("s_axi_control_rvalid", 1),
          in("s_axi_control_rready", 1),
          out("s_axi_control_rdata", 32),
          out("s_axi_control_rresp", 2),
          out("m_axi_gmem_awvalid", 1),
          in("m_axi_gmem_awready", 1),
          out("m_axi_gmem_awaddr", 64),
          out("m_axi_gmem_awlen", 8),
          out("m_axi_gmem_awsize", 3),
          out("m_axi_gmem_awburst", 2),
          out("m_axi_gmem_wvalid", 1),
          in("m_axi_gmem_wready", 1),
          out("m_axi_gmem_wdata", 32),
          out("m_axi_gmem_wstrb", 4),
          out("m_axi_gmem_wlast", 1),
          in("m_axi_gmem_bvalid", 1),
          out("m_axi_gmem_bready", 1),
          in("m_axi_gmem_bresp", 2),
          out("m_axi_gmem_arvalid", 1),
          in("m_axi_gmem_arready", 1),
          out("m_axi_gmem_araddr", 64),
          out("m_axi_gmem_arlen", 8),
          out("m_axi_gmem_arsize", 3),
          out("m_axi_gmem_arburst", 2),
          in("m_axi_gmem_rvalid", 1),
          out("m_axi_gmem_rready", 1),
          in("m_axi_gmem_rdata", 32),
          in("m_axi_gmem_rresp", 2),
          in("m_axi_gmem_rlast", 1));

  private static KernelPort in(String name, int width) {
    return new KernelPort(name, width, false);
  }

  private static KernelPort out(String name, int width) {
    return new KernelPort(name, width, true);
  }
}
