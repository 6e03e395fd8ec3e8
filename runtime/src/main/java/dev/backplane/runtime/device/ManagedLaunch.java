package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Launch;
import dev.backplane.api.UnifiedBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A launch that holds the memory bound to it. Setting a number and submitting only ask whether it
 * is open: nothing is counted or made.
 */
final class ManagedLaunch implements Launch, MemoryUser {
  private final Handle<Launch> handle;
  private final Launch target;
  private final Lifetime lifetime;
  private final Lifetime program;
  private final String name;
  private final List<Argument> arguments;

  /** What is bound, by argument; null for what is no memory. */
  private final @Nullable UsedMemory[] bound;

  /** Where it was launched last, and when by that queue's count. */
  private @Nullable ManagedQueue lastQueue;

  private int lastRound;

  /** Where it was launched before that, with the round. */
  private final ConcurrentMap<ManagedQueue, Integer> otherQueues = new ConcurrentHashMap<>();

  ManagedLaunch(Handle<Launch> handle, Lifetime program) {
    this.handle = handle;
    this.program = program;
    target = handle.target();
    lifetime = handle.lifetime();
    name = handle.origin().ask("make launch", target::name);
    arguments = List.copyOf(handle.origin().ask("make launch", target::arguments));
    bound = new UsedMemory[arguments.size()];
    handle.device().runs().addUser(this);
  }

  boolean isOf(OpenDevice device) {
    return handle.device() == device;
  }

  /** The driver's launch, if it and its program are open. */
  Launch target(String operation) {
    lifetime.check(operation);
    program.check(operation);
    return target;
  }

