package dev.backplane.xrt.card;

import dev.backplane.api.Image;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelMetadataBuilder;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.config.CardConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Images without RTL, whose kernels the tests have in Java. */
public final class TestImages {
  public static final String CONFIG =
      """
      {"java_kernels": {
        "vadd": "dev.backplane.xrt.card.JavaKernels$Vadd",
        "spin": "dev.backplane.xrt.card.JavaKernels$Spin",
        "sleeper": "dev.backplane.xrt.card.JavaKernels$Sleeper",
        "wild": "dev.backplane.xrt.card.JavaKernels$Wild",
        "broken": "dev.backplane.xrt.card.JavaKernels$Broken"}}
      """;

  public static final long BANK_SIZE = 1 << 20;

  private TestImages() {}

  /** Two banks of 1 MiB each but the first of 256 MiB; two units of vadd, one of each other. */
  public static Image image() {
    return image(CardConfig.PLATFORM);
  }

  public static Image image(String platform) {
    return Image.of("test.xclbin", container(platform).toBytes());
  }

  public static Xclbin container(String platform) {
    return container(platform, kernel -> kernel, ip -> ip);
  }

  /** Kernels that differ in what the metadata says of them, and blocks likewise. */
  public static Image image(UnaryOperator<KernelMetadataBuilder> kernel, UnaryOperator<Ip> block) {
    return Image.of("test.xclbin", container(CardConfig.PLATFORM, kernel, block).toBytes());
  }

  private static Xclbin container(
      String platform, UnaryOperator<KernelMetadataBuilder> change, UnaryOperator<Ip> block) {
    List<KernelMetadata> kernels = new ArrayList<>();
    List<Ip> blocks = new ArrayList<>();
    List<Connectivity.Connection> connections = new ArrayList<>();
    kernels.add(
        change
            .apply(KernelMetadata.builder("vadd"))
            .slave("s_axi_control", 0x1000)
            .master("M_AXI_GMEM", 32)
            .pointer("a", 0, "M_AXI_GMEM", 0x10, "int*")
            .pointer("b", 1, "M_AXI_GMEM", 0x1c, "int*")
            .pointer("c", 2, "M_AXI_GMEM", 0x28, "int*")
            .scalar("n", 3, "s_axi_control", 0x34, 4, "unsigned int")
            .instance("vadd_1", 0x1800000)
            .instance("vadd_2", 0x1810000)
            .build());
    for (int unit = 0; unit < 2; unit++) {
      blocks.add(
          Ip.kernel(
              "vadd",
              "vadd_" + (unit + 1),
              0x1800000 + unit * 0x10000L,
              ControlProtocol.AP_CTRL_HS));
      for (int argument = 0; argument < 3; argument++) {
        connections.add(new Connectivity.Connection(argument, unit, 0));
      }
    }
    // The second unit reaches the second bank too, for c only.
    connections.add(new Connectivity.Connection(2, 1, 1));
    for (String name : List.of("spin", "sleeper", "wild", "broken")) {
      long base = 0x1900000 + blocks.size() * 0x10000L;
      kernels.add(
          change
              .apply(KernelMetadata.builder(name))
              .slave("s_axi_control", 0x1000)
              .master("m_axi_gmem", 32)
              .pointer("data", 0, "m_axi_gmem", 0x10, "int*")
              .instance(name + "_1", base)
              .build());
      connections.add(new Connectivity.Connection(0, blocks.size(), 0));
      blocks.add(Ip.kernel(name, name + "_1", base, ControlProtocol.AP_CTRL_HS));
    }
    EmbeddedMetadata metadata =
        new EmbeddedMetadata(
            "test",
            new EmbeddedMetadata.Platform("backplane", "softcard", "1", 0, 0, 1),
            new EmbeddedMetadata.Device("fpga0", "none"),
            new EmbeddedMetadata.Core("OCL_REGION_0", "bitstream", "clc_region", "", blocks.size()),
            kernels,
            List.of());
    return Xclbin.builder()
        .platform(platform)
        .add(metadata.toSection())
        .add(new IpLayout(blocks.stream().map(block).toList()).toSection())
        .add(
            new MemTopology(
                    List.of(
                        MemoryBank.used(MemoryType.DDR4, 256 << 20, 0x4_0000_0000L, "DDR[0]"),
                        MemoryBank.used(MemoryType.DDR4, BANK_SIZE, 0x5_0000_0000L, "DDR[1]")))
                .toSection())
        .add(new Connectivity(connections).toSection())
        .deriveIdentity()
        .build();
  }
}
