package dev.backplane.xclbin.ert;

import static dev.backplane.xclbin.ert.CommandState.ABORT;
import static dev.backplane.xclbin.ert.CommandState.COMPLETED;
import static dev.backplane.xclbin.ert.CommandState.ERROR;
import static dev.backplane.xclbin.ert.CommandState.NEW;
import static dev.backplane.xclbin.ert.CommandState.NORESPONSE;
import static dev.backplane.xclbin.ert.CommandState.QUEUED;
import static dev.backplane.xclbin.ert.CommandState.RUNNING;
import static dev.backplane.xclbin.ert.CommandState.SKCRASHED;
import static dev.backplane.xclbin.ert.CommandState.SKERROR;
import static dev.backplane.xclbin.ert.CommandState.SUBMITTED;
import static dev.backplane.xclbin.ert.CommandState.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandStateTest {
  private static final Set<CommandState> ENDS =
      EnumSet.of(COMPLETED, ERROR, ABORT, TIMEOUT, NORESPONSE, SKERROR, SKCRASHED);

  @Test
  void everyPairOfStatesIsATransitionOrNotAsTheTableSays() {
    Map<CommandState, Set<CommandState>> table = new EnumMap<>(CommandState.class);
    table.put(NEW, EnumSet.of(QUEUED, ERROR, ABORT));
    table.put(QUEUED, EnumSet.of(SUBMITTED, RUNNING, COMPLETED, ERROR, ABORT, TIMEOUT));
    table.put(SUBMITTED, union(ENDS, RUNNING));
    table.put(RUNNING, ENDS);
    for (CommandState end : ENDS) {
      table.put(end, EnumSet.of(NEW));
    }
    for (CommandState from : CommandState.values()) {
      for (CommandState to : CommandState.values()) {
        assertThat(from.mayBecome(to))
            .as("%s -> %s", from, to)
            .isEqualTo(table.getOrDefault(from, Set.of()).contains(to));
      }
    }
  }

  @Test
  void sevenIsNotFinalThoughFiveAndSixAre() {
    assertThat(SUBMITTED.number()).isEqualTo(7);
    assertThat(SUBMITTED.isFinal()).isFalse();
    for (CommandState state : CommandState.values()) {
      assertThat(state.isFinal()).as("%s", state).isEqualTo(ENDS.contains(state));
      assertThat(state.isFailure())
          .as("%s", state)
          .isEqualTo(state != COMPLETED && ENDS.contains(state));
    }
  }

  @Test
  void numbersAreTheirsBothWays() {
    for (CommandState state : CommandState.values()) {
      assertThat(CommandState.of(state.number())).isEqualTo(state);
    }
    for (int number : new int[] {-1, 0, 12, 13, 14, 15, 16}) {
      assertThat(CommandState.of(number)).as("%d", number).isNull();
    }
  }

  private static Set<CommandState> union(Set<CommandState> states, CommandState one) {
    Set<CommandState> all = EnumSet.copyOf(states);
    all.add(one);
    return all;
  }
}
