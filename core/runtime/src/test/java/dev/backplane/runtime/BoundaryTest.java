package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.runtime.fakes.Script;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals of the manager for a driver that takes everything. */
@Timeout(600)
final class BoundaryTest {
  private static final int SIZE = 64;

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String... plugins) {
    return new Site(folder).plugins(plugins).open();
  }

  private static MemorySegment bytes(int count) {
    return MemorySegment.ofArray(new byte[count]);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "0, -1",
    "1, 64",
    "64, 1",
    "9223372036854775807, 1",
    "1, 9223372036854775807",
    "-9223372036854775808, 1"
  })
  void aRangeOutsideOfItsBufferReachesNoDriver(long offset, long bytes) {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open();
        Queue queue = device.queue()) {
      Buffer buffer = device.facet(Memory.class).allocate(SIZE, 0);
      Buffer other = device.facet(Memory.class).allocate(SIZE, 0);
      MemorySegment one = bytes(1);
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.sync(offset, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.syncBack(offset, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.readable(offset, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.slice(offset, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.copyFrom(other, offset, 0, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.copyFrom(other, 0, offset, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer, offset, other, 0, bytes));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer, 0, other, offset, bytes));
      assertThat(refuses(ErrorCode.OUT_OF_RANGE, () -> queue.fill(buffer, offset, bytes, one)))
          .hasMessageContaining("fill one/dev0")
          .hasMessageContaining("(plugin one)");
      refuses(
          ErrorCode.OUT_OF_RANGE,
          () -> queue.map(buffer, offset, bytes, Mapping.Access.READ, Duration.ofSeconds(1)));
      if (bytes == 1) {
        refuses(ErrorCode.OUT_OF_RANGE, () -> queue.read(buffer, offset, one));
        refuses(ErrorCode.OUT_OF_RANGE, () -> queue.write(buffer, offset, one));
      }
      assertThat(Script.of("one").count("sync")).isZero();
      // None of the refusals keeps a hold.
      buffer.close();
      other.close();
    }
  }

  @Test
  void aBoxOutsideOfEitherMemoryReachesNoDriver() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open();
        Queue queue = device.queue()) {
      Buffer buffer = device.facet(Memory.class).allocate(SIZE, 0);
      Buffer other = device.facet(Memory.class).allocate(SIZE, 0);
      Rect whole = Rect.of(8, 8);
      Rect outside = whole.at(1, 0, 0).in(9, 0);
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.readRect(buffer, outside, bytes(SIZE), whole));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.readRect(buffer, whole, bytes(63), whole));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.writeRect(buffer, outside, bytes(SIZE), whole));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.writeRect(buffer, whole, bytes(63), whole));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copyRect(buffer, outside, other, whole));
      refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copyRect(buffer, whole, other, outside));
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> queue.copyRect(buffer, Rect.of(4, 4), other, Rect.of(2, 8)));
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> queue.copyRect(buffer, Rect.of(4, 2), buffer, Rect.of(4, 2).at(0, 1, 0)));
      buffer.close();
      other.close();
    }
  }

  @Test
  void impossibleFillsAndCopiesReachNoDriver() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open();
        Queue queue = device.queue();
        Arena mine = Arena.ofConfined()) {
      Buffer buffer = device.facet(Memory.class).allocate(SIZE, 0);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, bytes(4).asReadOnly()));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, mine.allocate(4)));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.copy(buffer, 0, buffer, 4, 8));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> buffer.copyFrom(buffer, 4, 0, 8));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 0, 8, bytes(3)));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 2, 8, bytes(4)));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> buffer.slice(0, 0));
      assertThat(queue.copy(buffer, 0, buffer, 8, 8)).isNotNull();
    }
  }

  @Test
  void aKindThatTheDeviceDoesNotOfferReachesNoDriver() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open();
        Arena arena = Arena.ofShared()) {
      Memory memory = device.facet(Memory.class);
      for (Placement wanted :
          List.of(Placement.host(), Placement.shared(), Placement.memory(arena.allocate(8)))) {
        assertThat(refuses(ErrorCode.NOT_SUPPORTED, () -> memory.allocate(8, wanted)))
            .hasMessageContaining("only [PLAIN]");
      }
      assertThat(Script.of("one").count("allocate")).isZero();
    }
  }

  @Test
  void aValueThatItsArgumentDoesNotTakeReachesNoDriver() {
    try (Backplane backplane = open(scripted("one", "{}"));
        Device device = backplane.token("one/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Buffer wrongBank = device.facet(Memory.class).allocate(8, 0);
      Call call = kernel.call();
      for (int index : new int[] {-1, 2, Integer.MAX_VALUE}) {
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, 1));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, 1L));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, 1f));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, 1.0));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, (Object) 1));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, buffer));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.setLocal(index, 1));
        refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.setBytes(index, bytes(4)));
      }
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, 1));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, 1.0));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, 1f));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, 1.0));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, buffer));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, "one"));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.setLocal(1, 8));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.setBytes(0, bytes(8)));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.setBytes(1, bytes(3)));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(1, 1L << 32));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(1, -(1L << 31) - 1));
      refuses(ErrorCode.WRONG_BANK, () -> call.set(0, wrongBank));
      assertThat(call.set(0, buffer).set(1, -1).set(1, (1L << 32) - 1).setBytes(1, bytes(4)))
          .isSameAs(call);
      refuses(ErrorCode.WRONG_BANK, () -> call.set(0, wrongBank));
      // None of the refusals keeps a hold.
      wrongBank.close();
      assertThat(call.arguments()).extracting(Argument::name).containsExactly("data", "n");
    }
  }

  @Test
  void objectsOfAnotherPluginForTheSameDeviceReachNoDriver() {
    try (Backplane backplane =
            open(
                scripted("one", "{}", "\"api_policy\": {\"served_by\": {\"Memory\": \"two\"}}"),
                scripted("two", "{}"));
        Device device = backplane.token("one/dev0").open()) {
      Kernel kernel = device.facet(Kernels.class).kernel("twice");
      Buffer own = kernel.buffer("data", SIZE);
      Buffer foreign = device.facet(Memory.class).allocate(SIZE, 1);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.start(foreign, 1));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.call().set(0, foreign));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> device.queue().read(foreign, 0, bytes(4)));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> own.copyFrom(foreign, 0, 0, 4));
      foreign.close();
    }
  }
}
