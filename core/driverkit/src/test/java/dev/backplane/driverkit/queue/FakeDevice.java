package dev.backplane.driverkit.queue;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A device whose executions end when a test says so. */
final class FakeDevice implements QueuedDevice {
  private static final List<Argument> ARGUMENTS =
      List.of(
          new Argument(0, "data", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(0)),
          new Argument(1, "n", Argument.Kind.SCALAR, "int", 4, 0x1c, List.of()));

  /** The commands that began, in that order. */
  final List<FakeRun> begun = Collections.synchronizedList(new ArrayList<>());

  /** The threads in which bytes were moved. */
  final List<Thread> movers = Collections.synchronizedList(new ArrayList<>());

  /** True if executions have ended when their start returns. */
  volatile boolean shortKernels;

  @Override
  public boolean isOwn(Run run) {
    return run instanceof FakeRun own && own.device() == this;
  }

  @Override
  public Work take(Call call) {
    FakeCall own = (FakeCall) call;
    FakeRun run = new FakeRun(own.number);
    hold(own.data);
    return new Work() {
      @Override
      public Run run() {
        return run;
      }

      @Override
      public void begin() {
        run.start();
      }

      @Override
      public void letGo() {
        FakeDevice.this.letGo(own.data);
      }
    };
  }

  @Override
  public void hold(Buffer buffer) {
    if (!(buffer instanceof FakeBuffer own) || own.device() != this) {
      throw new BackplaneException(ErrorCode.INVALID_ARGUMENT, "another device");
    }
    own.held.incrementAndGet();
  }

  @Override
  public void letGo(Buffer buffer) {
    ((FakeBuffer) buffer).held.decrementAndGet();
  }

  @Override
  public void read(Buffer source, long offset, MemorySegment target) {
    movers.add(Thread.currentThread());
    MemorySegment.copy(((FakeBuffer) source).memory, offset, target, 0, target.byteSize());
  }

  @Override
  public void write(Buffer target, long offset, MemorySegment source) {
    movers.add(Thread.currentThread());
    MemorySegment.copy(source, 0, ((FakeBuffer) target).memory, offset, source.byteSize());
  }

  @Override
  public void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
    MemorySegment.copy(
        ((FakeBuffer) source).memory,
        sourceOffset,
        ((FakeBuffer) target).memory,
        targetOffset,
        bytes);
  }

  @Override
  public String toString() {
    return "fake device";
  }

  FakeBuffer buffer(int bytes) {
    return new FakeBuffer(bytes);
  }

  FakeCall call() {
    return new FakeCall();
  }

  /** {@return a call with all arguments set} */
  FakeCall call(int number) {
    return (FakeCall) new FakeCall().setAll(buffer(4), number);
  }

  /** A call; its number tells its executions apart. */
  final class FakeCall extends TaskCall {
    private final FakeRun own = new FakeRun(-1);
    private FakeBuffer data = buffer(1);
    private long number;

    private FakeCall() {
      super("fake", ARGUMENTS);
    }

    @Override
    protected void put(Argument argument, long bits) {
      number = bits;
    }

    @Override
    protected void put(Argument argument, Buffer buffer) {
      data = (FakeBuffer) buffer;
    }

    @Override
    protected void checkSettable() {
      // Its own run takes nothing from it.
    }

    @Override
    public Call limit(Duration limit) {
      return this;
    }

    FakeRun own() {
      return own;
    }

    long number() {
      return number;
    }

    @Override
    public Run start() {
      own.start();
      return own;
    }

    @Override
    public void close() {
      checkNoneEnqueued();
    }
  }

  /** An execution. */
  final class FakeRun implements Run {
    final long number;
    private final Completion<RunReport> completion = new Completion<>();
    private volatile boolean started;
    volatile boolean refusesCancel;
    volatile Thread starter = Thread.currentThread();

    private FakeRun(long number) {
      this.number = number;
    }

    FakeDevice device() {
      return FakeDevice.this;
    }

    void start() {
      starter = Thread.currentThread();
      started = true;
      begun.add(this);
      if (shortKernels) {
        end();
      }
    }

    void end() {
      completion.claim();
      completion.complete(new RunReport(7, Duration.ofNanos(5)));
    }

    void fail(ErrorCode code) {
      completion.claim();
      completion.fail(new BackplaneException(code, "on purpose"));
    }

    @Override
    public RunState state() {
      if (completion.isEnded()) {
        return Completion.state(completion.failure());
      }
      return started ? RunState.RUNNING : RunState.NEW;
    }

    @Override
    public RunReport await(Duration timeout) {
      var _ = join(timeout);
      return completion.result();
    }

    @Override
    public RunState join(Duration timeout) {
      WaitLimit limit = WaitLimit.of(timeout);
      while (!state().isFinal() && !limit.isOver() && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      return state();
    }

    @Override
    public boolean cancel() {
      if (refusesCancel || !completion.claim()) {
        return false;
      }
      completion.fail(new BackplaneException(ErrorCode.CANCELLED, "cancelled"));
      return true;
    }

    @Override
    public CompletionStage<RunReport> completion() {
      return completion.stage();
    }

    @Override
    public CompletionStage<Void> whenDone(Consumer<RunState> callback) {
      return Completion.whenDone(completion(), callback);
    }

    @Override
    public Times times() {
      throw new UnsupportedOperationException();
    }
  }

  /** A buffer of bytes. */
  final class FakeBuffer implements Buffer {
    final MemorySegment memory;
    final AtomicInteger held = new AtomicInteger();
    private final MemorySegment host;

    private FakeBuffer(int bytes) {
      memory = MemorySegment.ofArray(new byte[bytes]);
      host = java.lang.foreign.Arena.ofAuto().allocate(bytes);
    }

    FakeDevice device() {
      return FakeDevice.this;
    }

    byte[] bytes() {
      return memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }

    @Override
    public long size() {
      return memory.byteSize();
    }

    @Override
    public long address() {
      return 0x1000L * System.identityHashCode(this);
    }

    @Override
    public Bank bank() {
      return new Bank(0, "fake", 0, 1 << 20);
    }

    @Override
    public MemorySegment host() {
      return host;
    }

    @Override
    public Buffer sync(long offset, long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Buffer syncBack(long offset, long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
