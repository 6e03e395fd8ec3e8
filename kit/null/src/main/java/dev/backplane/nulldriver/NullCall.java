package dev.backplane.nulldriver;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.driverkit.queue.TaskCall;
import dev.backplane.driverkit.queue.Work;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call of the one kernel. It holds its buffer until it is closed. */
final class NullCall extends TaskCall {
  private final NullMemory memory;
  private final NullRun own = new NullRun();
  private @Nullable NullBuffer data;
  private boolean closed;

  NullCall(Kernel kernel, NullMemory memory) {
    super(kernel.name(), kernel.arguments());
    this.memory = memory;
  }

  boolean isOf(NullMemory other) {
    return memory == other;
  }

  @Override
  protected void checkSettable() {
    checkOpen("set");
  }

  private void checkOpen(String operation) {
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was closed")
          .during(operation)
          .on(toString())
          .remedy("Make another call")
          .build();
    }
  }

  @Override
  protected void put(Argument argument, long bits) {
    // A real driver keeps them for the registers of a compute unit.
  }

  @Override
  protected void put(Argument argument, Buffer buffer) {
    NullBuffer own = (NullBuffer) buffer;
    own.enter();
    letGo();
    data = own;
  }

  private void letGo() {
    NullBuffer before = data;
    if (before != null) {
      before.leave();
    }
    data = null;
  }

  @Override
  public Call limit(Duration limit) {
    if (limit.isZero()) {
      return this;
    }
    throw BackplaneException.because(ErrorCode.NOT_SUPPORTED, "nothing it does takes time")
        .during("limit")
        .on(toString())
        .remedy("Leave it out")
        .build();
  }

  @Override
  public Run start() {
    checkOpen("start");
    checkComplete("start");
    own.start();
    return own;
  }

  /** {@return an execution; a real driver copies the values, and holds the buffers for it} */
  Work take() {
    checkOpen("submit");
    NullRun run = new NullRun();
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
        // It holds nothing.
      }
    };
  }

  @Override
  public void close() {
    checkNoneEnqueued();
    if (!closed) {
      closed = true;
      letGo();
    }
  }
}
