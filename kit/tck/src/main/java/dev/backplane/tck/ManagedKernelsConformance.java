package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.Signal;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests what the plugin manager adds to kernels and buffers of a driver: names in errors, and the
 * handling of closed objects.
 */
@Needs(kernels = true)
public abstract class ManagedKernelsConformance extends QueueSuite {
  /** A conformance class. */
  protected ManagedKernelsConformance() {}

  @Test
  void anErrorNamesTheDeviceAndItsPlugin() {
    Kernel kernel = kernel();
    var error = refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(new Object[100]));

    assertThat(error.getMessage()).contains(DriverInstance.NAME + "/" + rig().key());
  }

  @Test
  void passesNoClosedObjectToTheDriver() {
    TestKernel ready = ready();
    Queue queue = queue();
    Call call = call(ready);
    Object value = ready.values().getFirst();
    rig().close(call);
    refuses(ErrorCode.CLOSED, call::start);
    refuses(ErrorCode.CLOSED, () -> call.set(0, value));
    refuses(ErrorCode.CLOSED, () -> queue.submit(call));
    refuses(ErrorCode.CLOSED, () -> queue.enqueue(call));
    Call open = call(rig().ready(ready.kernel(), rig().testCase()));
    Buffer buffer = ready.anyBuffer();
    rig().close(buffer);
    refuses(ErrorCode.CLOSED, ready::start);
    refuses(ErrorCode.CLOSED, buffer::sync);
    refuses(ErrorCode.CLOSED, () -> queue.read(buffer, 0, ints(0)));
    refuses(ErrorCode.CLOSED, () -> open.set(ready.values().indexOf(buffer), buffer));
    rig().close(queue);
    refuses(ErrorCode.CLOSED, queue::marker);
    refuses(ErrorCode.CLOSED, () -> queue.submit(open));
  }

  @Test
  void aBufferOfAnOpenCallStaysOpen() {
    TestKernel ready = ready();
    Call call = call(ready);

    refuses(ErrorCode.IN_USE, ready.anyBuffer()::close);
    rig().close(call);
    rig().close(ready.anyBuffer());
  }

  @Test
  void aBufferOfACommandThatWaitsStaysOpen() {
    if (rig().subject().lacks(Ability.SIGNALS)) {
      return;
    }
    TestKernel ready = ready();
    Buffer buffer = ready.anyBuffer();
    Signal gate = gate();
    Queue queue = queue();
    Call call = call(ready);
    Run run = queue.submit(call, gate);
    rig().close(call);
    refuses(ErrorCode.IN_USE, buffer::close);
    Run transfer = queue.read(buffer, 0, MemorySegment.ofArray(new byte[1]), run);
    gate.complete();
    done(run);
    done(transfer);
    rig().close(buffer);
  }

  @Test
  void waitsForAProgramEndWithItsDevice() throws Exception {
    if (rig().subject().lacks(Ability.SIGNALS)) {
      return;
    }
    Signal gate = queues().signal();
    var stage = gate.completion().toCompletableFuture();
    var after = queues().queue().marker(gate).completion().toCompletableFuture();
    rig().closeDevice(device());

    for (var one : List.of(stage, after)) {
      assertThat(one.handle((report, why) -> why).get(30, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void objectsOfADeviceAreClosedWithIt() {
    TestKernel ready = ready();
    List<Buffer> buffers = ready.buffers();
    Call call = call(ready);
    Queue queue = queue();
    Run run = queue.submit(call);
    var stage = run.completion().toCompletableFuture();
    rig().closeDevice(device());

    refuses(ErrorCode.CLOSED, ready::start);
    refuses(ErrorCode.CLOSED, call::start);
    refuses(ErrorCode.CLOSED, queue::marker);
    // By a thread of the driver, which may be a moment behind.
    assertThat(stage.handle((_, _) -> true)).succeedsWithin(Duration.ofMinutes(1));
    for (Buffer buffer : buffers) {
      refuses(ErrorCode.CLOSED, buffer::sync);
    }
  }
}
