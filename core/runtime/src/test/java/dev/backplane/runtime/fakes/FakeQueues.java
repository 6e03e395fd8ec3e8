package dev.backplane.runtime.fakes;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.api.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Queues whose commands end at once, or when the test says so. Checks that all objects are its own.
 */
public final class FakeQueues implements Queues {
  /** The queue made last. */
  public static final AtomicReference<@Nullable FakeQueue> LAST = new AtomicReference<>();

  private final Script script;

  FakeQueues(Script script) {
    this.script = script;
  }

  @Override
  public Queue queue(QueueFlag... flags) {
    FakeQueue queue = new FakeQueue(script);
    LAST.set(queue);
    return queue;
  }

  @Override
  public Set<QueueFlag> flags() {
    return Set.of(QueueFlag.PROFILING);
  }

  @Override
  public Signal signal() {
    return new FakeRun("signal", script);
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    return Arena.ofAuto().allocate(bytes);
  }

  @Override
  public Clocks clocks() {
    return new Clocks(1, 2);
  }

  /** A queue. */
  public static final class FakeQueue implements Queue {
    private final Script script;
    private final FakeRun all;

    FakeQueue(Script script) {
      this.script = script;
      all = new FakeRun("all of the queue", script);
      if (!script.says("queue", "waits")) {
        all.complete();
      }
    }

    /** Lets everything end that was put in. */
    public void complete() {
      all.complete();
    }

    private Run command() {
      return all;
    }

    @Override
    public Set<QueueFlag> flags() {
      return Set.of();
    }

    @Override
    public Run submit(Call call, Run... after) {
      script.step("submit");
      enqueue(call);
      own(after);
      return command();
    }

    @Override
    public void enqueue(Call call) {
      if (!(call instanceof FakeCall)) {
        throw new AssertionError("the driver got a call that is not its own: " + call);
      }
    }

    @Override
    public Run read(Buffer source, long offset, MemorySegment target, Run... after) {
      own(source);
      own(after);
      return command();
    }

    @Override
    public Run write(Buffer target, long offset, MemorySegment source, Run... after) {
      return read(target, offset, source, after);
    }

    @Override
    public Run copy(
        Buffer source,
        long sourceOffset,
        Buffer target,
        long targetOffset,
        long bytes,
        Run... after) {
      own(source);
      own(target);
      return command();
    }

    @Override
    public Run readRect(Buffer source, Rect from, MemorySegment target, Rect to, Run... after) {
      return command();
    }

    @Override
    public Run writeRect(Buffer target, Rect to, MemorySegment source, Rect from, Run... after) {
      return command();
    }

    @Override
    public Run copyRect(Buffer source, Rect from, Buffer target, Rect to, Run... after) {
      return command();
    }

    @Override
    public Run fill(Buffer target, long offset, long bytes, MemorySegment pattern, Run... after) {
      return command();
    }

    @Override
    public Mapping map(
        Buffer buffer,
        long offset,
        long bytes,
        Mapping.Access access,
        Duration timeout,
        Run... after) {
      own(buffer);
      Run unmapped = command();
      return new Mapping() {
        @Override
        public MemorySegment segment() {
          return buffer.host();
        }

        @Override
        public Run unmap(Run... first) {
          script.event("unmapped");
          return unmapped;
        }

        @Override
        public void close() {
          script.event("unmapped");
        }
      };
    }

    @Override
    public Run marker(Run... after) {
      own(after);
      return command();
    }

    @Override
    public Run barrier(Run... after) {
      return marker(after);
    }

    @Override
    public void flush() {
      script.step("flush");
    }

    @Override
    public void finish(Duration timeout) {
      script.event("finish");
      if (!isEmpty()) {
        throw new BackplaneException(ErrorCode.TIMEOUT, "the queue has not ended");
      }
    }

    @Override
    public boolean isEmpty() {
      return all.state().isFinal();
    }

    @Override
    public void close() {
      script.event("closed queue");
    }
  }

  static void own(Buffer buffer) {
    if (!(buffer instanceof FakeMemory.FakeBuffer)) {
      throw new AssertionError("the driver got a buffer that is not its own: " + buffer);
    }
  }

  private static void own(Run... runs) {
    for (Run run : runs) {
      if (!(run instanceof FakeRun)) {
        throw new AssertionError("the driver got a run that is not its own: " + run);
      }
    }
  }
}
