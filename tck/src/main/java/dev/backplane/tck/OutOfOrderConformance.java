package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Event;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import org.junit.jupiter.api.Test;

/** Queues that keep no order but that of events and barriers. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = {Ability.USER_EVENTS, Ability.OUT_OF_ORDER_QUEUES})
public abstract class OutOfOrderConformance extends QueueSuite {
  /** A conformance class. */
  protected OutOfOrderConformance() {}

  @Test
  void anOutOfOrderQueueKeepsOnlyTheOrderOfEventsAndBarriers() {
    Queue queue = rig().keep(queues().queue(QueueFlag.OUT_OF_ORDER));
    Buffer buffer = filled(0);
    UserEvent gate = gate();
    Event late = queue.write(buffer, 0, ints(1), gate);
    done(queue.write(buffer, 4, ints(2)));
    assertThat(late.status().isFinal()).isFalse();
    Event barrier = queue.barrier();
    Event last = queue.write(buffer, 0, ints(3));
    assertThat(last.status().isFinal()).isFalse();
    gate.complete();
    done(last);
    done(barrier);
    done(late);

    assertThat(buffer.syncBack().read(new int[2])).containsExactly(3, 2);
  }
}
