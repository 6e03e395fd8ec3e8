package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.spi.DriverDevice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handles of the runtime below: what goes out comes in again as the same thing. */
@Needs({Interop.class, Queues.class, Memory.class, Images.class})
public abstract class InteropConformance extends Conformance {
  private @Nullable DriverDevice device;
  private @Nullable Interop interop;

  /** A conformance class. */
  protected InteropConformance() {}

  @BeforeEach
  void openDevice() {
    device = rig().open();
    interop = rig().facet(device, Interop.class);
    rig().prepare(device);
  }

  @Test
  void theRuntimeBelowHasANameAndHandles() {
    assertThat(interop().backend()).isNotEmpty();
    assertThat(interop().platform()).isNotZero();
    assertThat(interop().device()).isNotZero();
    assertThat(interop().context()).isNotZero();
  }

  @Test
  void aBufferOfAHandleIsTheSameMemoryAndLeavesItToItsOwner() throws Exception {
    Buffer buffer = buffer(device());
    buffer.write(4).sync();
    Buffer same = rig().keep(interop().buffer(interop().handle(buffer), Interop.Ownership.KEPT));

    assertThat(same.size()).isEqualTo(buffer.size());
    assertThat(same.syncBack().read(new int[1])).containsExactly(4);
    same.write(5).sync();
    rig().close(same);
    assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
  }

  @Test
  void queuesAndRunsOfHandlesAreTheSame() throws Exception {
    Queues queues = rig().facet(device(), Queues.class);
    Queue queue = rig().keep(queues.queue());
    Queue same = rig().keep(interop().queue(interop().handle(queue), Interop.Ownership.KEPT));
    Run run = same.submit(rig().keep(rig().ready(device()).call()));
    Run sameRun = interop().run(interop().handle(run), Interop.Ownership.KEPT);
    sameRun.await(Rig.DEADLINE);

    assertThat(run.join(Rig.DEADLINE)).isEqualTo(RunState.COMPLETED);
    rig().close(same);
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void aCallOfAKernelsHandleComputes() {
    TestKernel ready = rig().ready(device());
    Call original = rig().keep(ready.kernel().call());
    Call same = rig().keep(interop().call(interop().handle(original), Interop.Ownership.KEPT));
    for (int i = 0; i < ready.values().size(); i++) {
      same.set(i, ready.values().get(i));
    }
    same.start().await(Rig.DEADLINE);

    ready.check();
  }

  @Test
  void aProgramOfAHandleHasTheSameKernels() {
    Images images = rig().facet(device(), Images.class);
    var program = images.load(rig().testCase().image().orElseThrow(AssertionError::new));
    var same = rig().keep(interop().program(interop().handle(program), Interop.Ownership.KEPT));

    assertThat(same.kernels()).containsExactlyElementsOf(program.kernels());
  }

  @Test
  void refusesObjectsOfAnotherContext() throws Exception {
    rig().close(device());
    String key = rig().resources().getFirst().key();
    DriverDevice first = rig().open(key, OpenMode.SHARED);
    DriverDevice second = rig().open(key, OpenMode.SHARED);
    rig().prepare(second);
    Interop here = rig().facet(first, Interop.class);
    Interop there = rig().facet(second, Interop.class);
    Buffer foreign = buffer(second);
    Queue queue = rig().keep(rig().facet(second, Queues.class).queue());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.handle(foreign));
    long mem = there.handle(foreign);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.buffer(mem, Interop.Ownership.KEPT));
    long handle = there.handle(queue);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.queue(handle, Interop.Ownership.KEPT));
    assertThat(foreign.write(6).sync().syncBack().read(new int[1])).containsExactly(6);
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void noHandleIsZero() {
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().buffer(0, Interop.Ownership.KEPT));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().queue(0, Interop.Ownership.TAKEN));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().run(0, Interop.Ownership.TAKEN));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().program(0, Interop.Ownership.KEPT));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().call(0, Interop.Ownership.KEPT));
  }

  @Test
  void aClosedObjectHasNoHandle() throws Exception {
    Buffer buffer = buffer(device());
    rig().close(buffer);
    Call call = rig().keep(rig().kernel(device(), rig().testCase()).call());
    rig().close(call);

    refuses(ErrorCode.CLOSED, () -> interop().handle(buffer));
    refuses(ErrorCode.CLOSED, () -> interop().handle(call));
  }

  private Buffer buffer(DriverDevice of) {
    Memory memory = rig().facet(of, Memory.class);
    return rig().keep(memory.allocate(64, memory.banks().getFirst().index()));
  }

  private Interop interop() {
    if (interop == null) {
      throw new IllegalStateException("no test is running");
    }
    return interop;
  }

  private DriverDevice device() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return device;
  }
}
