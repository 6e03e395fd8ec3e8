package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Commands that wait for the program. */
@Needs(
    value = {Queues.class, Memory.class},
    kernels = true,
    abilities = Ability.USER_EVENTS)
public abstract class UserEventsConformance extends QueueSuite {
  /** A conformance class. */
  protected UserEventsConformance() {}

  @Test
  void commandsWaitForTheEventsTheyAreGiven() {
    Queue queue = queue();
    UserEvent gate = gate();
    try (Event event = queue.marker(gate)) {
      assertThat(event.status().isFinal()).isFalse();
      assertThat(queue.isEmpty()).isFalse();
      refuses(ErrorCode.TIMEOUT, () -> event.await(SOON));
      refuses(ErrorCode.TIMEOUT, () -> event.await(Duration.ZERO));
      refuses(ErrorCode.TIMEOUT, () -> queue.finish(SOON));
      gate.complete();
      event.await(Rig.DEADLINE);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void commandsOfOneQueueWaitForThoseOfAnother() {
    Queue first = queue();
    Queue second = queue();
    Buffer buffer = filled(0);
    UserEvent gate = gate();
    Event written = first.write(buffer, 0, ints(9), gate);
    int[] read = new int[1];
    Event event = second.read(buffer, 0, MemorySegment.ofArray(read), written);
    gate.complete();
    done(event);
    written.close();

    assertThat(read).containsExactly(9);
  }

  @Test
  void aTargetWhoseArenaIsClosedTooEarlyFailsTheEventAndNothingElse() {
    Queue queue = queue();
    Buffer buffer = filled(3);
    UserEvent gate = gate();
    Arena arena = Arena.ofShared();
    try (Event event = queue.read(buffer, 0, arena.allocate(BYTES), gate)) {
      arena.close();
      gate.complete();

      refuses(ErrorCode.CLOSED, () -> event.await(Rig.DEADLINE));
      assertThat(event.status()).isEqualTo(Event.Status.FAILED);
    }
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void aSourceMayBeGoneAsSoonAsTheMethodHasReturned() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    UserEvent gate = gate();
    Event event;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocate(16);
      source.fill((byte) 5);
      event = queue.write(buffer, 0, source, gate);
      source.fill((byte) 9);
    }
    gate.complete();
    done(event);

    assertThat(buffer.syncBack().read(new byte[1])).containsExactly(5);
  }

  @Test
  void anEventThatFailsFailsWhatWaitsForIt() throws Exception {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = rig().keep(queue.write(filled(0), 0, ints(1), gate));
    var stage = event.completion().toCompletableFuture();
    gate.fail();

    refuses(ErrorCode.KERNEL_FAILED, () -> event.await(Rig.DEADLINE));
    assertThat(event.status()).isEqualTo(Event.Status.FAILED);
    refuses(ErrorCode.INVALID_ARGUMENT, gate::complete);
    assertThat(stage.handle((done, why) -> why).get(30, TimeUnit.SECONDS))
        .isInstanceOfAny(BackplaneException.class, CompletionException.class);
  }

  @Test
  void theStageOfAnEventCompletesAndItsCallbackIsCalledOnce() throws Exception {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = rig().keep(queue.marker(gate));
    List<Event.Status> told = new ArrayList<>();
    var before = event.whenDone(told::add).toCompletableFuture();
    assertThat(before).isNotDone();
    gate.complete();
    before.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    event.completion().toCompletableFuture().get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    event.whenDone(told::add).toCompletableFuture().get(30, TimeUnit.SECONDS);

    assertThat(told).containsExactly(Event.Status.COMPLETE, Event.Status.COMPLETE);
  }

  @Test
  void anEventThatHasNotEndedOrOfAnotherQueueHasNoTimes() {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = rig().keep(queue.marker(gate));
    refuses(ErrorCode.IN_USE, event::times);
    gate.complete();
    event.await(Rig.DEADLINE);

    refuses(ErrorCode.NOT_SUPPORTED, event::times);
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = rig().keep(queue.marker(gate));
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> event.await(Rig.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
      gate.complete();
    }
    event.await(Rig.DEADLINE);
  }

  @Test
  void whatBelongsToAnotherDeviceIsRefused() throws Exception {
    rig().close(device());
    String key = rig().resources().getFirst().key();
    DriverDevice first = rig().open(key, OpenMode.SHARED);
    DriverDevice second = rig().open(key, OpenMode.SHARED);
    rig().prepare(first);
    rig().prepare(second);
    Buffer foreign = buffer(second);
    Queue queue = rig().keep(rig().facet(first, Queues.class).queue());
    TestKernel ready = rig().ready(first);
    Launch launch = rig().keep(rig().facet(first, Queues.class).launch(ready.kernel()));
    UserEvent event = rig().keep(rig().facet(second, Queues.class).userEvent());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> launch.set(bufferArgument(launch), foreign));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(foreign, 0, ints(0)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(event));
    event.complete();
  }
}
