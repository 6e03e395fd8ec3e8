package dev.backplane.drivers.softcard.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Interrupts;
import dev.backplane.drivers.softcard.card.Card;
import dev.backplane.drivers.softcard.ert.EmbeddedScheduler;
import dev.backplane.drivers.softcard.schedule.CardClient;
import dev.backplane.drivers.softcard.schedule.ErtPorts;
import dev.backplane.drivers.softcard.schedule.LoadedImage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The message by which the embedded scheduler tells of completed slots, as one holder sees it. */
final class CardInterrupts implements Interrupts {
  private final Card card;
  private final CardClient client;
  private @Nullable EmbeddedScheduler of;
  private long taken;

  CardInterrupts(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public boolean await(int number, Duration timeout) {
    if (number != 0) {
      throw refusal(ErrorCode.OUT_OF_RANGE, "there is no interrupt " + number + "; there is 0")
          .build();
    }
    LoadedImage loaded = card.loaded(client);
    ErtPorts ert = loaded == null ? null : loaded.scheduler().ert();
    if (ert == null) {
      throw refusal(ErrorCode.NO_IMAGE, "no image is loaded whose commands could complete")
          .remedy("Load an image first")
          .build();
    }
    EmbeddedScheduler scheduler = ert.scheduler();
    long seen = seen(scheduler);
    long sent = scheduler.awaitInterrupt(seen, timeout);
    return take(scheduler, sent);
  }

  private synchronized long seen(EmbeddedScheduler scheduler) {
    if (of != scheduler) {
      of = scheduler;
      taken = 0;
    }
    return taken;
  }

  private synchronized boolean take(EmbeddedScheduler scheduler, long sent) {
    boolean came = of == scheduler && sent > taken;
    if (came) {
      taken = sent;
    }
    return came;
  }

  private BackplaneException.Builder refusal(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem)
        .during("await interrupt")
        .on(card.config().name());
  }
}
