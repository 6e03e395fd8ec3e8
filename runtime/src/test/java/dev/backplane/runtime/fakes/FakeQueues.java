package dev.backplane.runtime.fakes;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceLimits;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UserEvent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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
  public Launch launch(Kernel kernel) {
    script.step("launch");
    return new FakeLaunch(kernel.arguments(), script);
  }

  @Override
  public UserEvent userEvent() {
    return new FakeEvent("user event", script, false);
  }

  @Override
  public MemorySegment hostMemory(long bytes) {
    return Arena.ofAuto().allocate(bytes);
  }

  @Override
  public DeviceLimits limits() {
    return new DeviceLimits(1, 1, List.of(1L, 1L, 1L), 1024, 1024, 1024, Optional.empty());
  }

  @Override
  public Clocks clocks() {
    return new Clocks(1, 2);
  }

  /** A launch that takes everything of its own driver. */
  record FakeLaunch(List<Argument> arguments, Script script) implements Launch {
    @Override
    public String name() {
      return "twice";
    }

    @Override
    public Launch set(int argument, int value) {
      return this;
    }

    @Override
    public Launch set(int argument, long value) {
      return this;
    }

    @Override
    public Launch set(int argument, float value) {
      return this;
    }

    @Override
    public Launch set(int argument, double value) {
      return this;
    }

    @Override
    public Launch set(int argument, Buffer value) {
      own(value);
      if (argument >= arguments.size()) {
        throw new BackplaneException(ErrorCode.NO_SUCH_ARGUMENT, "no argument " + argument);
      }
      return this;
    }

    @Override
    public Launch set(int argument, UnifiedBuffer value, long offset) {
      return this;
    }

    @Override
    public Launch setLocal(int argument, long bytes) {
      return this;
    }

    @Override
    public Launch setBytes(int argument, MemorySegment value) {
      return this;
    }

    @Override
    public Launch global(long x) {
      return this;
    }

    @Override
    public Launch global(long x, long y) {
      return this;
    }

    @Override
    public Launch global(long x, long y, long z) {
      return this;
    }

    @Override
    public Launch local(long x) {
      return this;
    }

    @Override
    public Launch local(long x, long y) {
      return this;
    }

    @Override
    public Launch local(long x, long y, long z) {
      return this;
    }

    @Override
    public Launch offset(long x, long y, long z) {
      return this;
    }

    @Override
    public long largestGroup() {
      return 1;
    }

    @Override
    public void close() {
      script.event("closed launch");
    }
  }

  /** A queue. */
  public static final class FakeQueue implements Queue {
    private final Script script;
    private final FakeEvent all;

    FakeQueue(Script script) {
      this.script = script;
      all = new FakeEvent("all of the queue", script, !script.says("queue", "waits"));
    }

    /** Lets everything end that was put in. */
    public void complete() {
      all.complete();
    }

    private Event command() {
      return all;
    }

    @Override
    public Set<QueueFlag> flags() {
      return Set.of();
    }

    @Override
    public Event launch(Launch launch, Event... after) {
      submit(launch);
      own(after);
      return command();
    }

    @Override
    public void submit(Launch launch) {
      if (!(launch instanceof FakeLaunch)) {
        throw new AssertionError("the driver got a launch that is not its own: " + launch);
      }
    }

    @Override
    public Event read(Buffer source, long offset, MemorySegment target, Event... after) {
      own(source);
      own(after);
      return command();
    }

    @Override
    public Event write(Buffer target, long offset, MemorySegment source, Event... after) {
      return read(target, offset, source, after);
    }

    @Override
    public Event copy(
        Buffer source,
        long sourceOffset,
        Buffer target,
        long targetOffset,
        long bytes,
        Event... after) {
      own(source);
      own(target);
      return command();
    }

    @Override
    public Event readRect(Buffer source, Rect from, MemorySegment target, Rect to, Event... after) {
      return command();
    }

    @Override
    public Event writeRect(
        Buffer target, Rect to, MemorySegment source, Rect from, Event... after) {
      return command();
    }

    @Override
    public Event copyRect(Buffer source, Rect from, Buffer target, Rect to, Event... after) {
      return command();
    }

    @Override
    public Event fill(
        Buffer target, long offset, long bytes, MemorySegment pattern, Event... after) {
      return command();
    }

    @Override
    public Mapping map(
        Buffer buffer,
        long offset,
        long bytes,
        Mapping.Access access,
        Duration timeout,
        Event... after) {
      own(buffer);
      Event unmapped = command();
      return new Mapping() {
        @Override
        public MemorySegment segment() {
          return buffer.host();
        }

        @Override
        public Event unmap(Event... first) {
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
    public Event marker(Event... after) {
      own(after);
      return command();
    }

    @Override
    public Event barrier(Event... after) {
      return marker(after);
    }

    @Override
    public void flush() {
      script.step("flush");
    }

    @Override
    public void finish(Duration timeout) {
      script.event("finish");
      all.await(timeout);
    }

    @Override
    public boolean isEmpty() {
      return all.status().isFinal();
    }

    @Override
    public void close() {
      script.event("closed queue");
    }
  }

  /** An event that happens when the test says so. */
  static final class FakeEvent implements UserEvent {
    private final String name;
    private final Script script;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    FakeEvent(String name, Script script, boolean over) {
      this.name = name;
      this.script = script;
      if (over) {
        done.complete(null);
      }
    }

    @Override
    public Status status() {
      if (!done.isDone()) {
        return Status.QUEUED;
      }
      return done.isCompletedExceptionally() ? Status.FAILED : Status.COMPLETE;
    }

    @Override
    public void await(Duration timeout) {
      if (!done.isDone()) {
        throw new BackplaneException(ErrorCode.TIMEOUT, name + " has not ended");
      }
    }

    @Override
    public CompletionStage<Void> whenDone(Consumer<Status> callback) {
      return done.thenRun(() -> callback.accept(status()));
    }

    @Override
    public CompletionStage<Void> completion() {
      return done;
    }

    @Override
    public Times times() {
      return new Times(1, 2, 3, 4);
    }

    @Override
    public void complete() {
      done.complete(null);
    }

    @Override
    public void fail() {
      script.event("failed " + name);
      done.completeExceptionally(new BackplaneException(ErrorCode.KERNEL_FAILED, "it failed"));
    }

    @Override
    public void close() {
      script.event("closed event");
    }
  }

  private static void own(Buffer buffer) {
    if (!(buffer instanceof FakeMemory.FakeBuffer)) {
      throw new AssertionError("the driver got a buffer that is not its own: " + buffer);
    }
  }

  private static void own(Event... events) {
    for (Event event : events) {
      if (!(event instanceof FakeEvent)) {
        throw new AssertionError("the driver got an event that is not its own: " + event);
      }
    }
  }
}
