package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.runtime.fakes.FakeRun;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.MetricCounts;
import dev.backplane.runtime.metrics.MetricCounts.Sample;
import dev.backplane.runtime.metrics.Metrics;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the counts of runs, bytes, errors and waits. */
@Timeout(600)
final class MetricsTest {
  private static final Image IMAGE = Image.of("any", new byte[4]);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String WAITING = "{\"run\": \"waits\"}";
  private static final int RUNS = 1000;
  private static final int THREADS = 8;

  @TempDir Path folder;

  private final MetricCounts counts = new MetricCounts();

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String config) {
    return open(config, counts);
  }

  private Backplane open(String config, Metrics metrics) {
    return new Site(folder).plugins(scripted("one", config)).metrics(metrics).open();
  }

  private static FakeRun lastRun() {
    return Objects.requireNonNull(FakeRun.LAST.get());
  }

  private void assertEnded(long completed, long failed, long cancelled) {
    assertThat(counts.total(Metric.RUNS_ENDED, "completed")).as("completed").isEqualTo(completed);
    assertThat(counts.total(Metric.RUNS_ENDED, "failed")).as("failed").isEqualTo(failed);
    assertThat(counts.total(Metric.RUNS_ENDED, "cancelled")).as("cancelled").isEqualTo(cancelled);
    assertThat(counts.count(Metric.RUN_TIME)).isEqualTo(completed + failed + cancelled);
  }

  @Test
  void aRunIsCountedOnceHoweverOftenItsEndIsLookedAt() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      Run run = device.load(IMAGE).kernel("twice").start(data, 1);
      run.await(SECOND);
      run.await(SECOND);
      assertThat(run.state()).isEqualTo(RunState.COMPLETED);
      assertThat(run.join(SECOND)).isEqualTo(RunState.COMPLETED);
      assertThat(run.completion()).isCompleted();
    }
    assertThat(counts.total(Metric.RUNS_STARTED, "one/dev0", "scripted", "twice")).isEqualTo(1);
    assertEnded(1, 0, 0);
    assertThat(counts.count(Metric.WAIT_TIME, "twice")).isEqualTo(3);
    assertThat(counts.total(Metric.ERRORS)).isZero();
  }

  @Test
  void failedAndCancelledRunsAreCountedOnce() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Run failed = kernel.start(data, 1);
      refuses(ErrorCode.TIMEOUT, () -> failed.await(SECOND));
      lastRun().fail();
      refuses(ErrorCode.KERNEL_FAILED, () -> failed.await(SECOND));
      refuses(ErrorCode.KERNEL_FAILED, () -> failed.await(SECOND));
      Run cancelled = kernel.start(data, 1);
      assertThat(cancelled.cancel()).isTrue();
      var _ = cancelled.cancel();
      assertThat(cancelled.state()).isEqualTo(RunState.CANCELLED);
    }
    assertThat(counts.total(Metric.RUNS_STARTED)).isEqualTo(2);
    assertEnded(0, 1, 1);
    assertThat(counts.total(Metric.ERRORS, "KERNEL_FAILED", "device")).isEqualTo(2);
    assertThat(counts.total(Metric.ERRORS, "TIMEOUT")).isEqualTo(1);
  }

  @Test
  void eachExecutionOfACallIsCounted() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8);
        Call call = device.load(IMAGE).kernel("twice").bind(data, 1)) {
      for (int i = 0; i < RUNS; i++) {
        // Of every second one the end is noticed by the next start.
        Run run = call.start();
        if (i % 2 == 0) {
          assertThat(run.join(SECOND)).isEqualTo(RunState.COMPLETED);
        }
      }
    }
    assertThat(counts.total(Metric.RUNS_STARTED)).isEqualTo(RUNS);
    assertEnded(RUNS, 0, 0);
  }

  @Test
  void aCallInFlightIsRefusedAndCountedWhenItIsClosed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      Call call = device.load(IMAGE).kernel("twice").bind(data, 1);
      call.start();
      refuses(ErrorCode.IN_USE, call::start);
      call.close();
      refuses(ErrorCode.CLOSED, call::start);
      assertEnded(0, 0, 1);
    }
    assertThat(counts.total(Metric.RUNS_STARTED)).isEqualTo(1);
    assertEnded(0, 0, 1);
    assertThat(counts.total(Metric.ERRORS, "IN_USE")).isEqualTo(1);
    assertThat(counts.total(Metric.ERRORS, "CLOSED")).isZero();
  }

  @Test
  void runsInFlightEndWithTheirDevice() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer data = kernel.buffer("data", 8);
      kernel.start(data, 1);
      kernel.bind(data, 1).start();
      device.queue().submit(kernel.bind(data, 1));
      assertThat(counts.total(Metric.RUNS_STARTED)).isEqualTo(3);
      assertEnded(0, 0, 0);
    }
    // What was submitted had ended, and nobody had looked.
    assertEnded(1, 0, 2);
  }

  @Test
  void aRefusedStartIsAnErrorAndNoRun() {
    try (Backplane backplane = open("{\"start\": \"coded\"}");
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      refuses(ErrorCode.LINK_LOST, () -> kernel.start(data, 1));
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(data));
    }
    assertThat(counts.total(Metric.RUNS_STARTED)).isZero();
    assertEnded(0, 0, 0);
    assertThat(counts.total(Metric.ERRORS, "one/dev0", "scripted", "LINK_LOST", "link"))
        .isEqualTo(1);
    assertThat(counts.total(Metric.ERRORS, "NO_SUCH_ARGUMENT", "usage")).isEqualTo(1);
  }

  @Test
  void aDeviceThatCannotBeOpenedIsAnError() {
    try (Backplane backplane = open("{\"open\": \"throw\"}")) {
      refuses(ErrorCode.OPEN_FAILED, () -> backplane.find().open());
    }
    assertThat(counts.total(Metric.ERRORS, "one/dev0", "OPEN_FAILED")).isEqualTo(1);
  }

  @Test
  void bytesAreCountedByDirection() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      try (Buffer data = kernel.buffer("data", 64);
          Buffer other = kernel.buffer("data", 64);
          Queue queue = device.queue()) {
        data.sync().sync(8, 4).syncBack(0, 16);
        queue.copy(other, 0, data, 0, 24).await(SECOND);
        queue.fill(data, 0, 8, MemorySegment.ofArray(new byte[4]));
        queue.write(data, 0, MemorySegment.ofArray(new byte[5]));
        queue.read(data, 0, MemorySegment.ofArray(new byte[3])).await(SECOND);
        queue.finish(SECOND);
        refuses(ErrorCode.OUT_OF_RANGE, () -> data.sync(60, 8));
      }
    }
    assertThat(counts.total(Metric.TRANSFERRED, "to_device")).isEqualTo(64 + 4 + 5);
    assertThat(counts.total(Metric.TRANSFERRED, "from_device")).isEqualTo(16 + 3);
    assertThat(counts.total(Metric.TRANSFERRED, "on_device")).isEqualTo(32);
    assertThat(counts.count(Metric.WAIT_TIME, Metric.NO_KERNEL)).isEqualTo(3);
  }

  @Test
  void whatIsEnqueuedWithoutARunIsCountedApart() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8);
        Call call = device.load(IMAGE).kernel("twice").bind(data, 1);
        Queue queue = device.queue()) {
      queue.enqueue(call);
      queue.enqueue(call);
      queue.finish(SECOND);
    }
    assertThat(counts.total(Metric.RUNS_ENQUEUED, "twice")).isEqualTo(2);
    assertThat(counts.total(Metric.RUNS_STARTED)).isZero();
  }

  @Test
  void manyThreadsAndHoldersAddUpExactly() throws Exception {
    try (Backplane backplane = open("{}")) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        threads.add(Thread.ofPlatform().start(() -> work(backplane)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(counts.total(Metric.RUNS_STARTED, "one/dev0")).isEqualTo(2L * THREADS * RUNS);
    assertEnded(2L * THREADS * RUNS, 0, 0);
    assertThat(counts.total(Metric.TRANSFERRED, "to_device")).isEqualTo(8L * THREADS * RUNS);
  }

  private static void work(Backplane backplane) {
    try (Device device = backplane.find().open(OpenMode.SHARED)) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      try (Buffer data = kernel.buffer("data", 8);
          Call call = kernel.bind(data, 1)) {
        for (int run = 0; run < RUNS; run++) {
          data.sync();
          kernel.start(data, run).await(SECOND);
          call.set(1, run).start().await(SECOND);
        }
      }
    }
  }

  @Test
  void twoSitesWithOneNameShareTheirSeries() {
    for (int i = 0; i < 2; i++) {
      try (Backplane backplane = open("{}");
          Device device = backplane.find().open();
          Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
        device.load(IMAGE).kernel("twice").start(data, 1).await(SECOND);
      }
    }
    assertThat(counts.snapshot().stream().filter(s -> s.metric() == Metric.RUNS_STARTED))
        .singleElement()
        .satisfies(sample -> assertThat(sample.total()).isEqualTo(2))
        .satisfies(sample -> assertThat(sample.label("kernel")).isEqualTo("twice"));
  }

  @Test
  void aKernelThatIsStartedAgainMakesNoNewMeter() {
    var asked = new ConcurrentHashMap<List<String>, AtomicInteger>();
    Metrics metrics =
        (metric, labels) -> {
          List<String> key = new ArrayList<>(labels);
          key.addFirst(metric.name());
          asked.computeIfAbsent(key, _ -> new AtomicInteger()).incrementAndGet();
          return amount -> {};
        };
    try (Backplane backplane = open("{}", metrics);
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      for (int i = 0; i < 3; i++) {
        device.load(IMAGE).kernel("twice").start(data, 1).await(SECOND);
        device.load(IMAGE).kernel("twice").bind(data, 1).close();
      }
    }
    assertThat(asked.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    assertThat(asked).containsKey(List.of("RUNS_STARTED", "one/dev0", "scripted", "twice"));
  }

  @Test
  void metricsThatThrowBreakNoRun() {
    Metrics broken =
        (metric, labels) ->
            switch (metric) {
              case RUNS_STARTED -> throw new IllegalStateException("no meter for you");
              case TRANSFERRED -> nothing();
              default ->
                  amount -> {
                    throw new AssertionError("no amount either");
                  };
            };
    try (Backplane backplane = open("{}", broken);
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      data.sync();
      assertThat(kernel.start(data, 1).await(SECOND).cycles()).isEqualTo(42);
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(data));
      try (Call call = kernel.bind(data, 1)) {
        assertThat(call.start().join(SECOND)).isEqualTo(RunState.COMPLETED);
      }
    }
  }

  /** A program need not be of a null-marked world. */
  @SuppressWarnings("NullAway")
  private static Metrics.Meter nothing() {
    return null;
  }

  @Test
  void aMeterThatHasThrownIsAddedToNoMore() {
    AtomicInteger added = new AtomicInteger();
    Metrics broken =
        (metric, labels) ->
            amount -> {
              added.incrementAndGet();
              throw new IllegalStateException("full");
            };
    try (Backplane backplane = open("{}", broken);
        Device device = backplane.find().open();
        Buffer data = device.load(IMAGE).kernel("twice").buffer("data", 8)) {
      data.sync().sync().sync();
    }
    assertThat(added).hasValue(1);
  }

  @Test
  void whatDriversReportOfTheirUnitsIsCounted() {
    MetricCounts units = new MetricCounts();
    try (Backplane backplane =
            new Site(folder).plugins(scripted("one", "{}")).unitMetrics(units).open();
        Device device = backplane.find().open()) {
      assertThat(device.id()).isEqualTo("one/dev0");
    }
    assertThat(units.snapshot())
        .singleElement()
        .isEqualTo(new Sample(Metric.UNIT_TIME, List.of("one/dev0", "unit 0", "opened"), 1, 7));
  }

  @Test
  void namesFollowTheConventions() {
    for (Metric metric : Metric.values()) {
      assertThat(metric.text())
          .matches(
              switch (metric.kind()) {
                case COUNT -> "backplane(_[a-z]+)+_total";
                case BYTES -> "backplane(_[a-z]+)+_bytes_total";
                case TIME -> "backplane(_[a-z]+)+_seconds";
              });
      assertThat(metric.labels()).doesNotHaveDuplicates().contains("device");
      assertThat(metric.description()).doesNotEndWith(".");
    }
  }
}
