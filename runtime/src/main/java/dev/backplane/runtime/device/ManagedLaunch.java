package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Launch;
import dev.backplane.api.UnifiedBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A launch that holds the memory bound to it. Setting a number and submitting only ask whether it
 * is open: nothing is counted or made.
 */
final class ManagedLaunch extends CheckedLaunch implements MemoryUser {
  private final OwnedHandle<Launch> handle;
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

  /** A launch of a kernel that lives as long as the device. */
  ManagedLaunch(OwnedHandle<Launch> handle) {
    this(handle, handle.device().origin().lifetime());
  }

  ManagedLaunch(OwnedHandle<Launch> handle, Lifetime program) {
    super(handle);
    this.handle = handle;
    this.program = program;
    name = origin.ask("make launch", target::name);
    arguments = List.copyOf(origin.ask("make launch", target::arguments));
    bound = new UsedMemory[arguments.size()];
    device.runs().addUser(this);
  }

  /** It is not used after its program. */
  @Override
  void beginUse(String operation) {
    super.beginUse(operation);
    program.check(operation);
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
  public Launch set(int argument, Buffer value) {
    lifetime.check("set");
    if (!(value instanceof ManagedBuffer buffer) || buffer.device != device) {
      throw foreign("buffer", argument);
    }
    begin(argument, buffer);
    boolean set = false;
    try {
      target.set(argument, buffer.target);
      set = true;
    } catch (Throwable e) {
      throw origin.failed("set", e);
    } finally {
      settle(argument, buffer, set);
    }
    return this;
  }

  @Override
  public Launch set(int argument, UnifiedBuffer value, long offset) {
    lifetime.check("set");
    if (!(value instanceof ManagedUnifiedBuffer memory) || memory.device != device) {
      throw foreign("memory", argument);
    }
    begin(argument, memory);
    boolean set = false;
    try {
      target.set(argument, memory.target, offset);
      set = true;
    } catch (Throwable e) {
      throw origin.failed("set", e);
    } finally {
      settle(argument, memory, set);
    }
    return this;
  }

  /** Notes a use, unless the argument has that memory already. */
  private void begin(int argument, UsedMemory memory) {
    if (argument < 0 || argument >= bound.length || bound[argument] != memory) {
      memory.beginUse("set");
    }
  }

  private void settle(int argument, UsedMemory memory, boolean set) {
    boolean inside = argument >= 0 && argument < bound.length;
    UsedMemory before = inside ? bound[argument] : null;
    if (before == memory) {
      return;
    }
    if (!set || !inside) {
      memory.endUse();
      return;
    }
    bound[argument] = memory;
    if (before != null) {
      before.endUse();
    }
  }

  private BackplaneException foreign(String what, int argument) {
    return origin
        .error(
            ErrorCode.INVALID_ARGUMENT,
            "the " + what + " for argument " + argument + " was not made from this device")
        .during("set argument of " + this)
        .remedy("Make it from the device whose kernel this is")
        .build();
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    ManagedQueue busy = busy();
    if (busy != null) {
      throw origin
          .error(ErrorCode.IN_USE, "a command launched with it may be in flight")
          .during("close " + this)
          .remedy("Wait for the queue with finish, then close the launch")
          .build();
    }
    try {
      handle.close();
    } finally {
      device.runs().removeUser(this);
      for (UsedMemory memory : bound) {
        if (memory != null) {
          memory.endUse();
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
