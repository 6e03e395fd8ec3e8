package dev.backplane.cli.opae;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.board.Slots;
import dev.backplane.cli.Outcome;
import dev.backplane.cli.report.Json;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code backplane opae reconfigure}, with images that are built here. */
class OpaeReconfigureTest {
  private static final String HELLO = "5f1c0b7e-9d24-4a86-8d3e-62f4a9175cb0";
  private static final String LOOPBACK = "d8424dc4-a4a3-c413-f89e-433683f9040b";
  private static final String OTHER = "69528db6-eb31-577a-8c36-68f9faa081f6";

  @TempDir static Path images;
  @TempDir Path folder;
  private Path config = Path.of("");

  @BeforeAll
  static void imagesAreBuilt() {
    build("hello-afu", "hello.gbs", "--clock", "200");
    build("hello-afu", "other.gbs", "--interface-id", OTHER);
    build("nlb0", "nlb0.gbs");
  }

  private static void build(String example, String file, String... options) {
    String[] line = {
      "build", "--kernel", Outcome.example(example + "/kernel.toml"), "-o", image(file), "--quiet"
    };
    String[] all = java.util.Arrays.copyOf(line, line.length + options.length);
    System.arraycopy(options, 0, all, line.length, options.length);
    assertThat(Outcome.of(all)).isEqualTo(new Outcome(0, "", ""));
  }

  private static String image(String file) {
    return images.resolve(file).toString();
  }

  @BeforeEach
  void aCardOfEachInterfaceIsThere() throws IOException {
    config = folder.resolve("cards.json");
    cards("{}, {\"interface_id\": \"%s\"}".formatted(OTHER));
  }

  private void cards(String cards) throws IOException {
    Files.writeString(
        config,
        """
        {"plugins": [{"module": "opaecard", "name": "cards", "config": {"cards": [%s]}}]}
        """
            .formatted(cards));
  }

  private Outcome reconfigure(String file, String... options) {
    String[] line = {"opae", "reconfigure", image(file), "--config", config.toString()};
    String[] all = java.util.Arrays.copyOf(line, line.length + options.length);
    System.arraycopy(options, 0, all, line.length, options.length);
    return Outcome.of(all);
  }

  @Test
  void theDeviceIsFoundByTheInterfaceOfTheImage() {
    Outcome hello = reconfigure("hello.gbs");
    assertThat(hello.err()).isEmpty();
    assertThat(hello.code()).isZero();
    assertThat(hello.out())
        .startsWith("loaded")
        .containsPattern("device +cards/card0.fme")
        .containsPattern("clock wanted +200 and 100 MHz")
        .containsPattern("before\\R.*\\R +cards/card0.port +%s".formatted(LOOPBACK))
        .containsPattern(
            "after\\R.*\\R +cards/card0.port +%s +unassigned +200 and 100 MHz".formatted(HELLO));
    assertThat(reconfigure("other.gbs", "--json").out())
        .hasLineCount(1)
        .contains("\"device\":\"cards/card1.fme\",\"slot\":0")
        .containsPattern("\"after\":\\[\\{\"id\":\"cards/card1.port\",\"guid\":\"" + HELLO);
  }

  @Test
  void anotherAcceleratorIsLoadedWithoutItsClock() {
    Outcome outcome = reconfigure("nlb0.gbs", "cards/card0.port", "--skip-user-clock", "--force");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("forced +yes")
        .containsPattern("clock wanted +left as it is")
        .containsPattern(
            "after\\R.*\\R +cards/card0.port +%s .*312 and 156 MHz".formatted(LOOPBACK));
  }

  @Test
  void aTrialLoadsNothing() {
    Outcome outcome = reconfigure("hello.gbs", "--dry-run", "--bus", "0xb0");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .startsWith("would be loaded")
        .contains(LOOPBACK)
        .doesNotContain("after");
    assertThat(reconfigure("hello.gbs", "--dry-run", "--slot", "1").err())
        .contains("BP1011")
        .contains("there is no slot 1");
  }

