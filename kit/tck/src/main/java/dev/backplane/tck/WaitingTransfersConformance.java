package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Transfers that wait, and what becomes of memory of the host meanwhile. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = {Ability.SIGNALS, Ability.NUMBERS})
public abstract class WaitingTransfersConformance extends QueueSuite {
  /** A conformance class. */
  protected WaitingTransfersConformance() {}

  @Test
  void aReadWaitsForTheWriteOfAnotherQueue() {
    Queue first = queue();
    Queue second = queue();
    Buffer buffer = filled(0);
    Signal gate = gate();
    Run written = first.write(buffer, 0, ints(9), gate);
    int[] read = new int[1];
    Run run = second.read(buffer, 0, MemorySegment.ofArray(read), written);
    gate.complete();
    done(run);

    assertThat(read).containsExactly(9);
  }

  @Test
  void aTargetWhoseArenaIsClosedTooEarlyFailsTheRunAndNothingElse() {
    Queue queue = queue();
    Buffer buffer = filled(3);
    Signal gate = gate();
    Arena arena = Arena.ofShared();
    Run run = queue.read(buffer, 0, arena.allocate(BYTES), gate);
    arena.close();
    gate.complete();

    refuses(ErrorCode.CLOSED, () -> run.await(Rig.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void aSourceMayBeGoneAsSoonAsTheMethodHasReturned() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    Signal gate = gate();
    Run run;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocate(16);
      source.fill((byte) 5);
      run = queue.write(buffer, 0, source, gate);
      source.fill((byte) 9);
    }
    gate.complete();
    done(run);

    assertThat(buffer.syncBack().read(new byte[1])).containsExactly(5);
  }
}
