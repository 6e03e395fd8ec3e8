package dev.backplane.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of {@link Card} on classes that JUnit executes inside a test. */
@Execution(ExecutionMode.SAME_THREAD)
final class CardTest {
  private static final String SPIN =
      "{\"java_kernels\": {\"vadd\": \"dev.backplane.junit.SpinKernel\"}}";

  @TempDir Path folder;

  private static void requireClosed(Device device) {
    assertThatThrownBy(() -> device.buffer(4096))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }

  @Card(image = Vadd.IMAGE)
  static class Passing {
    static final List<Device> SEEN = new ArrayList<>();

    @RepeatedTest(2)
    void everythingIsOfOneCard(
        Device device, Image image, Program program, Kernel vadd, Backplane backplane) {
      assertThat(backplane.token(device.id()).id()).isEqualTo("softcard/card0");
      assertThat(image.name()).isEqualTo(Vadd.IMAGE);
      assertThat(program.kernels()).containsExactly("vadd");
      assertThat(Vadd.doubled(vadd, 1, 2, 3)).containsExactly(2, 4, 6);
      SEEN.add(device);
    }

    @Test
    void aTestWithoutParametersHasNoCard() {}
  }

  @Test
  void eachTestHasACardOfItsOwnThatIsClosedAfterIt() throws IOException {
    Passing.SEEN.clear();
    Executed executed = Executed.of(folder, Passing.class);
    assertThat(executed.failures()).isEmpty();
    assertThat(executed.tests().succeeded().count()).isEqualTo(3);
    assertThat(Passing.SEEN).doesNotHaveDuplicates().hasSize(2);
    Passing.SEEN.forEach(CardTest::requireClosed);
    assertThat(executed.files()).isEmpty();
  }

  static class Failing {
    static final List<Device> SEEN = new ArrayList<>();

    @Test
    void addsWrongly(@Card(image = Vadd.IMAGE) Kernel vadd, @Card(image = Vadd.IMAGE) Device card) {
      SEEN.add(card);
      assertThat(Vadd.doubled(vadd, 1, 2, 3)).containsExactly(2, 4, 7);
    }
  }

  @Test
  void ofAFailureTheCallsAndAWaveformAreKept() throws IOException {
    Executed executed = Executed.of(folder, Failing.class);
    String test = "addsWrongly_Kernel_Device_";
    assertThat(executed.files()).containsExactly(test + "/flight-record.txt", test + "/vadd.fst");
    assertThat(executed.failures().getFirst()).isInstanceOf(AssertionError.class);
    assertThat(executed.failure())
        .contains(
            "kept of the card: "
                + folder.resolve(test + "/flight-record.txt").toAbsolutePath()
                + ", "
                + folder.resolve(test + "/vadd.fst").toAbsolutePath());
    assertThat(executed.text(test + "/flight-record.txt"))
        .contains(
            "card softcard/card0",
            "kernel vadd: started 1 times, 0 in flight",
            "image " + Vadd.IMAGE,
            "Buffer.sync",
            "Run.await")
        .contains("[2, 4, 7]");
    assertThat(Files.size(folder.resolve(test + "/vadd.fst"))).isPositive();
    Failing.SEEN.forEach(CardTest::requireClosed);
  }

  @Card(image = Vadd.IMAGE)
  static class Recorded {
    private static void runTwiceAndFail(Kernel vadd) {
      Vadd.doubled(vadd, 1);
      Vadd.doubled(vadd, new int[500]);
      throw new IllegalStateException("on purpose");
    }

    @Test
    void latest(Kernel vadd) {
      runTwiceAndFail(vadd);
    }

    @Test
    @Card(waves = Waves.FIRST)
    void first(Kernel vadd) {
      runTwiceAndFail(vadd);
    }

    @Test
    @Card(waves = Waves.NONE)
    void none(Kernel vadd) {
      runTwiceAndFail(vadd);
    }

    @Test
    void nothingRan(Kernel vadd) {
      throw new IllegalStateException("before " + vadd.name());
    }
  }

  @Test
  void theWaveformIsOfTheRunThatTheAnnotationSays() throws IOException {
    Executed executed = Executed.of(folder, Recorded.class);
    assertThat(executed.files())
        .containsExactly(
            "first_Kernel_/flight-record.txt",
            "first_Kernel_/vadd.fst",
            "latest_Kernel_/flight-record.txt",
            "latest_Kernel_/vadd.fst",
            "none_Kernel_/flight-record.txt",
            "nothingRan_Kernel_/flight-record.txt");
    // One is of a run of one number, the other of one of five hundred.
    assertThat(Files.size(folder.resolve("latest_Kernel_/vadd.fst")))
        .isGreaterThan(Files.size(folder.resolve("first_Kernel_/vadd.fst")));
  }

  @Card(image = Vadd.IMAGE, config = SPIN)
  static class Leaking {
    static final List<Buffer> BUFFERS = new ArrayList<>();
    static final List<Run> RUNS = new ArrayList<>();

    @Test
    void leavesBuffersAndARun(Kernel vadd) {
      for (int i = 0; i < 3; i++) {
        BUFFERS.add(vadd.buffer("a", 4096));
      }
      RUNS.add(vadd.start(BUFFERS.get(0), BUFFERS.get(1), BUFFERS.get(2), 1));
    }
  }

  @Test
  void whatATestLeavesOpenIsClosedWithItsCard() {
    Executed executed = Executed.of(folder, Leaking.class);
    assertThat(executed.failures()).isEmpty();
    assertThatThrownBy(Leaking.BUFFERS.getFirst()::sync).hasMessageContaining("CLOSED");
    assertThatThrownBy(() -> Leaking.RUNS.getFirst().join(Duration.ofMinutes(1)))
        .hasMessageContaining("CLOSED");
  }

