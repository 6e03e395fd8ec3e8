package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Stages that go through their clock edges together. In a step, first all look and then all drive,
 * so what one hands to another arrives a cycle later, whatever the order of the two.
 */
final class LockStep {
  private final Stage[] members;
  private final ClockSchedule schedule;

  LockStep(List<Stage> stages) {
    members = stages.toArray(Stage[]::new);
    List<ClockSchedule.Rate> steps =
        stages.stream().flatMap(stage -> stage.rates().stream()).distinct().toList();
    schedule = new ClockSchedule(steps);
    stages.forEach(stage -> stage.join(this, steps));
  }

  void step() {
    long which = schedule.advance();
    for (Stage member : members) {
      member.sampleInGroup(which);
    }
    for (Stage member : members) {
      member.driveInGroup(which);
    }
  }

  /** Whether one of them must not be simulated further. */
  boolean isStopped() {
    for (Stage member : members) {
      if (member.bench.cycle >= member.bench.stopAt) {
        return true;
      }
    }
    return false;
  }

  /** The fault of the member that had one; the first in the group's order if several had. */
  @Nullable RtlException fault() {
    int faulty = faulty();
    return faulty < 0 ? null : members[faulty].bench.fault();
  }

  /** The index of that member, or -1. */
  int faulty() {
    for (int i = 0; i < members.length; i++) {
      if (members[i].bench.fault() != null) {
        return i;
      }
    }
    return -1;
  }

  /** Cycles since something moved in any of them. */
  long idleCycles() {
    long idle = Long.MAX_VALUE;
    for (Stage member : members) {
      idle = Math.min(idle, member.bench.cycle - member.bench.lastProgress);
    }
    return idle;
  }

  /** The state of all of them; none if one cannot tell. */
  OptionalLong stateHash() {
    long sum = 0;
    for (Stage member : members) {
      OptionalLong one = member.engine.stateHash();
      if (one.isEmpty()) {
        return one;
      }
      sum = sum * 31 + one.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /** What all of them wait for. */
  String state() {
    StringBuilder text = new StringBuilder();
    for (Stage member : members) {
      text.append(text.isEmpty() ? "" : " | ").append(member.state());
    }
    return text.toString();
  }
}
