package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferInfo;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers that host and device know by one address. */
@Needs(
    value = {Memory.class, Queues.class},
    kernels = true,
    abilities = Ability.SHARED_ADDRESSES)
public abstract class SharedBuffersConformance extends Conformance {
  private static final int BYTES = 4096;

  private @Nullable DriverDevice device;

  /** A conformance class. */
  protected SharedBuffersConformance() {}

  @BeforeEach
  void openDevice() {
    device = rig().open();
    rig().prepare(device);
  }

  @Test
  void theHostFindsItAtTheAddressThatKernelsUse() {
    assertThat(kinds()).isNotEmpty();
    for (Kind kind : kinds()) {
      Buffer buffer = buffer(kind);
      assertThat(buffer.address()).isNotEqualTo(Buffer.NO_ADDRESS);
      assertThat(buffer.placement().needsSync()).isFalse();
      if (kind.isForHost()) {
        assertThat(buffer.host().address()).isEqualTo(buffer.address());
      }
    }
  }

  @Test
  void anAddressIsKnownByWhatItPointsInto() {
    for (Kind kind : kinds()) {
      Buffer buffer = buffer(kind);
      BufferInfo known = memory().info(buffer.address() + 100).orElseThrow();
      assertThat(known.address()).isEqualTo(buffer.address());
      assertThat(known.size()).isEqualTo(BYTES);
      assertThat(known.placement().kind()).isEqualTo(kind);
    }
    assertThat(memory().info(12_345)).isEmpty();
  }

  @Test
  void aKernelIsGivenItAsAPointer() {
    TestKernel plain = rig().ready(device());
    for (Kind kind : kinds()) {
      List<Object> values = new ArrayList<>(plain.values());
      values.replaceAll(
          value -> value instanceof Buffer buffer && kind.isForHost() ? copy(buffer, kind) : value);
      var shared = new TestKernel(plain.kernel(), plain.testCase(), values, plain.computes());
      try (Call call = shared.call()) {
        call.start().await(Rig.DEADLINE);
        shared.check();
      }
    }
  }

  private Buffer copy(Buffer buffer, Kind kind) {
    return rig().keep(memory().allocate(buffer.size(), Placement.of(kind))).write(buffer.host());
  }

  @Test
  void patternsAndCopiesMoveTheirRangeAndNoMore() {
    for (Kind kind : kinds()) {
      Buffer from = buffer(kind);
      Buffer to = buffer(kind);
      Queue queue = queue();
      done(queue.fill(from, 0, BYTES, ints(1, 2)));
      done(queue.fill(to, 0, BYTES, MemorySegment.ofArray(new byte[] {0})));
      done(queue.copy(from, 4, to, 8, 8));
      int[] found = new int[5];
      done(queue.read(to, 0, MemorySegment.ofArray(found)));
      assertThat(found).containsExactly(0, 0, 2, 1, 0);
    }
  }

  @Test
  void aPartIsTheSameMemoryAtAnAddressOfItsOwn() {
    for (Kind kind : kinds()) {
      Buffer whole = buffer(kind);
      Buffer part = rig().keep(whole.slice(4, 8));
      Queue queue = queue();
      done(queue.write(part, 0, ints(5, 6)));
      int[] found = new int[4];
      done(queue.read(whole, 0, MemorySegment.ofArray(found)));

      assertThat(part.address()).isEqualTo(whole.address() + 4);
      assertThat(found).containsExactly(0, 5, 6, 0);
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.fill(part, 4, 8, ints(1)));
    }
  }

  @Test
  void bytesGoToPlainBuffersAndBackOrThatIsRefused() {
    for (Kind kind : kinds()) {
      Buffer shared = buffer(kind);
      Buffer plain = rig().keep(memory().allocate(BYTES, Placement.plain()));
      Buffer back = buffer(kind);
      Queue queue = queue();
      done(queue.fill(shared, 0, BYTES, ints(7)));
      boolean moved =
          isMoved(
              () -> {
                done(queue.copy(shared, 0, plain, 4, 8));
                done(queue.copy(plain, 0, back, 0, 16));
              });
      if (!moved) {
        continue;
      }
      int[] found = new int[4];
      done(queue.read(back, 0, MemorySegment.ofArray(found)));
      assertThat(found).containsExactly(0, 7, 7, 0);
    }
  }

  @Test
  void aBoxIsReadOrThatIsRefused() {
    for (Kind kind : kinds()) {
      Buffer buffer = buffer(kind);
      Queue queue = queue();
      done(queue.fill(buffer, 0, BYTES, ints(7)));
      int[] found = new int[2];
      MemorySegment target = MemorySegment.ofArray(found);
      Rect box = Rect.of(4, 2, 1);

      boolean moved = isMoved(() -> done(queue.readRect(buffer, box, target, box)));

      assertThat(found).containsOnly(moved ? 7 : 0);
    }
  }

  /** Tells whether transfers move the memory; a refusal says what to do instead. */
  private static boolean isMoved(Runnable transfers) {
    try {
      transfers.run();
      return true;
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      assertThat(e.remedy()).isNotBlank();
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"-4, 4", "4096, 4", "4092, 8", "9223372036854775804, 4", "0, -4"})
  void aRangeOutsideIsOutOfRange(long offset, long bytes) {
    Kind kind = kinds().iterator().next();
    Buffer buffer = buffer(kind);
    Buffer other = buffer(kind);
    Queue queue = queue();

    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.fill(buffer, offset, bytes, ints(1)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer, offset, other, 0, bytes));
  }

  @Test
  void aFreedBufferCannotBeUsed() throws Exception {
    Buffer buffer = buffer(kinds().iterator().next());
    Queue queue = queue();
    rig().close(buffer);

    refuses(ErrorCode.CLOSED, () -> queue.fill(buffer, 0, 4, ints(1)));
    closedAgain(buffer);
  }

  private Buffer buffer(Kind kind) {
    return rig().keep(memory().allocate(BYTES, Placement.of(kind)));
  }

  private Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.copyOf(memory().placements());
    kinds.removeIf(kind -> !kind.isShared());
    return kinds;
  }

  private Memory memory() {
    return rig().facet(device(), Memory.class);
  }

  private Queue queue() {
    return rig().keep(rig().facet(device(), Queues.class).queue());
  }

  private DriverDevice device() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return device;
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  private static void done(Run run) {
    run.await(Rig.DEADLINE);
  }
}
