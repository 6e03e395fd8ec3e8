package dev.backplane.xclbin.ert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets are bit for bit what a C++ compiler makes of XRT's own header. */
class HeaderPeerTest {
  @TempDir Path folder;

  @Test
  void packetsAreThoseOfTheHeader() throws Exception {
    assumeTrue(
        Files.exists(Path.of("/usr/include/xrt/ert.h")),
        "XRT's header is not installed, so it cannot be asked (Debian: libxrt-dev)");
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/g++")),
        "g++ is not installed, so the header cannot be asked (Debian: g++)");
    Path source = folder.resolve("packets.cpp");
    try (InputStream content = HeaderPeerTest.class.getResourceAsStream("packets.cpp")) {
      Files.copy(Objects.requireNonNull(content), source);
    }
    Path program = folder.resolve("packets");
    run("g++", "-std=c++17", "-I/usr/include/xrt", "-o", program.toString(), source.toString());

    assertThat(run(program.toString()))
        .containsExactly(
            line("start", 2, this::start),
            line("configure", 7, this::configure),
            line("copy", 17, p -> StartCopy.encode(p, 0x4_0000_1000L, 0x5_0000_2000L, 64)),
            line("abort", 1, p -> Abort.encode(p, 0)),
            line("init", 10, this::init));
  }

  private void start(Packet packet) {
    packet.word(0, 5);
    packet.header(
        Header.withStatistics(
            Header.withExtraMasks(Header.of(Opcode.START_CU, CommandType.CU, 9), 3)));
  }

  private void configure(Packet packet) {
    int features =
        Configure.ERT
            | Configure.CU_DMA
            | Configure.CQ_INT
            | Configure.RW_SHARED
            | Configure.INTR
            | Configure.DSA52;
    int header = Configure.encode(packet, 4096, 1, features);
    Configure.address(packet, 0, 0x1800000, 1, 1);
    packet.header(header);
  }

  private void init(Packet packet) {
    packet.word(0, 11);
    packet.word(1, 22);
    packet.word(CuMasks.first(Opcode.INIT_CU), 33);
    assertThat(InitCu.runTimeout(packet)).isEqualTo(11);
    assertThat(InitCu.resetTimeout(packet)).isEqualTo(22);
  }

  private static String line(String name, int words, Consumer<Packet> writing) {
    int[] content = new int[64];
    writing.accept(new Packet().over(MemorySegment.ofArray(content), 0));
    var line = new StringBuilder(name);
    for (int i = 0; i < words; i++) {
      line.append(' ').append(HexFormat.of().toHexDigits(content[i]));
    }
    return line.toString();
  }

  private List<String> run(String... command) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as("%s", lines).isZero();
    return lines;
  }
}
