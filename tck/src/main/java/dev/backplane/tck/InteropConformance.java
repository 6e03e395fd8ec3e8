package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Images;
import dev.backplane.api.Interop;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.spi.DriverDevice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handles of the runtime below: what goes out comes in again as the same thing. */
public abstract class InteropConformance extends Conformance {
  private @Nullable DriverDevice device;
  private @Nullable Interop interop;

  /** A conformance class. */
  protected InteropConformance() {}

  @BeforeEach
  void openDevice() {
    device = bench().open();
    interop = bench().facet(device, Interop.class);
    bench().prepare(device);
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
    Buffer same = bench().keep(interop().buffer(interop().handle(buffer), Interop.Ownership.KEPT));

    assertThat(same.size()).isEqualTo(buffer.size());
    assertThat(same.syncBack().read(new int[1])).containsExactly(4);
    same.write(5).sync();
    bench().close(same);
    assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
  }

  @Test
  void queuesAndEventsOfHandlesAreTheSame() throws Exception {
    Queues queues = bench().facet(device(), Queues.class);
    Queue queue = bench().keep(queues.queue());
    Queue same = bench().keep(interop().queue(interop().handle(queue), Interop.Ownership.KEPT));
    Event event = bench().keep(same.marker());
    Event sameEvent =
        bench().keep(interop().event(interop().handle(event), Interop.Ownership.KEPT));
    sameEvent.await(Bench.DEADLINE);

    assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    bench().close(same);
    queue.finish(Bench.DEADLINE);
  }

  @Test
  void aLaunchOfAKernelsHandleComputes() {
    Queues queues = bench().facet(device(), Queues.class);
    Job job = bench().job(bench().kernel(device(), bench().work()), bench().work());
    Launch original = bench().keep(queues.launch(job.kernel()));
    Launch same =
        bench().keep(interop().launch(interop().handle(original), Interop.Ownership.KEPT));
    Queue queue = bench().keep(queues.queue());
    for (int i = 0; i < job.values().size(); i++) {
      if (job.values().get(i) instanceof Buffer buffer) {
        same.set(i, buffer);
      } else {
        same.set(i, ((Number) job.values().get(i)).intValue());
      }
    }
    queue.submit(same.global(1));
    queue.finish(Bench.DEADLINE);

    job.check();
  }

  @Test
  void aProgramOfAHandleHasTheSameKernels() {
    Images images = bench().facet(device(), Images.class);
    var program = images.load(bench().work().image().orElseThrow(AssertionError::new));
    var same = bench().keep(interop().program(interop().handle(program), Interop.Ownership.KEPT));

    assertThat(same.kernels()).containsExactlyElementsOf(program.kernels());
  }

  @Test
  void whatIsOfAnotherContextIsRefused() throws Exception {
    bench().close(device());
    String key = bench().resources().getFirst().key();
    DriverDevice first = bench().open(key, OpenMode.SHARED);
    DriverDevice second = bench().open(key, OpenMode.SHARED);
    bench().prepare(second);
    Interop here = bench().facet(first, Interop.class);
    Interop there = bench().facet(second, Interop.class);
    Buffer foreign = buffer(second);
    Queue queue = bench().keep(bench().facet(second, Queues.class).queue());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.handle(foreign));
    long mem = there.handle(foreign);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.buffer(mem, Interop.Ownership.KEPT));
    long handle = there.handle(queue);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> here.queue(handle, Interop.Ownership.KEPT));
    assertThat(foreign.write(6).sync().syncBack().read(new int[1])).containsExactly(6);
    queue.finish(Bench.DEADLINE);
  }

  @Test
  void noHandleIsZero() {
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().buffer(0, Interop.Ownership.KEPT));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().queue(0, Interop.Ownership.TAKEN));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().event(0, Interop.Ownership.TAKEN));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().program(0, Interop.Ownership.KEPT));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().launch(0, Interop.Ownership.KEPT));
  }

  @Test
  void whatWasClosedHasNoHandle() throws Exception {
    Buffer buffer = buffer(device());
    bench().close(buffer);
    Kernel kernel = bench().kernel(device(), bench().work());
    Launch launch = bench().keep(bench().facet(device(), Queues.class).launch(kernel));
    bench().close(launch);

    refuses(ErrorCode.CLOSED, () -> interop().handle(buffer));
    refuses(ErrorCode.CLOSED, () -> interop().handle(launch));
  }

  private Buffer buffer(DriverDevice of) {
    Memory memory = bench().facet(of, Memory.class);
    return bench().keep(memory.allocate(64, memory.banks().getFirst().index()));
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
