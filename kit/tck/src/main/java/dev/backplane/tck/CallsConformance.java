package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of kernels, and the three ways to execute them. */
@Needs(kernels = true)
public abstract class CallsConformance extends QueueSuite {
  private static final int ROUNDS = 100;

  /** A conformance class. */
  protected CallsConformance() {}

  @Test
  void aCallThatIsStartedComputesEachTimeAndGivesTheSameRun() {
    TestKernel ready = ready();
    Call call = call(ready);
    Run first = call.start();
    done(first);
    for (int round = 0; round < 3; round++) {
      Run run = call.start();

      assertThat(run).isSameAs(first);
      assertThat(run.join(Rig.DEADLINE)).isEqualTo(RunState.COMPLETED);
      ready.check();
    }
    assertThat(first.await(Rig.DEADLINE)).isEqualTo(first.await(Rig.DEADLINE));
  }

  @Test
  void aCallThatIsSubmittedMakesARunEachTime() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue queue = queue();
    List<Run> runs = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      runs.add(queue.submit(call));
    }
    runs.forEach(RunSuite::done);

    assertThat(runs).doesNotHaveDuplicates().allMatch(run -> run.state() == RunState.COMPLETED);
    ready.check();
  }

  @Test
  void aCallIsEnqueuedAgainAndAgainAndTheQueueTellsOfTheEnd() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue queue = queue();
    for (int round = 0; round < ROUNDS; round++) {
      queue.enqueue(call);
    }
    queue.finish(Rig.DEADLINE);

    assertThat(queue.isEmpty()).isTrue();
    ready.check();
  }

  @Test
  void aCallIsSetAnewForEachExecution() {
    TestKernel one = ready();
    TestKernel other = rig().ready(one.kernel(), rig().testCase());
    Call call = call(one);
    Queue queue = queue();
    Run first = queue.submit(call);
    set(call, other);
    Run second = queue.submit(call);
    done(first);
    done(second);
    one.check();
    other.check();
    set(call, one);
    done(call.start());
    one.check();
  }

  @Test
  void everyArgumentHasToBeSet() {
    TestKernel ready = ready();
    Queue queue = queue();
    Call call = rig().keep(ready.kernel().call()).range(1);
    var error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.submit(call));

    assertThat(error.getMessage()).contains(ready.kernel().arguments().getFirst().name());
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.enqueue(call));
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, call::start);
    set(call, ready);
    done(call.start());
    ready.check();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anArgumentThatIsNotThereIsNamed(int index) {
    Call call = call(ready());
    var error = refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, 1));

    assertThat(error.getMessage()).contains(call.name()).contains(String.valueOf(index));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, Integer.valueOf(1)));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(index, buffer()));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.setLocal(index, 4));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.setBytes(index, ints(1)));
  }

  @Test
  void aValueOfTheWrongKindOrSizeIsRefused() {
    TestKernel ready = ready();
    Call call = call(ready);
    for (Argument argument : call.arguments()) {
      int index = argument.index();
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, "a text"));
      switch (argument.kind()) {
        case BUFFER -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, 1));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, 1.0));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.setLocal(index, 16));
        }
        case SCALAR -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, buffer()));
          refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.setBytes(index, ints(1, 2, 3, 4)));
        }
        case IMAGE, SAMPLER -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, buffer()));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, 1));
        }
        case VECTOR, BYTES, LOCAL, UNSUPPORTED, UNKNOWN, OTHER -> {
          // Takes more than one kind, or a value that depends on its type.
        }
      }
    }
    done(queue().submit(call));
    ready.check();
  }

  @Test
  void aGroupThatIsTooLargeNamesTheLimit() {
    Call call = call(ready());
    long limit = call.largestGroup();
    var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(limit + 1));

    assertThat(limit).isPositive();
    assertThat(error.getMessage()).contains(String.valueOf(limit));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(Long.MAX_VALUE, 2));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(-1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(0));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(1, -1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.offset(-1, 0, 0));
  }

  @Test
  void moreThanOneWorkItemIsForDevicesWithRanges() {
    Call call = call(ready());
    if (!abilities().contains(RunAbility.RANGE)) {
      assertThat(call.largestGroup()).isEqualTo(1);
    }
    if (call.largestGroup() == 1) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(2));
      done(call.range(1).start());
    } else {
      Queue queue = queue();
      call.range(4).group(2, 2);
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.submit(call));

      assertThat(error.getMessage()).contains("4").contains("2 x 2");
    }
  }

  @Test
  void aLimitIsForDevicesThatEndExecutions() {
    TestKernel ready = ready();
    Call call = call(ready);
    if (abilities().contains(RunAbility.LIMIT)) {
      done(call.limit(Rig.DEADLINE).start());
      done(call.limit(Duration.ZERO).start());
      ready.check();
    } else {
      refuses(ErrorCode.NOT_SUPPORTED, () -> call.limit(Rig.DEADLINE));
    }
  }

  @Test
  void aCallIsClosedOnce() throws Exception {
    TestKernel ready = ready();
    Call call = call(ready);
    done(call.start());
    rig().close(call);
    closedAgain(call);
    ready.check();
  }

  private static void set(Call call, TestKernel ready) {
    for (int i = 0; i < ready.values().size(); i++) {
      call.set(i, ready.values().get(i));
    }
  }
}
