package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.host.XrtHosts.Ended;
import dev.backplane.cli.host.XrtHosts.Running;
import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.Scheduling;
import dev.backplane.xrt.door.XrtDoor;
import dev.backplane.xrt.door.XrtListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unmodified XRT programs on the software card. Every host sleeps 10 s in XRT when it loads its
 * image, so independent hosts and independent tests run side by side.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExecTest {
  private static final int PATIENCE = 500;

  @TempDir private Path folder;

  /** A name that no other test on this machine uses. */
  private static String door(String name) {
    return "test-" + name + "-" + ProcessHandle.current().pid();
  }

  @Test
  @Timeout(1200)
  void nativeAndOpenClHostsRunLaunchedAndAttachedAndSurviveEachOther() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage();
    String rtl = Outcome.example("vadd/vadd.xclbin");
    String door = door("attach");
    Running server = hosts.start("serve", image, "--xrt", door);
    try {
      Path calls = folder.resolve("calls.json");
      Running launched =
          hosts.start(
              "exec",
              "--trace",
              "--stats",
              "--trace-file",
              "calls.json",
              "--",
              hosts.host("vadd"),
              rtl,
              "20",
              "4");
      Running openCl = hosts.start("exec", "--", hosts.host("vadd_opencl"), image, "1");
      Running buffers = hosts.start("exec", "--", hosts.host("buffers"), image);
      List<Running> onTheHost = new ArrayList<>();
      for (String lent : List.of(hosts.hostMemory("java.xclbin"), hosts.hostMemory("rtl.xclbin"))) {
        onTheHost.add(hosts.start("exec", "--", hosts.host("buffers"), lent, "host"));
      }
      server.prints("serving");
      // The first host of the server is killed in the middle of its runs, the second finds all
      // free.
      Running killed =
          hosts.start("exec", "--attach", door, "--", hosts.host("vadd"), image, "100000000", "8");
      awaitStarts(
          ServeCommand.record(
              XrtListener.guest(
                  XrtDoor.socket(ServeCommand.user(System.getenv()), door),
                  killed.process().pid())));
      killed.process().destroy();
      assertThat(killed.ended(30).code()).isNotZero();
      // At the same time: each has a name of its own, and waits for its turn.
      List<Running> next = new ArrayList<>();
      for (int host = 0; host < 3; host++) {
        next.add(hosts.start("exec", "--attach", door, "--", hosts.host("vadd"), image, "50", "8"));
      }
      expect(launched, "vadd: 20 runs, 4 in flight");
      assertThat(launched.text())
          .contains("Device.load")
          .contains("vadd:vadd_1: 20 runs, ")
          .doesNotContain("null/", "opencl/");
      assertThat(calls).content().contains("\"Registers.write32\"");
      expect(openCl, "vadd_opencl: 1 runs on backplane_softcard_1, all sums right");
      expect(buffers, "pieces, parts, sub-buffers and copies are right");
      for (Running lent : onTheHost) {
        expect(lent, "the kernel works on host memory");
      }
      for (Running each : next) {
        expect(each, "vadd: 50 runs, 8 in flight");
      }
      assertThat(
              hosts.start("exec", "--attach", door, "--", hosts.host("vadd"), rtl).ended(30).text())
          .contains("the program loads an image of uuid");
      // Killed between two messages, or inside of one.
      assertThat(server.text()).containsAnyOf("a host has gone", "The device is free again");
      assertThat(server.text()).contains("a host has closed the device");
    } finally {
      server.process().destroy();
      server.process().waitFor(20, TimeUnit.SECONDS);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.startsWith("backplane-exec"));
    }
  }

  @Test
  @Timeout(1200)
  void runsGoThroughTheCommandQueueLaunchedAndAttached() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage();
    String rtl = Outcome.example("vadd/vadd.xclbin");
    String door = door("ert");
    Path card = folder.resolve("ert.json");
    Files.writeString(
        card, "{\"plugins\": [{\"module\": \"softcard\", \"config\": {\"mode\": \"ert\"}}]}");
    Running server = hosts.start("serve", image, "--xrt", door, "--config", card.toString());
    Running plain = hosts.start("serve", image, "--xrt", door + "-plain");
    try {
      Running launched =
          hosts.start("exec", "--ert", "--keep", "--", hosts.host("vadd"), rtl, "20", "4");
      Running openCl = hosts.start("exec", "--ert", "--", hosts.host("vadd_opencl"), image, "1");
      Running buffers = hosts.start("exec", "--ert", "--", hosts.host("buffers"), image);
      server.prints("serving");
      Running attached =
          hosts.start(
              "exec", "--ert", "--attach", door, "--", hosts.host("vadd"), image, "500", "32");
      plain.prints("serving");
      assertThat(
              hosts
                  .start("exec", "--ert", "--attach", door + "-plain", "--", "true")
                  .ended(30)
                  .text())
          .contains("BP1001 INVALID_ARGUMENT")
          .contains("has no command queue");
      expect(launched, "vadd: 20 runs, 4 in flight");
      expect(openCl, "vadd_opencl: 1 runs");
      expect(buffers, "pieces, parts, sub-buffers and copies are right");
      expect(attached, "vadd: 500 runs, 32 in flight");
    } finally {
      for (Running each : List.of(server, plain)) {
        each.process().destroy();
        each.process().waitFor(20, TimeUnit.SECONDS);
      }
    }
    // That the card was told of the runs by packets: the first configures it, one is for each run.
    try (Stream<Path> files =
        Files.find(folder, 4, (file, attributes) -> file.toString().endsWith(ExecFolder.RECORD))) {
      FlightRecord.Seen seen = FlightRecord.read(files.findFirst().orElseThrow());
      assertThat(seen.commands()).isEqualTo(21);
      assertThat(seen.retired()).isEqualTo(21);
      assertThat(seen.units()).isEmpty();
    }
  }

  /** Whoever schedules: of buffers on the device alone, of other banks, with all offsets. */
  @Test
  @Timeout(1200)
  void copiesAreRightBetweenAllKindsOfBuffersAndBanks() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.banks();
    Path older =
        Files.writeString(folder.resolve("older.ini"), "[Emulation]\nnew_mbscheduler=false\nx=y\n");
    List<Running> all = new ArrayList<>();
    for (String scheduler : List.of("--host-scheduler", "--ert", "--xrt-ini=" + older)) {
      all.add(hosts.start("exec", scheduler, "--", hosts.host("copies"), image, "2"));
      all.add(hosts.start("exec", scheduler, "--", hosts.host("copies_opencl"), image));
    }
    for (Running each : all) {
      expect(each, "all are right");
    }
  }

  /** Neither what waits in the card's queue, nor what executes, nor a copy that is under way. */
  @Test
  @Timeout(1200)
  void nothingOfAKilledHostReachesTheNextOne() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage(2, SlowVadd.class);
    List<Running> servers = new ArrayList<>();
    try {
      for (String scheduler : List.of("--host-scheduler", "--ert")) {
        servers.add(hosts.start("serve", image, "--xrt", door(scheduler), scheduler));
      }
      for (String task : List.of("die", "look")) {
        List<Running> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          String scheduler = i == 0 ? "--host-scheduler" : "--ert";
          servers.get(i).prints("serving");
          both.add(
              hosts.start(
                  "exec",
                  "--attach",
                  door(scheduler),
                  scheduler,
                  "--",
                  hosts.host("killed"),
                  image,
                  task));
        }
        for (Running each : both) {
          Ended ended = each.ended(PATIENCE);
          assertThat(ended.code()).as(ended.text()).isEqualTo(task.equals("die") ? 137 : 0);
          if (task.equals("look")) {
            assertThat(ended.text()).contains("0 foreign numbers, state 4");
          }
        }
      }
    } finally {
      for (Running each : servers) {
        each.process().destroy();
        each.process().waitFor(20, TimeUnit.SECONDS);
      }
    }
  }

  /** Short ones too, which one unit alone could have done one after the other. */
  @Test
  @Timeout(1200)
  void runsThatAreInFlightTogetherUseAllUnitsWhoeverSchedules() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage(8);
    List<Running> all = new ArrayList<>();
    for (String scheduler : List.of("--host-scheduler", "--ert")) {
      all.add(
          hosts.start(
              "exec", "--stats", scheduler, "--", hosts.host("vadd"), image, "8", "8", "100000"));
    }
    for (Running each : all) {
      Ended ended = each.ended(PATIENCE);
      assertThat(ended.code()).as(ended.text()).isZero();
      for (int unit = 1; unit <= 8; unit++) {
        assertThat(ended.text()).contains("vadd_" + unit + ": 1 runs");
      }
      assertThat(ended.text()).startsWith("vadd: 8 runs");
    }
  }

  @Test
  @Timeout(1200)
  void aDeviceProcessThatIsKilledEndsTheHostWithADiagnosis() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    Running host =
        hosts.start("exec", "--", hosts.host("vadd"), hosts.javaImage(), "100000000", "1");
    Path record = awaitRecord(folder);
    awaitStarts(record);
    ProcessHandle.of(FlightRecord.read(record).pid()).orElseThrow().destroyForcibly();
    Ended ended = host.ended(30);
    assertThat(ended.code()).isEqualTo(124);
    assertThat(ended.text())
        .containsPattern("is ended: the device process [0-9]+ is gone")
        .contains("compute unit at 0x1800000: started ")
        .contains("the last calls:")
        .contains("kernel ctrl at 0x1800000");
  }

  /** The shim looks at status bits and at control registers, and takes what is over for done. */
  @Test
  @Timeout(1200)
  void aHostWhoseRunFailsIsEndedWithTheReasonWhoeverSchedules() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage();
    String rtl = Outcome.example("vadd/vadd.xclbin");
    String door = door("faulty");
    Path card = folder.resolve("ert.json");
    Files.writeString(
        card, "{\"plugins\": [{\"module\": \"softcard\", \"config\": {\"mode\": \"ert\"}}]}");
    Running server = hosts.start("serve", rtl, "--xrt", door, "--config", card.toString());
    try {
      server.prints("serving");
      List<Running> all = new ArrayList<>();
      all.add(hosts.start("exec", "--ert", "--", hosts.host("faulty"), rtl));
      all.add(hosts.start("exec", "--", hosts.host("faulty"), image));
      all.add(hosts.start("exec", "--ert", "--", hosts.host("faulty_opencl"), image));
      all.add(hosts.startByHand(Scheduling.ERT, hosts.host("faulty"), image));
      all.add(hosts.startByHand(Scheduling.ERT_30, hosts.host("faulty_opencl"), image));
      all.add(hosts.startByHand(Scheduling.HOST, hosts.host("faulty_opencl"), image));
      all.add(hosts.start("exec", "--ert", "--attach", door, "--", hosts.host("faulty"), rtl));
      for (Running each : all) {
        Ended ended = each.ended(PATIENCE);
        assertThat(ended.code()).as(ended.text()).isNotZero();
        assertThat(ended.text())
            .contains("backplane: BP5")
            .containsAnyOf("no buffer is near", "IndexOutOfBoundsException")
            .doesNotContain("all completed");
      }
      // What that host has done to the card is not there any more for the next.
      expect(
          hosts.start("exec", "--ert", "--attach", door, "--", hosts.host("vadd"), rtl, "3", "2"),
          "vadd: 3 runs, 2 in flight");
      assertThat(server.text()).contains("the card was reset");
    } finally {
      server.process().destroy();
      server.process().waitFor(20, TimeUnit.SECONDS);
    }
  }

  static Path awaitRecord(Path folder) throws IOException, InterruptedException {
    for (int glance = 0; glance < 600; glance++) {
      try (Stream<Path> files =
          Files.find(
              folder, 4, (file, attributes) -> file.toString().endsWith(ExecFolder.RECORD))) {
        List<Path> found = files.toList();
        if (!found.isEmpty()) {
          return found.getFirst();
        }
      } catch (UncheckedIOException changing) {
        continue;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("no device process has begun a record in " + folder);
  }

  static void awaitStarts(Path record) throws InterruptedException {
    for (int glance = 0; glance < 1200; glance++) {
      boolean started =
          ExecFolder.seen(record).stream()
              .flatMap(seen -> seen.units().stream())
              .anyMatch(unit -> unit.completions() > 3);
      if (started) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("no run came: " + ExecFolder.seen(record));
  }

  private static void expect(Running running, String words) throws Exception {
    Ended ended = running.ended(PATIENCE);
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).contains(words);
  }

  /** Each host on each way there is, one lane each; a lane is twenty runs one after the other. */
  @Test
  @Tag("nightly")
  @Timeout(3600)
  void twentyRunsInARowOfEachHostEndWell() throws Exception {
    XrtHosts hosts = new XrtHosts(folder);
    String image = hosts.javaImage();
    Path card = folder.resolve("ert.json");
    Files.writeString(
        card, "{\"plugins\": [{\"module\": \"softcard\", \"config\": {\"mode\": \"ert\"}}]}");
    Map<String, List<String>> each =
        Map.of("vadd", List.of("2000", "8"), "buffers", List.of(), "vadd_opencl", List.of("3"));
    List<Running> servers = new ArrayList<>();
    List<List<String>> lanes = new ArrayList<>();
    for (var host : each.entrySet()) {
      for (String scheduler : List.of("--host-scheduler", "--ert")) {
        String door = door(host.getKey() + scheduler);
        List<String> serve = new ArrayList<>(List.of("serve", image, "--xrt", door));
        if (scheduler.equals("--ert")) {
          serve.addAll(List.of("--config", card.toString()));
        }
        Running server = hosts.start(serve.toArray(String[]::new));
        servers.add(server);
        server.prints("serving");
        for (List<String> where : List.of(List.<String>of(), List.of("--attach", door))) {
          List<String> words = new ArrayList<>(List.of("exec", scheduler));
          words.addAll(where);
          words.addAll(List.of("--", hosts.host(host.getKey()), image));
          words.addAll(host.getValue());
          lanes.add(words);
        }
      }
    }
    List<String> failures = new ArrayList<>();
    try {
      for (int round = 0; round < 20; round++) {
        List<Running> side = new ArrayList<>();
        for (List<String> lane : lanes) {
          side.add(hosts.start(lane.toArray(String[]::new)));
        }
        for (Running running : side) {
          Ended ended = running.ended(PATIENCE);
          if (ended.code() != 0) {
            failures.add("round " + round + ": " + ended);
          }
        }
      }
    } finally {
      for (Running server : servers) {
        server.process().destroy();
        server.process().waitFor(20, TimeUnit.SECONDS);
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsMissedAtOnce() {
    Outcome outcome = Outcome.of("exec", "--attach", door("none"), "--", "true");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("BP6001 LINK_LOST").contains("is running");
  }

  @Test
  void aCardOfItsOwnAndOneThatIsThereAlreadyExcludeEachOther() {
    Outcome engine = Outcome.of("exec", "--engine", "vhdl", "--", "true");
    assertThat(engine.err()).contains("there is no engine 'vhdl'");
    assertThat(Outcome.of("exec", "--ert", "--host-scheduler", "--", "true").code())
        .isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--engine jvm",
        "--device softcard:0",
        "--watchdog 10",
        "--class-path kernels.jar",
        "--config some.json",
        "--trace=3",
        "--trace-to file",
        "--trace-file file"
      })
  void refusesOptionsOfAnOwnCardTogetherWithAServer(String option) {
    List<String> words = new ArrayList<>(List.of("exec", "--attach", door("none")));
    words.addAll(List.of(option.split(" ", -1)));
    words.addAll(List.of("--", "true"));
    Outcome outcome = Outcome.of(words.toArray(String[]::new));
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err())
        .contains(option.split("[ =]", -1)[0] + " is for a card that is made for the program")
        .contains("Give it to 'backplane serve'");
  }

  @Test
  void theExitCodeIsThatOfTheProgram() {
    assertThat(Outcome.of("exec", "--", "sh", "-c", "exit 7").code()).isEqualTo(7);
    assertThat(Outcome.of("exec", "--", "sh", "-c", "kill -KILL $$").code()).isEqualTo(137);
    assertThat(Outcome.of("exec", "--", "sh", "-c", "kill -ABRT $$").code()).isEqualTo(134);
    assertThat(Outcome.of("exec", "--", "sh", "-c", "kill -SEGV $$").code()).isEqualTo(139);
  }

  @Test
  void aProgramThatTakesTooLongIsEndedWithAllItStarted() throws IOException {
    Path child = folder.resolve("child");
    Outcome outcome =
        Outcome.of(
            "exec",
            "--timeout",
            "1s",
            "--",
            "sh",
            "-c",
            "sleep 600 & echo $! >" + child + "; wait");
    assertThat(outcome.code()).isEqualTo(124);
    assertThat(outcome.err())
        .contains("did not end within 1 s")
        .contains("no device process was started");
    long pid = Long.parseLong(Files.readString(child).strip());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aProgramThatCannotBeStartedHasTheCodeOfTheShellAndAReason() throws IOException {
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n");
    byte[] elf = new byte[64];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, elf, 0, 7);
    elf[18] = (byte) (System.getProperty("os.arch", "").equals("aarch64") ? 0x3e : 0xb7);
    Path foreign = Files.write(folder.resolve("foreign"), elf);
    assertThat(foreign.toFile().setExecutable(true)).isTrue();

    refused(127, folder.resolve("none").toString(), "no such file");
    refused(127, "no-such-program-anywhere", "no such program on PATH");
    refused(126, folder.toString(), "it is a folder");
    refused(126, script.toString(), "it is not executable");
    refused(126, foreign.toString(), "it was built for ");
  }

  private static void refused(int code, String program, String reason) {
    Outcome outcome = Outcome.of("exec", "--", program);
    assertThat(outcome.code()).isEqualTo(code);
    assertThat(outcome.err()).contains("BP1013 FILE_UNREADABLE").contains(program).contains(reason);
  }

  @Test
  void reportsBadImagesSettingsAndNamesBeforeTheProgramStarts() throws IOException {
    Path text = Files.writeString(folder.resolve("text.xclbin"), "hello");

    assertThat(Outcome.of("exec", "--image", text.toString(), "--", "true").err())
        .contains("BP5001 IMAGE_INVALID")
        .contains(text.toString());
    assertThat(Outcome.of("exec", "--image", folder.toString(), "--", "true").err())
        .contains("it is a folder");
    assertThat(Outcome.of("exec", "--xrt-ini", folder + "/none", "--", "true").err())
        .contains("no such file")
        .contains("Name a file that is there");
    assertThat(Outcome.of("serve", "--xrt", "a/b", Outcome.example("vadd/vadd.xclbin")).err())
        .contains("cannot be called 'a/b'");
  }

  @Test
  void anImageIsNeededToServe() {
    Outcome outcome = Outcome.of("serve");
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("no image is named");
  }
}
