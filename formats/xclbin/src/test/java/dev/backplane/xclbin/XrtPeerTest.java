package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** XRT's own library reads what is written here, and the other way round. */
class XrtPeerTest {
  private static final Path HEADERS = Path.of("/usr/include/xrt");

  @TempDir static Path folder;

  @BeforeAll
  static void theProgramIsBuiltIfXrtIsInstalled() throws Exception {
    boolean compiler =
        Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "g++")));
    assumeTrue(compiler, "g++ is not installed, so XRT's reader cannot be asked (Debian: g++)");
    assumeTrue(
        Files.exists(HEADERS.resolve("experimental/xrt_xclbin.h")),
        "XRT is not installed, so its reader cannot be asked (Debian: libxrt-dev)");
    assumeTrue(
        Files.exists(Path.of("/usr/include/uuid/uuid.h")),
        "the uuid headers that XRT's need are not installed (Debian: uuid-dev)");
    try (InputStream source = XrtPeerTest.class.getResourceAsStream("peer.cpp")) {
      Files.copy(Objects.requireNonNull(source), folder.resolve("peer.cpp"));
    }
    run(
        Map.of(),
        "g++",
        "-std=c++17",
        "-I" + HEADERS,
        "-o",
        folder.resolve("peer").toString(),
        folder.resolve("peer.cpp").toString(),
        "-lxrt_coreutil",
        "-luuid");
  }

  @Test
  void theLibraryReadsKernelsArgumentsAndMemoriesAsTheyWereWritten() throws Exception {
    var path = folder.resolve("described.xclbin");
    var uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    Samples.whole().uuid(uuid).build().write(path);

    assertThat(peer("describe", path))
        .containsExactly(
            "uuid 00112233-4455-6677-8899-aabbccddeeff",
            "platform backplane_softcard_1",
            "device virtexuplus:xcu200:fsgd2104:-2:e",
            "target 2",
            "mem 0 DDR[0] type 1 used 1 base 274877906944 kib 4194304",
            "mem 1 HBM[0] type 6 used 0 base 0 kib 262144",
            "mem 2 HOST[0] type 10 used 1 base 137438953472 kib 16777216",
            "kernel vadd",
            "cu vadd:vadd_2 base 25231360 size 4096 control 0",
            "arg 0 a port M_AXI_GMEM size 8 offset 16 type int*",
            "reaches DDR[0]",
            "arg 1 b port M_AXI_GMEM size 8 offset 28 type int*",
            "reaches DDR[0]",
            "arg 2 c port M_AXI_GMEM size 8 offset 40 type int*",
            "reaches DDR[0]",
            "arg 3 length port S_AXI_CONTROL size 4 offset 52 type unsigned int",
            "cu vadd:vadd_1 base 25165824 size 4096 control 0",
            "arg 0 a port M_AXI_GMEM size 8 offset 16 type int*",
            "reaches DDR[0]",
            "arg 1 b port M_AXI_GMEM size 8 offset 28 type int*",
            "reaches DDR[0]",
            "arg 2 c port M_AXI_GMEM size 8 offset 40 type int*",
            "reaches DDR[0]",
            "arg 3 length port S_AXI_CONTROL size 4 offset 52 type unsigned int");
  }

  @Test
  void theLibraryMergesThePartsOfAnArgumentInTheSameWay() throws Exception {
    var kernel =
        KernelMetadata.builder("vadd")
            .slave("S", 0x1000)
            .scalar("lo", 1, "S", 0x20, 8, "struct s")
            .scalar("hi", 1, "S", 0x28, 4, "struct s")
            .scalar("z", 0, "S", 0x10, 4, "int")
            .instance("vadd_1", 0x180_0000)
            .build();
    var metadata =
        new EmbeddedMetadata(
            "p",
            Samples.METADATA.platform(),
            Samples.METADATA.device(),
            Samples.METADATA.core(),
            List.of(kernel),
            List.of());
    var ips = new IpLayout(List.of(Samples.IPS.ips().getLast()));
    var path = folder.resolve("merged.xclbin");
    Xclbin.builder()
        .add(Samples.MEMORY.toSection())
        .add(ips.toSection())
        .add(new Connectivity(List.of()).toSection())
        .add(metadata.toSection())
        .build()
        .write(path);

    var ours =
        kernel.arguments().stream()
            .map(
                arg ->
                    "arg %d %s port %s size %d offset %d type %s"
                        .formatted(
                            arg.id(), arg.name(), arg.port(), arg.size(), arg.offset(), arg.type()))
            .toList();
    assertThat(peer("describe", path).stream().filter(line -> line.startsWith("arg ")))
        .containsExactlyElementsOf(ours);
  }

  @Test
  void theDeviceWithoutHardwareLoadsTheFile() throws Exception {
    var path = folder.resolve("loaded.xclbin");
    Samples.whole().build().write(path);
    // The library looks for its device below $XILINX_XRT/lib, which Debian has elsewhere.
    var root = folder.resolve("xrt");
    var multiarch = run(Map.of(), "g++", "-print-multiarch").getFirst();
    var device = Path.of("/usr/lib", multiarch, "libxrt_noop.so.2");
    Files.copy(device, Files.createDirectories(root.resolve("lib")).resolve("libxrt_noop.so.2"));

    var environment = Map.of("XILINX_XRT", root.toString(), "XCL_EMULATION_MODE", "noop");
    assertThat(run(environment, folder.resolve("peer").toString(), "load", path.toString()))
        .containsExactly("loaded " + Xclbin.read(path).uuid(), "group 0 offset 52");
  }

  @Test
  void aFileOfTheCStructuresIsReadAsItWasWritten() throws Exception {
    var path = folder.resolve("structures.xclbin");
    peer("write", path);
    var read = Xclbin.read(path);

    assertThat(read.header().platform()).isEqualTo("vendor_board_name_1");
    assertThat(read.header().mode()).contains(XclbinMode.HW_EMU);
    assertThat(read.header().version()).isEqualTo("2.13.466");
    assertThat(read.header().uniqueId()).isEqualTo(77);
    assertThat(read.header().timestamp()).isEqualTo(1_700_000_000L);
    assertThat(read.uuid()).hasToString("10111213-1415-1617-1819-1a1b1c1d1e1f");
    assertThat(read.sections()).extracting(Section::name).containsOnly("by hand");
    var memory = new MemoryBank(6, true, 0x40000, 0x1122334455667788L, "HBM[0]");
    assertThat(read.memTopology()).contains(new MemTopology(List.of(memory)));
    var ip =
        Ip.kernel("vadd", "vadd_1", 0x180_0000, ControlProtocol.AP_CTRL_CHAIN).withInterrupt(5);
    assertThat(read.ipLayout()).contains(new IpLayout(List.of(ip)));
    assertThat(read.connectivity())
        .contains(new Connectivity(List.of(new Connectivity.Connection(3, 0, 0))));
    var clock = new ClockFreqTopology.Clock(300, ClockType.KERNEL, "KERNEL_CLK");
    assertThat(read.clocks()).contains(new ClockFreqTopology(List.of(clock)));
    assertThat(read.debugIpLayout().orElseThrow().ips())
        .extracting(DebugIpLayout.DebugIp::index, DebugIpLayout.DebugIp::name)
        .containsExactly(tuple(0x1234, "monitor"));
    assertThat(read.toBytes()).isEqualTo(Files.readAllBytes(path));
    assertThat(read.toBuilder().set(read.memTopology().orElseThrow().toSection()).build().size())
        .isEqualTo(read.size());
  }

  private static List<String> peer(String command, Path file) throws Exception {
    return run(Map.of(), folder.resolve("peer").toString(), command, file.toString());
  }

  private static List<String> run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var out = Files.createTempFile(folder, "out", ".txt");
    var errors = Files.createTempFile(folder, "errors", ".txt");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("XCL_") || name.equals("XILINX_XRT"));
    builder.environment().putAll(environment);
    var process = builder.start();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as("%s ends within a minute", List.of(command)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readAllLines(out);
  }
}
