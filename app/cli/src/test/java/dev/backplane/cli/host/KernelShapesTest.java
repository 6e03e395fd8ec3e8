package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.host.XrtHosts.Ended;
import dev.backplane.cli.host.XrtHosts.Running;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kernels of unusual shapes under the real XRT: streams listed before the control port, computing
 * without a bus for longer than the watchdog's limit, and hanging while the host polls.
 */
class KernelShapesTest {
  private static final Path RTL =
      Path.of(System.getProperty("backplane.home", ""))
          .resolve("rtl/harness/src/test/resources/dev/backplane/rtl/harness/axi");

  @TempDir private Path folder = Path.of("");

  private void compile(XrtHosts hosts) throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/include/xrt/xclbin.h")), "no libxrt-dev");
    Path source = folder.resolve("shapes.cpp");
    try (InputStream text =
        Objects.requireNonNull(KernelShapesTest.class.getResourceAsStream("shapes.cpp"))) {
      Files.copy(text, source);
    }
    List<String> words = new ArrayList<>(List.of("g++", "-std=c++17", "-O1", "-Wall", "-Werror"));
    words.addAll(List.of("-I/usr/include/xrt", "-o", hosts.host("shapes"), source.toString()));
    words.addAll(List.of("-lxrt_coreutil", "-luuid", "-pthread"));
    Process compiler = new ProcessBuilder(words).inheritIO().start();
    assertThat(compiler.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(compiler.exitValue()).isZero();
  }

  /** Its ports as some tools list them: the stream first. */
  private static String description(String kernel, String stream, String mode) {
    return """
    <root versionMajor="1" versionMinor="0">
      <kernel name="%1$s" language="ip" hwControlProtocol="ap_ctrl_hs" interrupt="true">
        <ports>
          <port name="%2$s" mode="%3$s" range="0x0" dataWidth="32" portType="stream" base="0x0"/>
          <port name="m_axi_gmem" mode="master" range="0xFFFFFFFFFFFFFFFF" dataWidth="32" portType="addressable" base="0x0"/>
          <port name="s_axi_control" mode="slave" range="0x100" dataWidth="32" portType="addressable" base="0x0"/>
        </ports>
        <args>
          <arg name="memory" addressQualifier="1" id="0" port="m_axi_gmem" size="0x8" offset="0x10" type="int*"/>
          <arg name="n" addressQualifier="0" id="1" port="s_axi_control" size="0x4" offset="0x1C" type="uint"/>
          <arg name="%2$s" addressQualifier="4" id="2" port="%2$s" size="0x4" offset="0x0" type="stream"/>
        </args>
      </kernel>
    </root>
    """
        .formatted(kernel, stream, mode);
  }

  private String streams() throws IOException {
    String image = folder.resolve("streams.xclbin").toString();
    List<String> words = new ArrayList<>(List.of("build", "-q", "-o", image));
    words.addAll(List.of("--stream-connect", "feeder_1.out:collector_1.in:64"));
    words.add(RTL.resolve("kernel_control.v").toString());
    for (String kernel : List.of("feeder", "collector")) {
      boolean feeds = kernel.equals("feeder");
      Path file = folder.resolve(kernel + ".xml");
      Files.writeString(
          file, description(kernel, feeds ? "out" : "in", feeds ? "master" : "slave"));
      words.addAll(List.of(RTL.resolve(kernel + ".v").toString(), "--kernel", file.toString()));
    }
    Outcome built = Outcome.of(words.toArray(String[]::new));
    assertThat(built.code()).as(built.err()).isZero();
    return image;
  }

  @Test
  @Timeout(600)
  void theyLoadAndEndUnderTheRealXrt() throws Exception {
    XrtHosts hosts = XrtHosts.ofJava(folder);
    compile(hosts);
    String ponder =
        Path.of(System.getProperty("backplane.home", ""))
            .resolve("xrt/card/src/test/rtl/ponder.xclbin")
            .toString();
    String host = hosts.host("shapes");
    Running streams = hosts.start("exec", "--", host, "streams", streams());
    Running computes =
        hosts.start("exec", "--watchdog", "5000", "--", host, "ponder", ponder, "200000", "0");
    Running hangs =
        hosts.start("exec", "--watchdog", "5000", "--", host, "ponder", ponder, "0", "1");
    Ended moved = streams.ended(150);
    assertThat(moved.text()).contains("streams are right");
    assertThat(moved.code()).isZero();
    Ended computed = computes.ended(150);
    assertThat(computed.text()).contains("state 4");
    assertThat(computed.code()).isZero();
    Ended hung = hangs.ended(150);
    assertThat(hung.text())
        .contains("NO_PROGRESS")
        .contains("The watchdog's limit is 5000 cycles")
        .contains("ponder_1");
    assertThat(hung.code()).isNotZero();
  }
}
