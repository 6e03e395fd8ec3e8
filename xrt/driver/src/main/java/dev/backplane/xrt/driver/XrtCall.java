package dev.backplane.xrt.driver;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.TaskCall;
import dev.backplane.driverkit.queue.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call of a kernel: the values that the library is given at each start. It holds its buffers and
 * its image until it is closed.
 */
final class XrtCall extends TaskCall {
  private static final Duration CLOSING = Duration.ofSeconds(6);

  private final XrtCard card;
  private final XrtSession session;
  private final LoadedImage fabric;
  private final KernelContext context;
  private final XrtRun own;
  private final long[] bits;
  private final @Nullable XrtBuffer[] buffers;

  /** The buffers, for executions: made when one is bound, not for each start. */
  private XrtBuffer[] held = {};

  private final AtomicBoolean released = new AtomicBoolean();

  XrtCall(XrtCard card, XrtSession session, LoadedImage fabric, KernelContext context) {
    super(context.plan().name(), context.plan().arguments());
    this.card = card;
    this.session = session;
    this.fabric = fabric;
    this.context = context;
    own = new XrtRun(card, fabric, context);
    bits = new long[arguments().size()];
    buffers = new XrtBuffer[arguments().size()];
    fabric.enter(toString());
    session.opened(this);
  }

  boolean isOf(XrtSession other) {
    return session == other;
  }

  @Override
  protected void checkSettable() {
    checkOpen("set");
    if (own.isInFlight()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
          .during("set")
          .on(toString())
          .remedy("Wait for it to end")
          .build();
    }
  }

  private void checkOpen(String operation) {
    if (released.get()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was closed")
          .during(operation)
          .on(toString())
          .remedy("Make another call")
          .build();
    }
  }

  @Override
  protected void put(Argument argument, long value) {
    bits[argument.index()] = value;
  }

  @Override
  protected void put(Argument argument, Buffer value) {
    XrtBuffer buffer = (XrtBuffer) value;
    buffer.enter();
    XrtBuffer before = buffers[argument.index()];
    buffers[argument.index()] = buffer;
    // The library takes the handle and puts the address into the register by itself.
    bits[argument.index()] = buffer.handle();
    held = bound();
    if (before != null) {
      before.leave();
    }
  }

  @Override
  public Call limit(Duration limit) {
    if (limit.isZero()) {
      return this;
    }
    throw BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "XRT ends no execution that takes too long")
        .during("limit")
        .on(toString())
        .remedy("Await the run with a timeout; a kernel that hangs is ended by a reset of the card")
        .build();
  }

  private XrtBuffer[] bound() {
    List<XrtBuffer> all = new ArrayList<>(buffers.length);
    for (XrtBuffer buffer : buffers) {
      if (buffer != null) {
        all.add(buffer);
      }
    }
    return all.toArray(XrtBuffer[]::new);
  }

  @Override
  public Run start() {
    checkOpen("start");
    checkComplete("start");
    own.start(bits, held);
    return own;
  }

  /** Starts an execution with a run that is not the call's own. */
  Run startAnother() {
    XrtRun another = new XrtRun(card, fabric, context);
    another.start(bits, held);
    return another;
  }

  /** {@return what it would execute now, with a run and values of its own} */
  Work take() {
    checkOpen("submit");
    XrtBuffer[] used = held;
    fabric.enter(toString());
    // They cannot be closed: this call holds them.
    for (XrtBuffer buffer : used) {
      buffer.enter();
    }
    return new Execution(fabric, new XrtRun(card, fabric, context), bits.clone(), used);
  }

  private static final class Execution implements Work {
    private final LoadedImage fabric;
    private final XrtRun run;
    private final long[] bits;
    private final XrtBuffer[] used;

    Execution(LoadedImage fabric, XrtRun run, long[] bits, XrtBuffer... used) {
      this.fabric = fabric;
      this.run = run;
      this.bits = bits;
      this.used = used;
    }

    @Override
    public Run run() {
      return run;
    }

    @Override
    public void begin() {
      run.start(bits, used);
    }

    @Override
    public void letGo() {
      for (XrtBuffer buffer : used) {
        buffer.leave();
      }
      fabric.leave();
    }
  }

  @Override
  public void close() {
    if (released.get()) {
      return;
    }
    checkNoneEnqueued();
    if (own.isInFlight() && !own.join(CLOSING).isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
          .during("close")
          .on(toString())
          .remedy("Wait for it to end; XRT cannot end it")
          .build();
    }
    release();
  }

  /** Lets go of buffers and image; an execution in flight holds its own. */
  void release() {
    if (released.compareAndSet(false, true)) {
      for (XrtBuffer buffer : held) {
        buffer.leave();
      }
      fabric.leave();
      session.closed(this);
    }
  }
}
