package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Events of queues. */
@Needs(
    value = {Queues.class, Memory.class},
    kernels = true)
public abstract class EventsConformance extends QueueSuite {
  /** A conformance class. */
  protected EventsConformance() {}

  @Test
  void whatACallbackThrowsIsToldAndHarmsNothing() throws Exception {
    Queue queue = queue();
    Event event = rig().keep(queue.marker());
    var stage =
        event
            .whenDone(
                status -> {
                  throw new IllegalStateException("thrown by a callback, as the test wants");
                })
            .toCompletableFuture();
    try {
      stage.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      throw new AssertionError("the stage completed");
    } catch (ExecutionException e) {
      assertThat(e).hasRootCauseMessage("thrown by a callback, as the test wants");
    }
    done(queue.marker());
  }

  @Test
  void anEventOfAProfilingQueueKnowsItsTimes() {
    Queue queue = rig().keep(queues().queue(QueueFlag.PROFILING));
    Event event = rig().keep(queue.launch(launch(ready())));
    event.await(Rig.DEADLINE);
    Event.Times times = event.times();

    assertThat(times.queued()).isLessThanOrEqualTo(times.submitted());
    assertThat(times.started()).isLessThanOrEqualTo(times.ended());
    assertThat(times.execution()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void whatWasClosedRefusesEveryUse() throws Exception {
    TestKernel ready = ready();
    Queue queue = queue();
    Launch launch = launch(ready);
    Event event = rig().keep(queue.marker());
    event.await(Rig.DEADLINE);
    Buffer buffer = buffer();
    rig().close(buffer);
    refuses(ErrorCode.CLOSED, () -> queue.read(buffer, 0, ints(0)));
    refuses(ErrorCode.CLOSED, () -> launch.set(bufferArgument(launch), buffer));
    rig().close(event);
    refuses(ErrorCode.CLOSED, () -> queue.marker(event));
    closedAgain(event);
    rig().close(launch);
    refuses(ErrorCode.CLOSED, () -> queue.submit(launch));
    closedAgain(launch);
    rig().close(queue);
    refuses(ErrorCode.CLOSED, queue::marker);
    closedAgain(queue);
  }
}
