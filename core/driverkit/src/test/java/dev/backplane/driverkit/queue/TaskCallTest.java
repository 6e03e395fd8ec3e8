package dev.backplane.driverkit.queue;

import static dev.backplane.driverkit.queue.SoftwareQueueTest.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What a call of a kernel takes that knows tasks alone. */
final class TaskCallTest {
  private final FakeDevice device = new FakeDevice();
  private final Queue queue = new SoftwareQueues(device).queue();

  @Test
  void anArgumentThatWasNotSetIsNamed() {
    Call call = device.call().set(1, 5);
    assertThat(refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.submit(call)))
        .hasMessageContaining("'data'");
    assertThat(queue.submit(call.set(0, device.buffer(4)))).isNotNull();
  }

  @Test
  void oneWorkItemIsTakenAndNoMore() {
    Call call = device.call(1);
    assertThat(call.range(1, 1, 1).group(1).group(0).offset(0, 0, 0).largestGroup()).isEqualTo(1);
    assertThat(refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(2)))
        .hasMessageContaining("one work item");
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(0));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(1, 2));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.offset(-1, 0, 0));
  }

  @Test
  void bytesAreTheNumberThatTheyAreInMemory() {
    FakeDevice.FakeCall call = device.call();
    call.setBytes(1, MemorySegment.ofArray(new byte[] {1, 2, 0, 0}));
    assertThat(call.number()).isEqualTo(0x201);
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.setLocal(0, 16));
  }
}
