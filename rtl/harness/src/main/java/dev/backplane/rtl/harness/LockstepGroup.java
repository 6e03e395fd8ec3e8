package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the cycle loops of a kernel group in lockstep. In a step, first all loops sample and
 * then all drive. So a beat from one kernel arrives at another one cycle later, whatever their
 * order.
 */
final class LockstepGroup {
  private final CycleLoop[] loops;
  private final ClockSchedule schedule;

  LockstepGroup(List<CycleLoop> loops) {
    this.loops = loops.toArray(CycleLoop[]::new);
    List<ClockSchedule.Rate> rates =
        loops.stream().flatMap(loop -> loop.rates().stream()).distinct().toList();
    schedule = new ClockSchedule(rates);
    loops.forEach(loop -> loop.join(this, rates));
    loops.forEach(
        loop -> loop.context.silencedWith(() -> loops.forEach(member -> member.context.silence())));
  }

  void step() {
    long step = schedule.advance();
    for (CycleLoop member : loops) {
      member.sampleInGroup(step);
    }
    for (CycleLoop member : loops) {
      member.driveInGroup(step);
    }
  }

  /** Tells whether a fault has stopped one of them. */
  boolean isStopped() {
    for (CycleLoop member : loops) {
      if (member.context.cycle >= member.context.stopCycle) {
        return true;
      }
    }
    return false;
  }

  /** The fault of the first member that has one, or null. */
  @Nullable RtlException fault() {
    int faulty = faultyIndex();
    return faulty < 0 ? null : loops[faulty].context.fault();
  }

  /** The index of the first member with a fault, or -1. */
  int faultyIndex() {
    for (int i = 0; i < loops.length; i++) {
      if (loops[i].context.fault() != null) {
        return i;
      }
    }
    return -1;
  }

  /** Cycles since the last progress of any member. */
  long idleCycles() {
    long idle = Long.MAX_VALUE;
    for (CycleLoop member : loops) {
      idle = Math.min(idle, member.context.cycle - member.context.lastProgress);
    }
    return idle;
  }

  /** The hash of the states of all members; empty if an engine cannot compute it. */
  OptionalLong stateHash() {
    long sum = 0;
    for (CycleLoop member : loops) {
      OptionalLong one = member.engine.stateHash();
      if (one.isEmpty()) {
        return one;
      }
      sum = sum * 31 + one.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /** The channel states of all members. */
  String state() {
    StringBuilder text = new StringBuilder();
    for (CycleLoop member : loops) {
      text.append(text.isEmpty() ? "" : " | ").append(member.state());
    }
    return text.toString();
  }
}
