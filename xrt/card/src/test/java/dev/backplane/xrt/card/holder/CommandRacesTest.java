package dev.backplane.xrt.card.holder;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.RunState;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xrt.card.TestCard;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that are aborted as they begin. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class CommandRacesTest {
  private final TestCard card;
  private final CardRun run;

  CommandRacesTest(String mode) {
    card = TestCard.inMode(mode);
    Kernel spin = card.kernel("spin");
    run = card.ownRun("spin", spin.buffer("data", 4));
  }

  @AfterEach
  void close() {
    card.close();
  }

  @Test
  void aCommandThatIsAbortedWhileItBeginsDoesNotExecuteOn() {
    Buffer packet = card.facet(Memory.class).allocate(4096, Placement.of(Placement.Kind.COMMAND));
    CardCommand.Work work =
        command -> {
          run.start();
          command.abort();
          assertThat(command.state()).isEqualTo(CommandState.QUEUED);
          command.on(run);
        };
    CardCommand command = new CardCommand((CardBuffer) packet, 0, work, () -> 0, ended -> {});
    command.become(CommandState.QUEUED);
    command.begin();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void aCommandThatIsAbortedBeforeItsTurnNeverBegins() {
    Buffer packet = card.facet(Memory.class).allocate(4096, Placement.of(Placement.Kind.COMMAND));
    CardCommand command =
        new CardCommand((CardBuffer) packet, 0, begun -> run.start(), () -> 0, ended -> {});
    command.become(CommandState.QUEUED);
    command.abort();
    command.begin();
    assertThat(command.state()).isEqualTo(CommandState.ABORT);
    assertThat(run.state()).isEqualTo(RunState.NEW);
  }
}
