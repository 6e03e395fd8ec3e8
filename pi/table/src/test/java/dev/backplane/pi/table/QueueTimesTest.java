package dev.backplane.pi.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class QueueTimesTest {
  private static final long QUEUE = 77;
  private static final int EVENT_STATUS = 0x11D3;

  private final Arena arena = Arena.ofConfined();
  private final FakeTable table = new FakeTable();
  private final Spans spans = new Spans();
  private final Pi pi = QueueTimes.of(table.pi(), spans, "0");

  @AfterEach
  void free() {
    arena.close();
  }

  private long longs(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values).address();
  }

  private void makeQueue(long properties) {
    assertThat(pi.queueCreate(1, 2, properties, longs(0))).isZero();
  }

  @Test
  void whereNobodyWantsTimesTheTableIsUsedItself() {
    Pi own = table.pi();
    assertThat(QueueTimes.of(own, CallTrace.NONE, "0")).isSameAs(own);
  }

  @Test
  void queuesAreMadeSoThatTheyTakeTimes() {
    makeQueue(0);
    makeQueue(longs(-1, 1, 0));
    makeQueue(longs(-2, 5, 0));
    assertThat(table.properties)
        .containsExactly(List.of(-1L, 2L), List.of(-1L, 3L), List.of(-2L, 5L, -1L, 2L));
  }

  @Test
  void commandsAreToldWhenTheProgramLearnsThatTheyHaveEnded() {
    makeQueue(0);
    assertThat(pi.enqueueKernelLaunch(QUEUE, 9, 1, 0, 0, 0, 0, 0, 0)).isZero();
    assertThat(pi.enqueueMemBufferRead(QUEUE, 3, 0, 0, 8, 4, 0, 0, 0)).isZero();
    assertThat(spans.told).isEmpty();
    table.ended = true;
    long before = System.nanoTime();
    assertThat(pi.queueFinish(QUEUE)).isZero();
    assertThat(spans.told).extracting(Span::name).containsExactly("tiny", "MemBufferRead 8 bytes");
    Span first = spans.told.getFirst();
    assertThat(first.track()).isEqualTo("0 queue 1");
    assertThat(first.end() - first.start()).isEqualTo(250);
    // Half a microsecond after it was put in: by the clock of this process.
    assertThat(first.start()).isLessThanOrEqualTo(before + 500);
    assertThat(table.events).allMatch(count -> count == 0);
  }

  @Test
  void anEventThatTheProgramWantsIsTheProgramsToRelease() {
    makeQueue(0);
    long event = longs(0);
    assertThat(pi.enqueueKernelLaunch(QUEUE, 9, 1, 0, 0, 0, 0, 0, event)).isZero();
    table.ended = true;
    assertThat(pi.eventGetInfo(RawMemory.getLong(event), EVENT_STATUS, 4, longs(0), 0)).isZero();
    assertThat(spans.told).hasSize(1);
    assertThat(table.events).containsExactly(1);
  }

  @Test
  void aQueueThatIsReleasedTellsWhatItHasAndKeepsNothing() {
    makeQueue(0);
    assertThat(pi.enqueueKernelLaunch(QUEUE, 9, 1, 0, 0, 0, 0, 0, 0)).isZero();
    assertThat(pi.queueRelease(QUEUE)).isZero();
    assertThat(spans.told).isEmpty();
    assertThat(table.events).containsExactly(0);
  }

  @Test
  void aRefusedRequestLeavesNothing() {
    makeQueue(0);
    table.result = PiResult.INVALID_KERNEL_ARGS;
    assertThat(pi.enqueueKernelLaunch(QUEUE, 9, 1, 0, 0, 0, 0, 0, 0))
        .isEqualTo(PiResult.INVALID_KERNEL_ARGS);
    assertThat(table.events).isEmpty();
  }

  private record Span(String track, String name, long start, long end) {}

  /** Wants all times. */
  private static final class Spans implements CallTrace {
    private final List<Span> told = new ArrayList<>();

    @Override
    public <T> T bind(Class<T> type, T table) {
      return table;
    }

    @Override
    public void note(Detail detail, Supplier<String> step) {}

    @Override
    public Optional<Track> track(String device, String name) {
      return Optional.of(
          (what, start, end) -> told.add(new Span(device + ' ' + name, what, start, end)));
    }
  }

  /** Events that begin 500 ns after they were put in and take 250 ns. */
  private static final class FakeTable {
    private final List<List<Long>> properties = new ArrayList<>();

    /** How often each is held. */
    private final List<Integer> events = new ArrayList<>();

    private final Map<Integer, Long> times = new HashMap<>();
    private boolean ended;
    private int result;

    FakeTable() {
      times.put(0x1280, 1_000L);
      times.put(0x1282, 1_500L);
      times.put(0x1283, 1_750L);
    }

    Pi pi() {
      return (Pi)
          Proxy.newProxyInstance(
              Pi.class.getClassLoader(), new Class<?>[] {Pi.class}, this::invoke);
    }

    private Object invoke(
        @SuppressWarnings("unused") Object proxy, Method method, Object @Nullable [] given) {
      Object[] own = given == null ? new Object[0] : given;
      switch (method.getName()) {
        case "queueCreate" -> {
          List<Long> list = new ArrayList<>();
          for (long at = (long) own[2]; RawMemory.getLong(at) != 0; at += 8) {
            list.add(RawMemory.getLong(at));
          }
          properties.add(list);
          RawMemory.putLong((long) own[3], QUEUE);
        }
        case "enqueueKernelLaunch", "enqueueMemBufferRead" -> {
          if (result == 0) {
            events.add(1);
            RawMemory.putLong((long) own[own.length - 1], events.size());
          }
        }
        case "eventRetain" ->
            events.set((int) (long) own[0] - 1, events.get((int) (long) own[0] - 1) + 1);
        case "eventRelease" ->
            events.set((int) (long) own[0] - 1, events.get((int) (long) own[0] - 1) - 1);
        case "eventGetInfo" -> RawMemory.putInt((long) own[3], ended ? 0 : 1);
        case "eventGetProfilingInfo" ->
            RawMemory.putLong((long) own[3], times.getOrDefault((int) own[1], 0L));
        case "kernelGetInfo" -> {
          MemorySegment name = RawMemory.at((long) own[3], (long) own[2]);
          name.setString(0, "tiny", StandardCharsets.UTF_8);
        }
        default -> {
          // Succeeds.
        }
      }
      return result;
    }
  }
}
