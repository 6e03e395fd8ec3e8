package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels, launched through queues. */
@Needs(value = Queues.class, kernels = true)
public abstract class LaunchesConformance extends QueueSuite {
  /** A conformance class. */
  protected LaunchesConformance() {}

  @Test
  void aLaunchComputesWhatARunDoes() {
    TestKernel ready = ready();
    Queue queue = queue();
    Launch launch = launch(ready);
    try (Event event = queue.launch(launch)) {
      event.await(Rig.DEADLINE);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
    ready.check();
  }

  @Test
  void aLaunchIsSubmittedAgainAndAgainAndTheQueueTellsOfTheEnd() {
    TestKernel ready = ready();
    Queue queue = queue();
    Launch launch = launch(ready);
    for (int round = 0; round < 100; round++) {
      queue.submit(launch);
    }
    queue.finish(Rig.DEADLINE);

    assertThat(queue.isEmpty()).isTrue();
    ready.check();
  }

  @Test
  void severalThreadsSubmitToOneQueue() throws Exception {
    Queue queue = queue();
    Kernel kernel = kernel();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      List<TestKernel> kernels = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        TestKernel ready = rig().ready(kernel, rig().testCase());
        kernels.add(ready);
        Launch launch = launch(ready);
        workers.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 50; round++) {
                    queue.submit(launch);
                  }
                }));
      }
      for (Future<?> worker : workers) {
        worker.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
      queue.finish(Rig.DEADLINE);
      kernels.forEach(TestKernel::check);
    }
  }

  @Test
  void everyArgumentHasToBeSet() {
    TestKernel ready = ready();
    Queue queue = queue();
    Launch launch = rig().keep(queues().launch(ready.kernel()));
    var error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.submit(launch));

    assertThat(error.getMessage()).contains(ready.kernel().arguments().getFirst().name());
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.launch(launch));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anArgumentThatIsNotThereIsNamed(int index) {
    Launch launch = launch(ready());
    var error = refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(index, 1));

    assertThat(error.getMessage()).contains(launch.name()).contains(String.valueOf(index));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(index, buffer()));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.setLocal(index, 4));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.setBytes(index, ints(1)));
  }

  @Test
  void aValueOfTheWrongKindOrSizeIsRefused() {
    Launch launch = launch(ready());
    for (Argument argument : launch.arguments()) {
      int index = argument.index();
      switch (argument.kind()) {
        case BUFFER -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, 1));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, 1.0));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.setLocal(index, 16));
        }
        case SCALAR -> {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> launch.set(index, buffer()));
          refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> launch.setBytes(index, ints(1, 2, 3, 4)));
        }
        case LOCAL, OTHER -> {
          // Takes more than one kind.
        }
      }
    }
  }

  @Test
  void aGroupThatIsTooLargeNamesTheLimit() {
    Launch launch = launch(ready());
    long limit = launch.largestGroup();
    var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(limit + 1));

    assertThat(limit).isPositive();
    assertThat(error.getMessage()).contains(String.valueOf(limit));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(Long.MAX_VALUE, 2));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(-1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.global(0));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.global(1, -1));
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.offset(-1, 0, 0));
  }

  @Test
  void aGroupAndARangeOfDifferentDimensionsAreRefused() {
    Launch launch = launch(ready()).global(4).local(2, 2);
    try (Queue queue = queues().queue()) {
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.submit(launch));

      assertThat(error.getMessage()).contains("4").contains("2 x 2");
    }
  }
}
