package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostFilesTest {
  @Test
  void banksHaveSizesThatTheReaderKnows() {
    String text =
        new Emconfig("card", List.of(1L << 30, 3L << 30, 1536L, 16L << 30), Scheduling.HOST).text();
    assertThat(text)
        .contains("{\"Size\": \"1G\"}, {\"Size\": \"2G\"}, {\"Size\": \"1K\"}, {\"Size\": \"16G\"}")
        .contains("\"FileVersion\": \"2.0\"")
        .contains("\"ert\": \"disabled\"")
        .contains("\"m2m\": \"disabled\"")
        .doesNotContain("ertBaseAddr");
  }

  @Test
  void ertIsAdvertisedOnlyWhereItIsServed() {
    assertThat(new Emconfig("card", List.of(1L << 30), Scheduling.ERT).text())
        .contains("\"ert\": \"enabled\"")
        .contains("\"ertCmdqBaseAddr\": \"1638400\"");
    assertThat(new Emconfig("card", List.of(1L << 30), Scheduling.ERT_30).text())
        .contains("\"ertVersion\": \"30\"")
        .contains("\"ertCmdqBaseAddr\": \"549755813888\"");
  }

  @Test
  void theCopyEngineIsFoundBySchedulersOfAllKinds() {
    for (Scheduling each : Scheduling.values()) {
      assertThat(new Emconfig("card", List.of(1L << 30), each, 1, true).text())
          .contains("\"m2m\": \"enabled\"")
          .containsOnlyOnce("\"ertBaseAddr\": \"6000000000\"");
    }
  }

  @Test
  void thereMayBeSeveralDevices() {
    assertThat(new Emconfig("card", List.of(1L << 30), Scheduling.HOST, 3, false).text())
        .contains("\"NumDevices\": \"3\"");
    assertThat(new Emconfig("card", List.of(1L << 30), Scheduling.HOST).text())
        .contains("\"NumDevices\": \"1\"");
  }

  @Test
  void aNameCannotBreakTheFile() {
    assertThat(new Emconfig("a\"b\\c", List.of(), Scheduling.HOST).text())
        .contains("\"Name\": \"a_b_c\"");
  }

  @Test
  void keepsTheUsersSettingsAndAddsTheOthers() {
    XrtIni ini =
        XrtIni.parse(
                List.of(
                    "# mine",
                    "[Emulation]",
                    "packet_size = 1048576",
                    "",
                    "[Runtime]",
                    "verbosity=4"))
            .forHost(false, false);
    assertThat(ini.value("Emulation", "packet_size")).contains("1048576");
    assertThat(ini.value("Emulation", "new_mbscheduler")).contains("false");
    assertThat(ini.value("Emulation", "dont_run")).isEmpty();
    assertThat(ini.value("Runtime", "verbosity")).contains("4");
    assertThat(ini.text().lines()).contains("[Emulation]", "[Runtime]", "[Debug]", "verbosity=4");
  }

  @Test
  void theFirstMessageIsLongerThanAnyOther() {
    XrtIni ini = XrtIni.empty().forHost(true, true);
    int packet = Integer.parseInt(ini.value("Emulation", "packet_size").orElseThrow());
    assertThat(ini.text().length()).isGreaterThan(packet + 4096);
    assertThat(ini.value("Emulation", "dont_run")).contains("true");
    assertThat(ini.value("Emulation", "new_mbscheduler")).contains("true");
  }
}
