package dev.backplane.xrt.card;

import dev.backplane.api.Image;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelMetadataBuilder;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.config.CardConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Images with streams between compute units: feeder_1 reads memory, scale_1 runs on its own,
 * collector_1 writes memory. Their netlists are those of the kernels of these names among the test
 * resources of the module rtl.
 */
public final class StreamImages {
  public static final long FEEDER = 0x1800000;
  public static final long COLLECTOR = 0x1810000;

  private static final List<String> KERNELS = List.of("feeder", "scale", "collector");

  private StreamImages() {}

  /** The three in a row. */
  public static Image pipeline() {
    return image(
        """
        [{"from": "feeder_1.out", "to": "scale_1.in", "depth": 8},
         {"from": "scale_1.out", "to": "collector_1.in"}]
        """,
        List.of(),
        List.of());
  }

  /** With links as JSON in the manifest. */
  public static Image linked(String links) {
    return image(links, List.of(), List.of());
  }

  /** With the links of the pipeline in the sections of the container, and none in the manifest. */
  public static Image linkedBySections() {
    MemoryBank first = stream("dc_0");
    MemoryBank second = stream("dc_1");
    return image(
        "[]",
        List.of(first, second),
        List.of(
            new Connectivity.Connection(2, 0, 1),
            new Connectivity.Connection(0, 1, 1),
            new Connectivity.Connection(1, 1, 2),
            new Connectivity.Connection(2, 2, 2)));
  }

  private static MemoryBank stream(String tag) {
    return new MemoryBank(MemoryType.STREAMING_CONNECTION.number(), true, 0, 0, tag);
  }

  private static Image image(
      String links, List<MemoryBank> streams, List<Connectivity.Connection> streamEnds) {
    List<KernelMetadata> kernels = List.of(mover("feeder"), scale(), mover("collector"));
    List<Ip> blocks =
        List.of(
            Ip.kernel("feeder", "feeder_1", FEEDER, ControlProtocol.AP_CTRL_HS),
            Ip.kernel("scale", "scale_1", Ip.FREE_RUNNING, ControlProtocol.AP_CTRL_NONE),
            Ip.kernel("collector", "collector_1", COLLECTOR, ControlProtocol.AP_CTRL_HS));
    List<MemoryBank> banks = new ArrayList<>();
    banks.add(MemoryBank.used(MemoryType.DDR4, 1 << 20, 0x4_0000_0000L, "DDR[0]"));
    banks.addAll(streams);
    List<Connectivity.Connection> connections = new ArrayList<>();
    connections.add(new Connectivity.Connection(0, 0, 0));
    connections.add(new Connectivity.Connection(0, 2, 0));
    connections.addAll(streamEnds);
    EmbeddedMetadata metadata =
        new EmbeddedMetadata(
            "streams",
            new EmbeddedMetadata.Platform("backplane", "softcard", "1", 0, 0, 1),
            new EmbeddedMetadata.Device("fpga0", "none"),
            new EmbeddedMetadata.Core("OCL_REGION_0", "bitstream", "clc_region", "", blocks.size()),
            kernels,
            List.of());
    return Image.of(
        "streams.xclbin",
        Xclbin.builder()
            .platform(CardConfig.PLATFORM)
            .add(SectionKind.BITSTREAM, archive(links))
            .add(metadata.toSection())
            .add(new IpLayout(blocks).toSection())
            .add(new MemTopology(banks).toSection())
            .add(new Connectivity(connections).toSection())
            .deriveIdentity()
            .build()
            .toBytes());
  }

  private static KernelMetadata mover(String name) {
    boolean feeds = name.equals("feeder");
    KernelMetadataBuilder kernel =
        KernelMetadata.builder(name)
            .slave("s_axi_control", 0x100)
            .master("m_axi_gmem", 32)
            .pointer("memory", 0, "m_axi_gmem", 0x10, "int*")
            .scalar("n", 1, "s_axi_control", 0x1c, 4, "unsigned int")
            .interrupt(true);
    return stream(kernel, 2, feeds ? "out" : "in", feeds ? "write_only" : "read_only").build();
  }

  private static KernelMetadata scale() {
    KernelMetadataBuilder kernel = KernelMetadata.builder("scale").protocol("ap_ctrl_none");
    return stream(stream(kernel, 0, "in", "read_only"), 1, "out", "write_only").build();
  }

  private static KernelMetadataBuilder stream(
      KernelMetadataBuilder kernel, int id, String port, String mode) {
    return kernel
        .port(new KernelPort(port, mode, 0, 32, "stream", 0))
        .arg(
            new ArgComponent(
                port, AddressQualifier.STREAM, OptionalInt.of(id), port, 4, 0, 0, 4, "stream"));
  }

  private static byte[] archive(String links) {
    StringBuilder manifest = new StringBuilder();
    for (String kernel : KERNELS) {
      manifest
          .append(manifest.isEmpty() ? "" : ", ")
          .append("{\"kernel\": \"%s\", \"netlist\": \"%s.net\"}".formatted(kernel, kernel));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("manifest.json"));
      zip.write(
          ("{\"format\": \"backplane-image\", \"version\": 1, \"kernels\": ["
                  + manifest
                  + "], \"streams\": "
                  + links
                  + "}")
              .getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
      for (String kernel : KERNELS) {
        zip.putNextEntry(new ZipEntry(kernel + ".net"));
        zip.write(Files.readAllBytes(RtlImages.SOURCES.resolve(kernel + ".net")));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
