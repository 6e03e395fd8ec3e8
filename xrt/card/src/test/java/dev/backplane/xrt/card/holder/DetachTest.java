package dev.backplane.xrt.card.holder;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.JavaKernels;
import dev.backplane.xrt.card.TestCard;
import dev.backplane.xrt.card.TestImages;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.XclbinImages;
import dev.backplane.xrt.card.schedule.KillClock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Holders who leave a card at the same time. */
final class DetachTest {
  /** Ends when it is let go, though it sees that it was told to stop. */
  public static final class Slow implements FunctionalKernel {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch TOLD = new CountDownLatch(1);
    static final CountDownLatch LET_GO = new CountDownLatch(1);

    /** Made by the card. */
    public Slow() {}

    @Override
    public void execute(Call call) {
      BEGUN.countDown();
      while (LET_GO.getCount() > 0) {
        if (call.cancelled()) {
          TOLD.countDown();
        }
        Thread.onSpinWait();
      }
    }
  }

  private static FutureTask<?> start(Runnable work) {
    FutureTask<?> task = new FutureTask<>(work, null);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  @Test
  void theLastOneTurnsItOffOnceThoughAnotherIsStillLeaving() throws Exception {
    CardConfig config = TestCard.configs(JavaKernels.configFor("spin", Slow.class)).getFirst();
    AtomicInteger off = new AtomicInteger();
    Card card =
        new Card(
            config,
            new XclbinImages(),
            new KillClock("test", false),
            unit -> Optional.empty(),
            gone -> off.incrementAndGet());
    CardSession first = new CardSession(card, Objects.requireNonNull(card.attach()));
    CardSession last = new CardSession(card, Objects.requireNonNull(card.attach()));
    Kernel spin = first.facet(Images.class).orElseThrow().load(TestImages.image()).kernel("spin");
    spin.start(spin.buffer("data", 4));
    assertThat(Slow.BEGUN.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    FutureTask<?> leaving = start(first::close);
    assertThat(Slow.TOLD.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    FutureTask<?> closing = start(last::close);
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!card.clients().isEmpty() && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    Slow.LET_GO.countDown();
    leaving.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    closing.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);

    assertThat(off).hasValue(1);
  }
}
