package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.cli.Outcome;
import dev.backplane.cli.host.XrtHosts.Ended;
import dev.backplane.cli.host.XrtHosts.Running;
import dev.backplane.xrt.door.FlightRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The whole way: a Java program, the driver of XRT's cards, XRT's library, its emulation, the
 * launcher in the image or the server, the door, and the software card.
 */
@Execution(ExecutionMode.CONCURRENT)
class JavaHostTest {
  private static final int PATIENCE = 120;

  @TempDir private Path folder;

  @BeforeAll
  static void needsXrt() {
    boolean there;
    try {
      there = Files.exists(XrtLibraries.find(Map.of()).folder());
    } catch (BackplaneException missing) {
      there = false;
    }
    assumeTrue(there, "libxrt1 is not installed: tools/setup does it");
  }

  /** The configuration has no card but XRT's: the device process must not take it for itself. */
  private Path configuration(String name, String keys) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        """
        {"plugins": [{"module": "xrt", "name": "cards", "config": {"emulation": "hw_emu"%s}}]}
        """
            .formatted(keys));
  }

  @Test
  @Timeout(600)
  void sumsAreRightOnRtlAndOnJavaLaunchedAndAttached() throws Exception {
    XrtHosts hosts = XrtHosts.ofJava(folder);
    String image = hosts.javaImage();
    String door = "test-java-" + ProcessHandle.current().pid();
    Path launched = configuration("launched.json", "");
    Path attached =
        configuration(
            "attached.json",
            """
            , "environment": {"EMULATION_SOCKETID": "%s"}, "ini": {"Emulation.dont_run": "true"}
            """
                .formatted(door));
    Running server = hosts.start("serve", image, "--xrt", door);
    try {
      Running rtl = hosts.startJava(launched, Outcome.example("vadd/vadd.xclbin"), "6", "2");
      Running java = hosts.startJava(launched, image, "100", "8");
      server.prints("serving");
      Running first = hosts.startJava(attached, image, "50", "1");
      expect(rtl, "6 runs, 2 in flight, all sums right on cards/hw_emu0");
      expect(java, "100 runs, 8 in flight, all sums right on cards/hw_emu0");
      expect(first, "50 runs, 1 in flight, all sums right on cards/hw_emu0");
      assertThat(server.text()).contains("a host has closed the device");
    } finally {
      server.process().destroy();
      server.process().waitFor(20, TimeUnit.SECONDS);
    }
  }

  @Test
  @Timeout(600)
  void theExampleForEveryDeviceAddsOnACardOfXrtToo() throws Exception {
    XrtHosts hosts = XrtHosts.ofJava(folder);
    Path card = configuration("card.json", "");
    Running example = hosts.startExample(card, "AddVectors", "cards:*", hosts.javaImage());
    expect(example, "the last of 1000 sums is 2997");
    expect(example, "with the left one again it is 3996");
  }

  @Test
  @Timeout(600)
  void aDeviceProcessThatIsKilledEndsTheProgramWithAnErrorOfItsOwn() throws Exception {
    XrtHosts hosts = XrtHosts.ofJava(folder);
    Path records = Files.createDirectories(folder.resolve("records"));
    Running host =
        hosts.startJava(
            configuration(
                "doomed.json",
                """
                , "deadline_seconds": 30, "environment": {"BACKPLANE_RECORDS": "%s"}
                """
                    .formatted(records)),
            hosts.javaImage(),
            "100000000",
            "2");
    Path record = ExecTest.awaitRecord(records);
    ExecTest.awaitStarts(record);
    ProcessHandle.of(FlightRecord.read(record).pid()).orElseThrow().destroyForcibly();
    Ended ended = host.ended(PATIENCE);
    assertThat(ended.code()).as(ended.text()).isEqualTo(1);
    assertThat(ended.text()).contains("TIMEOUT").contains("the library did not return within 30 s");
  }

  private static void expect(Running running, String words) throws Exception {
    Ended ended = running.ended(PATIENCE);
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).contains(words);
  }
}