  /** Notes that it was put into a queue. */
  void launched(ManagedQueue queue, int round) {
    ManagedQueue last = lastQueue;
    if (last != queue) {
      if (last != null) {
        otherQueues.put(last, lastRound);
      }
      lastQueue = queue;
    }
    lastRound = round;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Argument> arguments() {
    return arguments;
  }

  @Override
  public Launch set(int argument, int value) {
    lifetime.check("set");
    try {
      target.set(argument, value);
    } catch (Throwable e) {
      throw failed("set", e);
    }
    return this;
  }

  @Override
  public Launch set(int argument, long value) {
    lifetime.check("set");
    try {
      target.set(argument, value);
    } catch (Throwable e) {
      throw failed("set", e);
    }
    return this;
  }

  @Override
  public Launch set(int argument, float value) {
    lifetime.check("set");
    try {
      target.set(argument, value);
    } catch (Throwable e) {
      throw failed("set", e);
    }
    return this;
  }

  @Override
  public Launch set(int argument, double value) {
    lifetime.check("set");
    try {
      target.set(argument, value);
    } catch (Throwable e) {
      throw failed("set", e);
    }
    return this;
  }

  @Override
  public Launch set(int argument, Buffer value) {
    lifetime.check("set");
    if (!(value instanceof ManagedBuffer buffer) || !buffer.isOf(handle.device())) {
      throw foreign("buffer", argument);
    }
    begin(argument, buffer);
    boolean set = false;
    try {
      target.set(argument, buffer.target());
      set = true;
    } catch (Throwable e) {
      throw failed("set", e);
    } finally {
      settle(argument, buffer, set);
    }
    return this;
  }

  @Override
  public Launch set(int argument, UnifiedBuffer value, long offset) {
    lifetime.check("set");
    if (!(value instanceof ManagedUnifiedBuffer memory) || !memory.isOf(handle.device())) {
      throw foreign("memory", argument);
    }
    begin(argument, memory);
    boolean set = false;
    try {
      target.set(argument, memory.target(), offset);
      set = true;
    } catch (Throwable e) {
      throw failed("set", e);
    } finally {
      settle(argument, memory, set);
    }
    return this;
  }

  /** Notes a use, unless the argument has that memory already. */
  private void begin(int argument, UsedMemory memory) {
    if (argument < 0 || argument >= bound.length || bound[argument] != memory) {
      memory.use("set");
    }
  }

  private void settle(int argument, UsedMemory memory, boolean set) {
    boolean inside = argument >= 0 && argument < bound.length;
    UsedMemory before = inside ? bound[argument] : null;
    if (before == memory) {
      return;
    }
    if (!set || !inside) {
      memory.release();
      return;
    }
    bound[argument] = memory;
    if (before != null) {
      before.release();
    }
  }

  private BackplaneException foreign(String what, int argument) {
    return handle
        .origin()
        .error(
            ErrorCode.INVALID_ARGUMENT,
            "the " + what + " for argument " + argument + " was not made from this device")
        .during("set argument of " + this)
        .remedy("Make it from the device whose kernel this is")
        .build();
  }

  @Override
  public Launch setLocal(int argument, long bytes) {
    handle.origin().tell("set", () -> target.setLocal(argument, bytes));
    return this;
  }

  @Override
  public Launch setBytes(int argument, MemorySegment value) {
    handle.origin().tell("set", () -> target.setBytes(argument, value));
    return this;
  }

  @Override
  public Launch global(long x) {
    lifetime.check("global");
    try {
      target.global(x);
    } catch (Throwable e) {
      throw failed("global", e);
    }
    return this;
  }

  @Override
  public Launch global(long x, long y) {
    lifetime.check("global");
    try {
      target.global(x, y);
    } catch (Throwable e) {
      throw failed("global", e);
    }
    return this;
  }

  @Override
  public Launch global(long x, long y, long z) {
    lifetime.check("global");
    try {
      target.global(x, y, z);
    } catch (Throwable e) {
      throw failed("global", e);
    }
    return this;
  }

  @Override
  public Launch local(long x) {
    lifetime.check("local");
    try {
      target.local(x);
    } catch (Throwable e) {
      throw failed("local", e);
    }
    return this;
  }

  @Override
  public Launch local(long x, long y) {
    lifetime.check("local");
    try {
      target.local(x, y);
    } catch (Throwable e) {
      throw failed("local", e);
    }
    return this;
  }

  @Override
  public Launch local(long x, long y, long z) {
    lifetime.check("local");
    try {
      target.local(x, y, z);
    } catch (Throwable e) {
      throw failed("local", e);
    }
    return this;
  }

  @Override
  public Launch offset(long x, long y, long z) {
    lifetime.check("offset");
    try {
      target.offset(x, y, z);
    } catch (Throwable e) {
      throw failed("offset", e);
    }
    return this;
  }

  @Override
  public long largestGroup() {
    return handle.origin().ask("largest group", target::largestGroup);
  }

  @Override
  public void close() {
    lifetime.check("close");
    ManagedQueue busy = busy();
    if (busy != null) {
      throw handle
          .origin()
          .error(ErrorCode.IN_USE, "a command launched with it may be in flight")
          .during("close " + this)
          .remedy("Wait for the queue with finish, then close the launch")
          .build();
    }
    try {
      handle.close();
    } finally {
      handle.device().runs().removeUser(this);
      for (UsedMemory memory : bound) {
        if (memory != null) {
          memory.release();
        }
      }
    }
  }

  /** A queue that may still execute it, or null. */
  private @Nullable ManagedQueue busy() {
    if (lastQueue != null && !lastQueue.hasEnded(lastRound)) {
      return lastQueue;
    }
    for (var other : otherQueues.entrySet()) {
      if (!other.getKey().hasEnded(other.getValue())) {
        return other.getKey();
      }
    }
    return null;
  }

  private BackplaneException failed(String operation, Throwable thrown) {
    return handle.origin().failed(operation, thrown);
  }

  @Override
  public boolean uses(UsedMemory memory) {
    for (UsedMemory own : bound) {
      if (own == memory) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void settleIfEnded() {
    // It keeps its memory from launch to launch.
  }

  @Override
  public String toString() {
    return "a launch of " + name;
  }
}