  @Test
  void severalDevicesThatFitAreListed() throws IOException {
    cards("{}, {}");
    Outcome outcome = reconfigure("hello.gbs");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("2 devices")
        .contains("cards/card0.fme (device at 0000:b0:00.0), cards/card1.fme")
        .hasLineCount(1);
    assertThat(reconfigure("hello.gbs", "-B", "0xb1").out()).containsPattern("device +cards/card1");
    assertThat(reconfigure("hello.gbs", "-B", "0xb1", "card1.fme").code()).isEqualTo(2);
  }

  @Test
  void anImageForAnotherInterfaceIsRefusedWithThoseThatThereAre() throws IOException {
    Outcome named = reconfigure("other.gbs", "card0.fme");
    assertThat(named.code()).isEqualTo(1);
    assertThat(named.err()).contains("BP5003").contains(OTHER).contains("cards/card0.fme");
    cards("{}");
    Outcome found = reconfigure("other.gbs");
    assertThat(found.code()).isEqualTo(2);
    assertThat(found.err())
        .contains("BP1004")
        .contains(OTHER)
        .contains("cards/card0.fme with 9e2f4a86-3d17-5c0b-8a64-0b5e7c91d2f3");
  }

  @Test
  void refusesAFileThatIsNoGreenBitstream() throws IOException {
    Files.writeString(images.resolve("text.gbs"), "not an image");
    byte[] whole = Files.readAllBytes(Path.of(image("hello.gbs")));
    Files.write(images.resolve("short.gbs"), java.util.Arrays.copyOf(whole, 100));
    // Its metadata are whole, and its payload is not: only the card can tell.
    Files.write(images.resolve("cut.gbs"), java.util.Arrays.copyOf(whole, whole.length - 1000));
    Outcome text = reconfigure("text.gbs");
    assertThat(text.code()).isEqualTo(1);
    assertThat(text.err()).contains("BP5001").contains("Give a green bitstream");
    assertThat(reconfigure("short.gbs").err()).contains("BP5002");
    assertThat(reconfigure("cut.gbs").code()).isEqualTo(1);
    assertThat(reconfigure("cut.gbs").out()).isEmpty();
    Outcome missing = reconfigure("none.gbs");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("BP1013").contains("none.gbs");
  }

  @Test
  void anAcceleratorWithoutItsDeviceHasNoSlots() throws IOException {
    cards("{\"virtual_function\": true}");
    assertThat(reconfigure("hello.gbs", "card0.port").err()).contains("the device has no Slots");
    assertThat(reconfigure("hello.gbs").err()).contains("BP1004").contains("there is none");
  }

  @Test
  void anAcceleratorThatIsOpenIsReplacedByForceOnly() {
    Image hello = Image.of(Path.of(image("hello.gbs")));
    try (Backplane backplane = Backplane.open(config)) {
      OpaeSearch search = new OpaeSearch(backplane);
      OpaeResource device = search.named("card0.fme");
      try (Device held = search.named("card0.port").token().open(OpenMode.SHARED)) {
        assertThat(search.named("card0.port").state()).contains("open");
        Reconfiguration gentle = new Reconfiguration(search, device, hello, 0, Set.of());
        assertBusy(gentle::preview);
        assertBusy(gentle::carryOut);
        Reconfiguration forced =
            new Reconfiguration(search, device, hello, 0, Set.of(Slots.Option.FORCE));
        assertThat(Json.text(forced.preview())).contains("\"forced\":true");
        assertThat(forced.carryOut().toString()).contains(HELLO);
        forced.verify();
        assertThat(held.properties().guid()).isPresent();
      }
    }
  }

  private static void assertBusy(org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
    assertThatExceptionOfType(BackplaneException.class)
        .isThrownBy(work)
        .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.BUSY))
        .withMessageContaining("--force");
  }

  @Test
  void anExclusivelyOpenResourceShowsItsPublicProperties() {
    try (Backplane backplane = Backplane.open(config);
        Device alone = new OpaeSearch(backplane).named("card0.port").token().open()) {
      String report = Json.text(OpaeReport.of(new OpaeSearch(backplane).named("card0.port")));
      assertThat(report)
          .contains("\"id\":\"" + alone.id() + "\"", "\"state\":\"open\"", "\"not_opened\":")
          .doesNotContain("\"features\"");
    }
  }
}
