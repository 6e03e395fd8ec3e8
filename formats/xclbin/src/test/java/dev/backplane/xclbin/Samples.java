package dev.backplane.xclbin;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;

/** A container with the eight sections of an ordinary image, and its parts. */
final class Samples {
  static final MemTopology MEMORY =
      new MemTopology(
          List.of(
              MemoryBank.used(MemoryType.DDR4, 4L << 30, 0x40_0000_0000L, "DDR[0]"),
              new MemoryBank(MemoryType.HBM.number(), false, 262_144, 0, "HBM[0]")));

  static final MemTopology GROUPS =
      new MemTopology(
          List.of(
              MemoryBank.used(MemoryType.DDR4, 4L << 30, 0x40_0000_0000L, "DDR[0]"),
              new MemoryBank(MemoryType.HBM.number(), false, 262_144, 0, "HBM[0]"),
              MemoryBank.used(MemoryType.HOST, 16L << 30, 0x20_0000_0000L, "HOST[0]")));

  static final IpLayout IPS =
      new IpLayout(
          List.of(
              Ip.kernel("vadd", "vadd_2", 0x181_0000, ControlProtocol.AP_CTRL_HS),
              Ip.kernel("vadd", "vadd_1", 0x180_0000, ControlProtocol.AP_CTRL_HS)));

  static final Connectivity CONNECTIVITY =
      new Connectivity(
          List.of(
              new Connectivity.Connection(0, 0, 0),
              new Connectivity.Connection(1, 0, 0),
              new Connectivity.Connection(2, 0, 0),
              new Connectivity.Connection(0, 1, 0),
              new Connectivity.Connection(1, 1, 0),
              new Connectivity.Connection(2, 1, 0)));

  static final ClockFreqTopology CLOCKS =
      new ClockFreqTopology(
          List.of(
              new ClockFreqTopology.Clock(300, ClockType.DATA, "DATA_CLK"),
              new ClockFreqTopology.Clock(500, ClockType.KERNEL, "KERNEL_CLK")));

  static final EmbeddedMetadata METADATA =
      new EmbeddedMetadata(
          "vadd",
          new EmbeddedMetadata.Platform("backplane", "softcard", "softcard_1", 0, 1, 2),
          new EmbeddedMetadata.Device("fpga0", "virtexuplus:xcu200:fsgd2104:-2:e"),
          new EmbeddedMetadata.Core("OCL_REGION_0", "hw_em", "clc_region", "0MHz", 2),
          List.of(
              KernelMetadata.builder("vadd")
                  .vlnv("backplane:kernel:vadd:1.0")
                  .slave("S_AXI_CONTROL", 0x1000)
                  .master("M_AXI_GMEM", 32)
                  .pointer("a", 0, "M_AXI_GMEM", 0x10, "int*")
                  .pointer("b", 1, "M_AXI_GMEM", 0x1c, "int*")
                  .pointer("c", 2, "M_AXI_GMEM", 0x28, "int*")
                  .scalar("length", 3, "S_AXI_CONTROL", 0x34, 4, "unsigned int")
                  .arg(
                      new ArgComponent(
                          "unconnected",
                          AddressQualifier.SCALAR,
                          OptionalInt.empty(),
                          "",
                          4,
                          0x40,
                          0,
                          4,
                          "const <T&>\t\"x\""))
                  .instance("vadd_2", 0x181_0000)
                  .instance("vadd_1", 0x180_0000)
                  .build()),
          List.of(new KernelClock("KERNEL_CLK", "500.0MHz"), new KernelClock("DATA_CLK", "300")));

  private Samples() {}

  static XclbinBuilder whole() {
    return Xclbin.builder()
        .platform("backplane_softcard_1")
        .mode(XclbinMode.HW_EMU)
        .add(SectionKind.BITSTREAM, "not really a zip".getBytes(StandardCharsets.US_ASCII))
        .add(MEMORY.toSection())
        .add(IPS.toSection())
        .add(CONNECTIVITY.toSection())
        .add(CLOCKS.toSection())
        .add(METADATA.toSection())
        .add(GROUPS.toGroupSection())
        .add(CONNECTIVITY.toGroupSection());
  }
}
