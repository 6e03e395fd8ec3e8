package dev.backplane.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.NativeCall;
import dev.backplane.api.spi.NativeTable;
import dev.backplane.runtime.TraceLevel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class TableTraceTest {
  private final List<String> records = new CopyOnWriteArrayList<>();
  private final FakeTable table = new FakeTable();

  private CallTrace trace(int mask) {
    return new CallTracer(
            List.of(new TextTrace(new TraceLevel(mask), records::add)), InstantSource.system())
        .tables("ocl");
  }

  private Functions bound(int mask) {
    return trace(mask).bind(Functions.class, table);
  }

  @Test
  void whereCallsAreNotTracedTheTableItselfIsBound() {
    assertThat(bound(0)).isSameAs(table);
    assertThat(bound(1)).isSameAs(table);
    assertThat(CallTrace.NONE.bind(Functions.class, table)).isSameAs(table);
    assertThat(bound(2)).isNotSameAs(table);
  }

  @Test
  void aCallIsABlockSpelledFromItsPrototype() {
    table.put(0x1000, 0xaa, 0xbb);
    table.put(0x2000, 0xcc);
    assertThat(bound(2).launch(0x10, 64, 2, 0x1000, 0x2000)).isZero();
    assertThat(records)
        .containsExactly(
            """
            ---> piLaunch(
            	pi_queue : 0x10
            	size_t : 64
            	pi_uint32 : 2
            	pi_event * : 0x1000[ 0xaa 0xbb ... ]
            	pi_event * : 0x2000
            ) ---> 	pi_result : PI_SUCCESS
            	[out]pi_event * : 0x2000[ 0xcc ... ]

            """);
  }

  @Test
  void nullPointersAreSaidToBe() {
    table.put(0x2000, 0xcc);
    bound(2).launch(0, 0, 0, 0, 0);
    assertThat(records.getFirst())
        .isEqualTo(
            """
            ---> piLaunch(
            	pi_queue : 0
            	size_t : 0
            	pi_uint32 : 0
            	pi_event * : 0[ nullptr ]
            	pi_event * : 0[ nullptr ]
            ) ---> 	pi_result : PI_SUCCESS
            	[out]pi_event * : 0[ nullptr ]

            """);
  }

  @Test
  void aFailureHasItsNameAndWritesNothing() {
    table.result = -52;
    assertThat(bound(2).launch(1, 0, 0, 0, 0x9999)).isEqualTo(-52);
    assertThat(records.getFirst())
        .endsWith(") ---> \tpi_result : PI_ERROR_INVALID_KERNEL_ARGS\n\n")
        .doesNotContain("[out]");
  }

  @Test
  void textsCountsAndGeometryAreReadAndBuffersAreNot() {
    table.put(0x3000, 'v' | 'a' << 8 | 'd' << 16 | (long) 'd' << 24);
    table.put(0x4000, 1, 2, 3);
    table.put(0x5000, 7);
    bound(2).various(0x3000, 0, 0x4000, 0x6000, 0x5000, 0x5000);
    assertThat(records)
        .containsExactly(
            """
            ---> piVarious(
            	<const char *>: vadd
            	<char * > : 0
            	pi_buff_rect_region : 1/2/3
            	void * : 0x6000
            	pi_uint32 * : 0x5000
            	pi_program * : 0x5000
            ) ---> 	pi_result : PI_SUCCESS
            	[out]void * : 0x6000
            	[out]pi_uint32 * : 0x5000[ 7 ]
            	[out]pi_program * : 0x5000[ 0x7 ... ]

            """);
  }

  @Test
  void anExceptionIsTheOutcomeAndComesThrough() {
    table.failure = new IllegalStateException("gone");
    Functions bound = bound(2);
    assertThatIllegalStateException().isThrownBy(() -> bound.launch(1, 0, 0, 0, 0));
    assertThat(records.getFirst())
        .endsWith(") ---> \tpi_result : !java.lang.IllegalStateException: gone\n\n");
  }

  @Test
  void atTheHighestLevelACallIsAlsoToldBeforeItIsMade() {
    bound(-1).launch(0, 0, 0, 0, 0);
    assertThat(records.getFirst()).isEqualTo("SYCL_PI_TRACE[-1]: ocl: calling piLaunch\n");
    assertThat(records).hasSize(2);
  }

  @Test
  void stepsAreToldAtTheirLevelAndOthersNotEvenMade() {
    trace(1).note(Detail.BASIC, () -> "found\ntwo");
    trace(-1).note(Detail.DEBUG, () -> "looked");
    trace(3)
        .note(
            Detail.DEBUG,
            () -> {
              throw new AssertionError("nobody asked");
            });
    assertThat(records)
        .containsExactly(
            "SYCL_PI_TRACE[basic]: ocl: found\nSYCL_PI_TRACE[basic]: two\n",
            "SYCL_PI_TRACE[-1]: ocl: looked\n");
  }

  /** Both are in the table at one time: tracing has no lock around what it traces. */
  @Test
  @Timeout(600)
  void tracedCallsRunAtOneTime() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    table.meeting = both;
    Functions bound = bound(2);
    Thread other = Thread.ofPlatform().start(() -> bound.launch(1, 0, 0, 0, 0));
    bound.launch(2, 0, 0, 0, 0);
    assertThat(other.join(Duration.ofSeconds(30))).isTrue();
    assertThat(both.getCount()).isZero();
    assertThat(table.waitedInVain).isFalse();
  }

  /** Two functions of a table like those of the plugin interface. */
  public interface Functions extends NativeTable {
    @NativeCall(
        "piLaunch(pi_queue queue, size_t size, pi_uint32 num_events, const pi_event *events, "
            + "pi_event *event)")
    int launch(long queue, long size, int count, long events, long event);

    @NativeCall(
        "piVarious(const char *name, char *options, pi_buff_rect_region region, void *value, "
            + "pi_uint32 *count, pi_program *program)")
    int various(long name, long options, long region, long value, long count, long program);
  }

  private static final class FakeTable implements Functions {
    private final MemorySegment memory = MemorySegment.ofArray(new long[0x1000]);
    private int result;
    private @Nullable RuntimeException failure;
    private @Nullable CountDownLatch meeting;
    private volatile boolean waitedInVain;

    void put(long address, long... values) {
      for (int i = 0; i < values.length; i++) {
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, address + 8L * i, values[i]);
      }
    }

    @Override
    public int launch(long queue, long size, int count, long events, long event) {
      if (failure != null) {
        throw failure;
      }
      if (meeting != null) {
        meeting.countDown();
        try {
          waitedInVain |= !meeting.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return result;
    }

    @Override
    public int various(long name, long options, long region, long value, long count, long program) {
      return result;
    }

    @Override
    public String resultType() {
      return "pi_result";
    }

    @Override
    public String resultName(int number) {
      return number == 0 ? "PI_SUCCESS" : "PI_ERROR_INVALID_KERNEL_ARGS";
    }

    @Override
    public MemorySegment memory(long address, long bytes) {
      return memory.asSlice(address, bytes);
    }
  }
}
