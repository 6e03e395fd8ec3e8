package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.Signal;
import org.junit.jupiter.api.Test;

/** Queues that keep no order but that of runs and barriers. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = {Ability.SIGNALS, Ability.OUT_OF_ORDER_QUEUES, Ability.NUMBERS})
public abstract class OutOfOrderConformance extends QueueSuite {
  /** A conformance class. */
  protected OutOfOrderConformance() {}

  @Test
  void anOutOfOrderQueueKeepsOnlyTheOrderOfRunsAndBarriers() {
    Queue queue = queue(QueueFlag.OUT_OF_ORDER);
    Buffer buffer = filled(0);
    Signal gate = gate();
    Run late = queue.write(buffer, 0, ints(1), gate);
    done(queue.write(buffer, 4, ints(2)));
    assertThat(late.state().isFinal()).isFalse();
    Run barrier = queue.barrier();
    Run last = queue.write(buffer, 0, ints(3));
    assertThat(last.state().isFinal()).isFalse();
    gate.complete();
    done(last);
    done(barrier);
    done(late);

    assertThat(buffer.syncBack().read(new int[2])).containsExactly(3, 2);
  }
}
