package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Run;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The board of a card with kernels at work. */
class BoardTest {
  /** Heeds nothing; when it is let go at last, it reaches for memory. */
  public static final class Hung implements FunctionalKernel {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch LET_GO = new CountDownLatch(1);
    static final CountDownLatch OVER = new CountDownLatch(1);
    static volatile long probed;

    /** Made by the card. */
    public Hung() {}

    @Override
    public void execute(Call call) {
      BEGUN.countDown();
      while (LET_GO.getCount() > 0) {
        Thread.onSpinWait();
      }
      try {
        call.memory("data", probed, 4).fill((byte) 1);
      } finally {
        OVER.countDown();
      }
    }
  }

  @Test
  void aHungUnitTripsTheFirewallAndIsGivenUpByAResetOfTheUnits() throws InterruptedException {
    String config = JavaKernels.configFor("spin", Hung.class);
    try (TestCard card = new TestCard(config)) {
      DriverDevice other = card.open(OpenMode.SHARED);
      Kernel spin = TestCard.facet(other, Images.class).load(TestImages.image()).kernel("spin");
      var _ = spin.start(spin.buffer("data", 4));
      assertThat(Hung.BEGUN.await(20, TimeUnit.SECONDS)).isTrue();
      refuses(ErrorCode.KERNEL_FAILED, other::close);

      Board board = card.facet(Board.class);
      assertThat(board.firewall())
          .filteredOn(Board.FirewallLevel::tripped)
          .extracting(Board.FirewallLevel::name)
          .containsExactly("execution");
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
      card.facet(Resets.class).reset(Resets.Part.KERNEL);

      assertThat(card.facet(ErrorLog.class).errors())
          .anySatisfy(error -> assertThat(error.text()).contains("spin_1", "cut off"));
      Kernel vadd = card.facet(Images.class).loaded().orElseThrow().kernel("vadd");
      add(vadd);

      // What the unit does when it comes back is nobody's business any more.
      Buffer precious = vadd.buffer("a", 4);
      Hung.probed = precious.write(7).sync().address();
      Hung.LET_GO.countDown();
      assertThat(Hung.OVER.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(precious.syncBack().read(new int[1])).containsExactly(7);
      add(vadd);
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    } finally {
      Hung.LET_GO.countDown();
    }
  }

  private static void add(Kernel vadd) {
    try (Buffer a = vadd.buffer("a", 4);
        Buffer b = vadd.buffer("b", 4);
        Buffer c = vadd.buffer("c", 4)) {
      vadd.start(a.write(20).sync(), b.write(22).sync(), c, 1).await(DEADLINE);
      assertThat(c.syncBack().read(new int[1])).containsExactly(42);
    }
  }

  @Test
  void aFaultNamesLevelStatusAndAddressAndTheRestIsRefused() {
    try (TestCard card = new TestCard()) {
      Kernel wild = card.kernel("wild");
      Buffer data = wild.buffer("data", 128);
      Run run = wild.start(data);
      refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE));

      Board board = card.facet(Board.class);
      assertThat(board.firewall())
          .filteredOn(Board.FirewallLevel::tripped)
          .singleElement()
          .satisfies(
              level -> {
                assertThat(level.name()).isEqualTo("data");
                assertThat(level.status()).isEqualTo(4);
                assertThat(level.addresses()).contains(data.address() + 128);
              });
      refuses(ErrorCode.DEVICE_FAULTED, () -> wild.start(data));
      card.facet(Management.class).reset();
      assertThat(board.firewall()).noneMatch(Board.FirewallLevel::tripped);
      add(card.kernel("vadd"));
    }
  }

  @Test
  void aUnitThatIsBusyDrawsPower() {
    try (TestCard card = new TestCard()) {
      Kernel spin = card.kernel("spin");
      Run run = spin.start(spin.buffer("data", 4));
      long end = System.nanoTime() + DEADLINE.toNanos();
      double watts = 0;
      while (watts < 20 && System.nanoTime() < end) {
        watts =
            card.facet(Sensors.class).sensors().stream()
                .filter(sensor -> sensor.quantity() == Quantity.POWER)
                .mapToDouble(Sensor::value)
                .sum();
      }
      run.cancel();

      // At rest it is 18.4 W; a unit at 300 MHz adds 6 W.
      assertThat(watts).isGreaterThan(20);
    }
  }

  @Test
  void aGuestMayLoadOnlyWithLeave() {
    String config =
        TestImages.CONFIG.replaceFirst(
            "\\{", "{\"board\": {\"user_requests\": [\"USER_PROBE\", \"LOAD_XCLBIN\"]},");
    try (TestCard card = new TestCard(config)) {
      assertThat(refuses(ErrorCode.NOT_PERMITTED, card::load).getMessage())
          .contains("LOAD_XCLBIN_KADDR");
    }
    // From another machine the image goes through the mailbox itself.
    try (TestCard card =
        new TestCard(
            config.replace("\"user_requests\"", "\"same_domain\": false, \"user_requests\""))) {
      add(card.kernel("vadd"));
    }
    try (TestCard card =
        new TestCard(config.replaceAll("\"user_requests\": \\[[^]]*]", "\"management\": false"))) {
      refuses(ErrorCode.PEER_OFFLINE, card::load);
    }
  }
}
