package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import dev.backplane.api.UserEvent;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues, launches and events. */
public abstract class QueuesConformance extends Conformance {
  private static final int BYTES = 4096;
  private static final Duration SOON = Duration.ofMillis(20);

  private @Nullable DriverDevice device;
  private @Nullable Queues queues;

  /** A conformance class. */
  protected QueuesConformance() {}

  @BeforeEach
  void openDevice() {
    device = bench().open();
    queues = bench().facet(device, Queues.class);
    bench().prepare(device);
  }

  @Test
  void aLaunchComputesWhatARunDoes() {
    Job job = job();
    Queue queue = queue();
    Launch launch = launch(job);
    try (Event event = queue.launch(launch)) {
      event.await(Bench.DEADLINE);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
    job.check();
  }

  @Test
  void aLaunchIsSubmittedAgainAndAgainAndTheQueueTellsOfTheEnd() {
    Job job = job();
    Queue queue = queue();
    Launch launch = launch(job);
    for (int round = 0; round < 100; round++) {
      queue.submit(launch);
    }
    queue.finish(Bench.DEADLINE);

    assertThat(queue.isEmpty()).isTrue();
    job.check();
  }

  @Test
  void severalThreadsSubmitToOneQueue() throws Exception {
    Queue queue = queue();
    Kernel kernel = kernel();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      List<Job> jobs = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        Job job = bench().job(kernel, bench().work());
        jobs.add(job);
        Launch launch = launch(job);
        workers.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 50; round++) {
                    queue.submit(launch);
                  }
                }));
      }
      for (Future<?> worker : workers) {
        worker.get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
      queue.finish(Bench.DEADLINE);
      jobs.forEach(Job::check);
    }
  }

  @Test
  void everyArgumentHasToBeSet() {
    Job job = job();
    Queue queue = queue();
    Launch launch = bench().keep(queues().launch(job.kernel()));
    var error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.submit(launch));

    assertThat(error.getMessage()).contains(job.kernel().arguments().getFirst().name());
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.launch(launch));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anArgumentThatIsNotThereIsNamed(int index) {
    Launch launch = launch(job());
    var error = refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(index, 1));

    assertThat(error.getMessage()).contains(launch.name()).contains(String.valueOf(index));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(index, buffer()));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.setLocal(index, 4));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.setBytes(index, ints(1)));
  }

  @Test
  void aValueOfTheWrongKindOrSizeIsRefused() {
    Launch launch = launch(job());
    for (Argument argument : launch.arguments()) {
      int index = argument.index();
      switch (argument.kind()) {
        case BUFFER -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, 1));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, 1.0));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.setLocal(index, 16));
        }
        case SCALAR -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, buffer()));
          refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> launch.setBytes(index, ints(1, 2, 3, 4)));
        }
        case LOCAL, OTHER -> {
          // Takes more than one kind.
        }
      }
    }
  }

  @Test
  void aGroupThatIsTooLargeNamesTheLimit() {
    Launch launch = launch(job());
    long limit = launch.largestGroup();
    var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(limit + 1));

    assertThat(limit).isPositive();
    assertThat(error.getMessage()).contains(String.valueOf(limit));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(Long.MAX_VALUE, 2));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(-1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.global(0));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.global(1, -1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.offset(-1, 0, 0));
  }

  @Test
  void aGroupAndARangeOfDifferentDimensionsAreRefused() {
    Launch launch = launch(job()).global(4).local(2, 2);
    try (Queue queue = queues().queue()) {
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.submit(launch));

      assertThat(error.getMessage()).contains("4").contains("2 x 2");
    }
  }

  @Test
  void whatBelongsToAnotherDeviceIsRefused() throws Exception {
    bench().close(device());
    String key = bench().resources().getFirst().key();
    DriverDevice first = bench().open(key, OpenMode.SHARED);
    DriverDevice second = bench().open(key, OpenMode.SHARED);
    bench().needs(Gap.USER_EVENTS);
    bench().prepare(first);
    bench().prepare(second);
    Buffer foreign = bench().keep(bench().facet(second, Memory.class).allocate(BYTES, bank()));
    Queue queue = bench().keep(bench().facet(first, Queues.class).queue());
    Job job = bench().job(bench().kernel(first, bench().work()), bench().work());
    Launch launch = bench().keep(bench().facet(first, Queues.class).launch(job.kernel()));
    UserEvent event = bench().keep(bench().facet(second, Queues.class).userEvent());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> launch.set(bufferArgument(launch), foreign));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(foreign, 0, ints(0)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(event));
    event.complete();
  }

  @Test
  void writesAndReadsMoveTheirRangeAndNoMore() {
    Queue queue = queue();
    Buffer buffer = filled(7);
    done(queue.write(buffer, 8, ints(1, 2)));
    int[] read = new int[5];
    done(queue.read(buffer, 4, MemorySegment.ofArray(read)));

    assertThat(read).containsExactly(7, 1, 2, 7, 7);
    assertThat(buffer.host().get(ValueLayout.JAVA_INT, 8))
        .as("the host's copy is left alone")
        .isEqualTo(7);
  }

  @Test
  void everyKindOfHostMemoryDoes() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      List<MemorySegment> sources =
          List.of(
              shared.allocate(16),
              confined.allocate(16),
              Arena.ofAuto().allocate(16),
              Arena.global().allocate(16),
              queues().hostMemory(16),
              MemorySegment.ofArray(new byte[16]),
              buffer.host().asSlice(0, 16));
      int value = 1;
      for (MemorySegment source : sources) {
        source.fill((byte) value);
        done(queue.write(buffer, 16, source));
        source.fill((byte) 0);
        if (source.isAccessibleBy(new Thread())) {
          done(queue.read(buffer, 16, source));

          assertThat(source.get(ValueLayout.JAVA_BYTE, 15)).isEqualTo((byte) value);
        }
        value++;
      }
    }
  }

  @Test
  void aTargetThatCannotBeFilledIsRefused() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    try (Arena confined = Arena.ofConfined()) {
      MemorySegment mine = confined.allocate(16);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, mine));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, ints(1).asReadOnly()));
    }
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

      refuses(ErrorCode.CLOSED, () -> event.await(Bench.DEADLINE));
      assertThat(event.status()).isEqualTo(Event.Status.FAILED);
    }
    queue.finish(Bench.DEADLINE);
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

  @ParameterizedTest
  @CsvSource({
    "-1, 4",
    "4096, 4",
    "4093, 4",
    "9223372036854775807, 4",
    "-9223372036854775808, 4",
    "0, 4100"
  })
  void aTransferOutsideOfTheBufferIsOutOfRange(long offset, int bytes) {
    Queue queue = queue();
    Buffer buffer = buffer();
    MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);

    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.read(buffer, offset, memory));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.write(buffer, offset, memory));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.fill(buffer, offset, bytes, ints(1)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer, offset, buffer(), 0, bytes));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer(), 0, buffer, offset, bytes));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.map(buffer, offset, bytes, Mapping.Access.READ, Bench.DEADLINE));
  }

  @Test
  void aCopyMovesItsRangeAndRefusesToOverlap() {
    Queue queue = queue();
    Buffer from = filled(4);
    Buffer to = filled(1);
    done(queue.copy(from, 0, to, 4, 8));

    assertThat(to.syncBack().read(new int[4])).containsExactly(1, 4, 4, 1);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.copy(to, 0, to, 4, 8));
  }

  @Test
  void aFillRepeatsItsPattern() {
    Queue queue = queue();
    Buffer buffer = filled(1);
    done(queue.fill(buffer, 8, 16, ints(5, 6)));

    assertThat(buffer.syncBack().read(new int[7])).containsExactly(1, 1, 5, 6, 5, 6, 1);
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> queue.fill(buffer, 0, 9, MemorySegment.ofArray(new byte[3])));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 4, 16, ints(5, 6)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 0, 10, ints(1)));
  }

  @Test
  void boxesGoThereAndBack() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    Rect inBuffer = Rect.of(8, 2, 2).at(4, 1, 1).in(16, 64);
    Rect packed = Rect.of(8, 2, 2);
    done(queue.writeRect(buffer, inBuffer, ints(1, 2, 3, 4, 5, 6, 7, 8), packed));
    int[] row = new int[4];
    done(queue.read(buffer, 64 + 16, MemorySegment.ofArray(row)));

    assertThat(row).containsExactly(0, 1, 2, 0);

    Buffer copy = filled(0);
    done(queue.copyRect(buffer, inBuffer, copy, packed));
    assertThat(copy.syncBack().read(new int[8])).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);

    for (MemorySegment target : List.of(ints(new int[32]), queues().hostMemory(128))) {
      Rect spread = packed.at(4, 0, 0).in(16, 32);
      done(queue.readRect(buffer, inBuffer, target, spread));
      assertThat(target.asSlice(0, 64).toArray(ValueLayout.JAVA_INT))
          .containsExactly(0, 1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0);
    }
  }

  @Test
  void aBoxThatDoesNotFitIsRefused() {
    Queue queue = queue();
    Buffer buffer = buffer();
    Rect large = Rect.of(64, 65);

    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.readRect(buffer, large, ints(new int[2000]), Rect.of(64, 65)));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.writeRect(buffer, Rect.of(4, 4), ints(1, 2, 3), Rect.of(4, 4)));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.readRect(buffer, Rect.of(4, 4), ints(1, 2, 3), Rect.of(4, 4)));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> queue.copyRect(buffer, Rect.of(4, 4), buffer(), Rect.of(4, 5)));
  }

  @Test
  void aMappingShowsTheDevicesCopyInPlace() {
    Queue queue = queue();
    Buffer buffer = filled(6);
    MemorySegment segment;
    try (Mapping mapping = queue.map(buffer, 4, 8, Mapping.Access.READ_WRITE, Bench.DEADLINE)) {
      segment = mapping.segment();
      assertThat(segment.toArray(ValueLayout.JAVA_INT)).containsExactly(6, 6);
      segment.set(ValueLayout.JAVA_INT, 0, 8);
    }
    queue.finish(Bench.DEADLINE);

    assertThat(segment.scope().isAlive()).isFalse();
    assertThat(buffer.syncBack().read(new int[3])).containsExactly(6, 8, 6);
  }

  @Test
  void aMappingIsUnmappedOnce() {
    Queue queue = queue();
    Mapping mapping = queue.map(buffer(), 0, 4, Mapping.Access.OVERWRITE, Bench.DEADLINE);
    done(mapping.unmap());

    refuses(ErrorCode.CLOSED, mapping::unmap);
    mapping.close();
  }

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
      event.await(Bench.DEADLINE);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
    queue.finish(Bench.DEADLINE);
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
  void anOutOfOrderQueueKeepsOnlyTheOrderOfEventsAndBarriers() {
    Queue queue;
    try {
      queue = bench().keep(queues().queue(QueueFlag.OUT_OF_ORDER));
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      assumeTrue(false, "queues are in order");
      return;
    }
    Buffer buffer = filled(0);
    UserEvent gate = gate();
    Event late = queue.write(buffer, 0, ints(1), gate);
    done(queue.write(buffer, 4, ints(2)));
    assertThat(late.status().isFinal()).isFalse();
    Event barrier = queue.barrier();
    Event last = queue.write(buffer, 0, ints(3));
    assertThat(last.status().isFinal()).isFalse();
    gate.complete();
    done(last);
    done(barrier);
    done(late);

    assertThat(buffer.syncBack().read(new int[2])).containsExactly(3, 2);
  }

  @Test
  void anEventThatFailsFailsWhatWaitsForIt() throws Exception {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = bench().keep(queue.write(filled(0), 0, ints(1), gate));
    var stage = event.completion().toCompletableFuture();
    gate.fail();

    refuses(ErrorCode.KERNEL_FAILED, () -> event.await(Bench.DEADLINE));
    assertThat(event.status()).isEqualTo(Event.Status.FAILED);
    refuses(ErrorCode.INVALID_ARGUMENT, gate::complete);
    assertThat(stage.handle((done, why) -> why).get(30, TimeUnit.SECONDS))
        .isInstanceOfAny(BackplaneException.class, CompletionException.class);
  }

  @Test
  void theStageOfAnEventCompletesAndItsCallbackIsCalledOnce() throws Exception {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = bench().keep(queue.marker(gate));
    List<Event.Status> told = new ArrayList<>();
    var before = event.whenDone(told::add).toCompletableFuture();
    assertThat(before).isNotDone();
    gate.complete();
    before.get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    event.completion().toCompletableFuture().get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    event.whenDone(told::add).toCompletableFuture().get(30, TimeUnit.SECONDS);

    assertThat(told).containsExactly(Event.Status.COMPLETE, Event.Status.COMPLETE);
  }

  @Test
  void whatACallbackThrowsIsToldAndHarmsNothing() throws Exception {
    Queue queue = queue();
    Event event = bench().keep(queue.marker());
    var stage =
        event
            .whenDone(
                status -> {
                  throw new IllegalStateException("thrown by a callback, as the test wants");
                })
            .toCompletableFuture();
    try {
      stage.get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      throw new AssertionError("the stage completed");
    } catch (ExecutionException e) {
      assertThat(e).hasRootCauseMessage("thrown by a callback, as the test wants");
    }
    done(queue.marker());
  }

  @Test
  void anEventOfAProfilingQueueKnowsItsTimes() {
    Queue queue = bench().keep(queues().queue(QueueFlag.PROFILING));
    Event event = bench().keep(queue.launch(launch(job())));
    event.await(Bench.DEADLINE);
    Event.Times times = event.times();

    assertThat(times.queued()).isLessThanOrEqualTo(times.submitted());
    assertThat(times.started()).isLessThanOrEqualTo(times.ended());
    assertThat(times.execution()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void anEventThatHasNotEndedOrOfAnotherQueueHasNoTimes() {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = bench().keep(queue.marker(gate));
    refuses(ErrorCode.IN_USE, event::times);
    gate.complete();
    event.await(Bench.DEADLINE);

    refuses(ErrorCode.NOT_SUPPORTED, event::times);
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Queue queue = queue();
    UserEvent gate = gate();
    Event event = bench().keep(queue.marker(gate));
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> event.await(Bench.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
      gate.complete();
    }
    event.await(Bench.DEADLINE);
  }

  @Test
  void whatWasClosedRefusesEveryUse() throws Exception {
    Job job = job();
    Queue queue = queue();
    Launch launch = launch(job);
    Event event = bench().keep(queue.marker());
    event.await(Bench.DEADLINE);
    Buffer buffer = buffer();
    bench().close(buffer);
    refuses(ErrorCode.CLOSED, () -> queue.read(buffer, 0, ints(0)));
    refuses(ErrorCode.CLOSED, () -> launch.set(bufferArgument(launch), buffer));
    bench().close(event);
    refuses(ErrorCode.CLOSED, () -> queue.marker(event));
    refuses(ErrorCode.CLOSED, event::close);
    bench().close(launch);
    refuses(ErrorCode.CLOSED, () -> queue.submit(launch));
    refuses(ErrorCode.CLOSED, launch::close);
    bench().close(queue);
    refuses(ErrorCode.CLOSED, queue::marker);
    refuses(ErrorCode.CLOSED, queue::close);
  }

  private Queues queues() {
    if (queues == null) {
      throw new IllegalStateException("no test is running");
    }
    return queues;
  }

  private DriverDevice device() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return device;
  }

  private Queue queue() {
    return bench().keep(queues().queue());
  }

  private UserEvent gate() {
    bench().needs(Gap.USER_EVENTS);
    return bench().keep(queues().userEvent());
  }

  private Kernel kernel() {
    return bench().kernel(device(), bench().work());
  }

  private Job job() {
    return bench().job(kernel(), bench().work());
  }

  /** A launch of a job over one work item. */
  private Launch launch(Job job) {
    Launch launch = bench().keep(queues().launch(job.kernel()));
    for (int i = 0; i < job.values().size(); i++) {
      switch (job.values().get(i)) {
        case Buffer buffer -> launch.set(i, buffer);
        case Float number -> launch.set(i, number);
        case Double number -> launch.set(i, number);
        case Long number -> launch.set(i, number);
        case Number number -> launch.set(i, number.intValue());
        default -> throw new AssertionError("the kit sets no " + job.values().get(i));
      }
    }
    return launch.global(1);
  }

  private int bank() {
    return bench().facet(device(), Memory.class).banks().getFirst().index();
  }

  private Buffer buffer() {
    return bench().keep(bench().facet(device(), Memory.class).allocate(BYTES, bank()));
  }

  private Buffer filled(int value) {
    Buffer buffer = buffer();
    int[] content = new int[BYTES / Integer.BYTES];
    java.util.Arrays.fill(content, value);
    return buffer.write(content).sync();
  }

  private static int bufferArgument(Launch launch) {
    return launch.arguments().stream()
        .filter(argument -> argument.kind() == Argument.Kind.BUFFER)
        .findFirst()
        .orElseThrow()
        .index();
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  private static void done(Event event) {
    try (event) {
      event.await(Bench.DEADLINE);
    }
  }
}
