package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two accelerators and a thread of the program add to the same number: none is lost. */
final class CountingTogetherTest {
  private static final int LINE = 128;
  private static final int MOST_TRIES = 10_000_000;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  /** How an accelerator adds 1. */
  enum Way {
    RESERVATION(Dsisr.CAIA1),
    RESERVATION_OF_A_PSL9(Dsisr.CAIA2),
    LOCK(Dsisr.CAIA1),
    /** The write is one of the lock; threads of the program do not take part. */
    LOCK_AND_WRITE(Dsisr.CAIA1);

    private final Dsisr version;

    Way(Dsisr version) {
      this.version = version;
    }
  }

  private static PslResponse made(ScriptedAfu afu, PslCommand command, long address, int bytes) {
    PslResponse response = afu.give(command, address, bytes);
    while (response == PslResponse.PAGED || response == PslResponse.FLUSHED) {
      assertThat(afu.give(PslCommand.RESTART, 0, 0)).isEqualTo(PslResponse.DONE);
      // The line of the tag after it has the data.
      afu.line(1).copyFrom(afu.line(-1));
      response = afu.give(command, address, bytes);
    }
    return response;
  }

  /** Adds 1 to a number of 4 bytes; returns whether it did. */
  private static boolean add(ScriptedAfu afu, Way way, long address) {
    long line = address & -LINE;
    boolean reserves = way.name().startsWith("RES");
    PslResponse response =
        made(afu, reserves ? PslCommand.READ_CL_RES : PslCommand.READ_CL_LCK, line, LINE);
    if (response == PslResponse.NLOCK) {
      return false;
    }
    assertThat(response).isEqualTo(PslResponse.DONE);
    long next = afu.number(address, 4) + 1;
    afu.put(next, address, 4);
    if (way == Way.LOCK_AND_WRITE) {
      assertThat(made(afu, PslCommand.WRITE_MI, address, 4)).isEqualTo(PslResponse.DONE);
      assertThat(made(afu, PslCommand.UNLOCK, line, LINE)).isEqualTo(PslResponse.DONE);
      return true;
    }
    response = made(afu, reserves ? PslCommand.WRITE_C : PslCommand.WRITE_UNLOCK, address, 4);
    if (response != PslResponse.DONE) {
      assertThat(response).isEqualTo(reserves ? PslResponse.NRES : PslResponse.NLOCK);
    }
    return response == PslResponse.DONE;
  }

  @ParameterizedTest
  @CsvSource({
    "RESERVATION, true, 0",
    "RESERVATION, true, 20",
    "RESERVATION, false, 0",
    "RESERVATION_OF_A_PSL9, true, 10",
    "LOCK, true, 0",
    "LOCK, true, 20",
    "LOCK, false, 0",
    "LOCK_AND_WRITE, true, 0",
    "LOCK_AND_WRITE, false, 20"
  })
  void noAdditionIsLost(Way way, boolean isKnown, int faults) throws Exception {
    assumeTrue(isKnown || OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    int times = isKnown ? 4000 : 400;
    // Time is not up, however busy the machine is.
    LineClaims claims = new LineClaims(Duration.ofDays(1), System::nanoTime);
    try (Arena arena = Arena.ofShared();
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      MemorySegment memory = arena.allocate(LINE, LINE);
      long counter = memory.address() + 40;
      List<Future<?>> accelerators = new ArrayList<>();
      for (int seed = 1; seed <= 2; seed++) {
        Faults injected = new Faults(seed, faults, faults, faults, faults);
        accelerators.add(
            threads.submit(
                () -> {
                  try (ScriptedAfu afu = new ScriptedAfu(way.version, injected, claims)) {
                    if (isKnown) {
                      afu.know(memory);
                    }
                    for (int done = 0, tries = 0; done < times; tries++) {
                      assertThat(tries).isLessThan(MOST_TRIES);
                      done += add(afu, way, counter) ? 1 : 0;
                    }
                  }
                }));
      }
      int added = 0;
      // The other half of the word that is swapped is the program's, too.
      int neighbours = 0;
      while (!accelerators.stream().allMatch(Future::isDone)) {
        if (way != Way.LOCK_AND_WRITE) {
          INT.getAndAdd(memory, 40L, 1);
          added++;
        }
        INT.getAndAdd(memory, 44L, 1);
        neighbours++;
        pause();
      }
      await(accelerators);
      assertThat(memory.get(ValueLayout.JAVA_INT, 40)).isEqualTo(2 * times + added);
      assertThat(memory.get(ValueLayout.JAVA_INT, 44)).isEqualTo(neighbours);
    }
    assertThat(claims.isEmpty()).isTrue();
  }

  private static void await(List<Future<?>> accelerators)
      throws ExecutionException, InterruptedException {
    for (Future<?> each : accelerators) {
      each.get();
    }
  }

  /** As long as some commands take, so that they meet a change now and then and not always. */
  private static void pause() {
    for (int i = 0; i < 300; i++) {
      Thread.onSpinWait();
    }
  }
}