  @Card(image = Vadd.IMAGE)
  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    private static void addWhileTheOtherIsOpen(Kernel vadd, int number) throws Exception {
      BOTH.await(5, TimeUnit.MINUTES);
      assertThat(Vadd.doubled(vadd, number)).containsExactly(2 * number);
      BOTH.await(5, TimeUnit.MINUTES);
    }

    @Test
    void left(Kernel vadd) throws Exception {
      addWhileTheOtherIsOpen(vadd, 3);
    }

    @Test
    void right(Kernel vadd) throws Exception {
      addWhileTheOtherIsOpen(vadd, 4);
    }
  }

  @Test
  void testsMayRunInParallel() {
    Executed executed =
        Executed.of(
            folder,
            Parallel.class,
            Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.config.strategy", "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "2"));
    assertThat(executed.failures()).isEmpty();
    assertThat(executed.tests().succeeded().count()).isEqualTo(2);
  }

  @Card(image = Vadd.IMAGE)
  static class Around {
    private Device before;

    @BeforeEach
    void open(Device card) {
      before = card;
    }

    @Test
    void isTheSameCard(Device card) {
      assertThat(card).isSameAs(before);
    }

    @Test
    void otherSettingsAreAnotherCard(
        Device card, @Card(config = "{\"strict_sync\": true}") Device strict) {
      assertThat(card).isSameAs(before).isNotSameAs(strict);
      assertThat(card.id()).isEqualTo(strict.id());
    }

    @AfterEach
    void isStillOpen(Device card) {
      assertThat(card).isSameAs(before);
      card.buffer(4096).close();
    }

    @Nested
    class Inside {
      @Test
      void hasTheCardOfTheClassAround(Kernel vadd) {
        assertThat(Vadd.doubled(vadd, 5)).containsExactly(10);
      }
    }
  }

  @Test
  void methodsAroundATestAndClassesInsideHaveItsCard() {
    Executed executed = Executed.of(folder, Around.class);
    assertThat(executed.failures()).isEmpty();
    assertThat(executed.tests().succeeded().count()).isEqualTo(3);
  }

  static class NoFile {
    @Test
    void test(@Card(image = "no/such.xclbin") Device card) {}
  }

  @Test
  void anImageThatIsNotThereIsToldWithThePlaceThatWasTried() throws IOException {
    Executed executed = Executed.of(folder, NoFile.class);
    String here = Path.of("").toAbsolutePath().toString();
    assertThat(executed.failure())
        .contains(
            "BP1013 FILE_UNREADABLE: read image no/such.xclbin: there is no file "
                + here
                + "/no/such.xclbin; names are relative to the working folder "
                + here
                + ". Correct the name in @Card");
    assertThat(executed.files()).isEmpty();
  }

  static class WrongType {
    @Test
    void test(@Card(image = Vadd.IMAGE) Buffer buffer) {}
  }

  static class NoImage {
    @Test
    void test(@Card Kernel kernel) {}
  }

  static class NoKernel {
    @Test
    void test(@Card(image = Vadd.IMAGE, kernel = "vmul") Kernel kernel) {}
  }

  static class ManyKernels {
    @Test
    void test(@Card(image = "../../examples/validate/validate.xclbin") Kernel kernel) {}
  }

  static class WrongConfig {
    @Test
    void test(@Card(config = "{\"engine\": \"quartz\"}") Device card) {}
  }

  static class NoJson {
    @Test
    void test(@Card(config = "{engine}") Device card) {}
  }

  static class NoDriver {
    @Test
    void test(@Card(driver = "hardcard") Device card) {}
  }

  @Card
  static class TooEarly {
    @BeforeAll
    static void open(Device card) {}

    @Test
    void test() {}
  }

  @Card
  static class Constructed {
    Constructed(Device card) {}

    @Test
    void test() {}
  }

  @Test
  void mistakesInParametersAreToldWithWhatIsPossible() {
    assertThat(Executed.of(folder, WrongType.class).failure())
        .contains(
            "@Card cannot give a parameter of the type dev.backplane.api.Buffer; it gives Device,"
                + " Kernel, Program, Image, Backplane");
    assertThat(Executed.of(folder, NoImage.class).failure())
        .contains(
            "BP1012 NO_IMAGE: a Kernel is asked for, and no @Card of the test names an image");
    assertThat(Executed.of(folder, NoKernel.class).failure())
        .contains("BP1006 NO_SUCH_KERNEL", "vmul", "vadd");
    assertThat(Executed.of(folder, ManyKernels.class).failure())
        .contains("BP1006 NO_SUCH_KERNEL", "and the annotation names none", "@Card(kernel =");
    assertThat(Executed.of(folder, TooEarly.class).failure())
        .contains("so there is none yet for open", "@BeforeEach");
    assertThat(Executed.of(folder, Constructed.class).failure())
        .contains("so there is none yet for ", "@BeforeEach");
  }

  @Test
  void aConfigurationThatTheDriverRefusesIsToldWithTheDriver() {
    assertThat(Executed.of(folder, WrongConfig.class).failure())
        .contains("open a card of driver softcard", "engine", "quartz", "verilator");
    assertThat(Executed.of(folder, NoJson.class).failure())
        .contains("BP2002 CONFIGURATION_SYNTAX: open a card of driver softcard", "{engine}");
    assertThat(Executed.of(folder, NoDriver.class).failure())
        .contains("BP2004 UNKNOWN_MODULE: open a card of driver hardcard", "on the class path");
  }
}
