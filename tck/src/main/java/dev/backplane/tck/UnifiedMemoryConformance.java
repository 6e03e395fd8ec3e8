package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory that host and device know by one address. */
@Needs({UnifiedMemory.class, Queues.class})
public abstract class UnifiedMemoryConformance extends Conformance {
  private static final int BYTES = 4096;
  private static final int ALIGNMENT = 64;

  private @Nullable DriverDevice device;
  private @Nullable UnifiedMemory memory;

  /** A conformance class. */
  protected UnifiedMemoryConformance() {}

  @BeforeEach
  void openDevice() {
    device = rig().open();
    memory = rig().facet(device, UnifiedMemory.class);
    rig().prepare(device);
  }

  @Test
  void aDeviceThatHasTheFacetHasAKind() {
    assertThat(memory().kinds()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(UnifiedMemory.Kind.class)
  void memoryOfEveryKindIsAllocatedOrRefusedByName(UnifiedMemory.Kind kind) {
    if (!memory().kinds().contains(kind)) {
      var error = refuses(ErrorCode.NOT_SUPPORTED, () -> memory().allocate(kind, BYTES, 0));
      assertThat(error.getMessage()).contains(kind.name());
      return;
    }
    UnifiedBuffer buffer = rig().keep(memory().allocate(kind, BYTES, ALIGNMENT));

    assertThat(buffer.kind()).isEqualTo(kind);
    assertThat(buffer.size()).isEqualTo(BYTES);
    assertThat(buffer.address() % ALIGNMENT).isZero();
    if (kind == UnifiedMemory.Kind.DEVICE) {
      refuses(ErrorCode.NOT_SUPPORTED, buffer::segment);
    } else {
      assertThat(buffer.segment().address()).isEqualTo(buffer.address());
      buffer.segment().fill((byte) 1);
    }
  }

  @Test
  void anAddressIsKnownByWhatItPointsInto() {
    UnifiedBuffer buffer = buffer();

    assertThat(memory().info(buffer.address() + 100))
        .contains(new UnifiedMemory.Pointer(buffer.kind(), buffer.address(), BYTES));
    assertThat(memory().info(MemorySegment.ofArray(new byte[1]).address() + 12_345)).isEmpty();
  }

  @Test
  void patternsAndCopiesMoveTheirRangeAndNoMore() {
    UnifiedBuffer from = buffer();
    UnifiedBuffer to = buffer();
    Queue queue = queue();
    done(memory().fill(queue, from, 0, BYTES, ints(1, 2)));
    done(memory().fill(queue, to, 0, BYTES, MemorySegment.ofArray(new byte[] {0})));
    done(memory().copy(queue, from, 4, to, 8, 8));

    if (to.kind() != UnifiedMemory.Kind.DEVICE) {
      assertThat(to.segment().asSlice(0, 20).toArray(ValueLayout.JAVA_INT))
          .containsExactly(0, 0, 2, 1, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"-4, 4", "4096, 4", "4092, 8", "9223372036854775804, 4", "0, -4"})
  void aRangeOutsideIsOutOfRange(long offset, long bytes) {
    UnifiedBuffer buffer = buffer();
    Queue queue = queue();

    refuses(ErrorCode.OUT_OF_RANGE, () -> memory().fill(queue, buffer, offset, bytes, ints(1)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> memory().copy(queue, buffer, offset, buffer(), 0, bytes));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 0", "16, 3", "16, -1"})
  void memoryThatCannotBeIsRefused(long bytes, int alignment) {
    UnifiedMemory.Kind kind = memory().kinds().iterator().next();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory().allocate(kind, bytes, alignment));
  }

  @Test
  void whatWasFreedIsDead() throws Exception {
    UnifiedBuffer buffer = buffer();
    Queue queue = queue();
    rig().close(buffer);

    refuses(ErrorCode.CLOSED, () -> memory().fill(queue, buffer, 0, 4, ints(1)));
    refuses(ErrorCode.CLOSED, buffer::address);
    closedAgain(buffer);
  }

  private UnifiedBuffer buffer() {
    var kinds = memory().kinds();
    UnifiedMemory.Kind kind =
        kinds.contains(UnifiedMemory.Kind.SHARED)
            ? UnifiedMemory.Kind.SHARED
            : kinds.iterator().next();
    return rig().keep(memory().allocate(kind, BYTES, 0));
  }

  private Queue queue() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return rig().keep(rig().facet(device, Queues.class).queue());
  }

  private UnifiedMemory memory() {
    if (memory == null) {
      throw new IllegalStateException("no test is running");
    }
    return memory;
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  private static void done(Run run) {
    run.await(Rig.DEADLINE);
  }
}
