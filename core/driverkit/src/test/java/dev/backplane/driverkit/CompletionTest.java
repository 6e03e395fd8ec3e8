package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CompletionTest {
  private final BackplaneException failed =
      BackplaneException.because(ErrorCode.KERNEL_FAILED, "it fell over").on("run").build();

  private final Completion<String> completion = new Completion<>();

  @Test
  void oneCallerEndsIt() {
    assertThat(completion.claim()).isTrue();
    assertThat(completion.claim()).isFalse();
    assertThat(completion.isEnded()).isFalse();
    completion.complete("done");
    assertThat(completion.isEnded()).isTrue();
    assertThat(completion.claim()).isFalse();
    assertThat(completion.result()).isEqualTo("done");
  }

  @Test
  void aFailureIsThrownToEveryoneWithTheirOwnTrace() {
    completion.fail(failed);
    assertThatThrownBy(completion::result).isNotSameAs(failed).hasMessage(failed.getMessage());
    assertThat(completion.failure()).isSameAs(failed);
  }

  @Test
  void hasNoResultBeforeItEnds() {
    assertThat(completion.failure()).isNull();
    assertThatThrownBy(completion::result).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aStageOfBeforeCompletesOnAThreadOfItsOwn() throws Exception {
    CompletableFuture<Thread> follower =
        completion.stage().thenApply(done -> Thread.currentThread()).toCompletableFuture();
    completion.complete("done");
    assertThat(follower.get(1, TimeUnit.MINUTES)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void aStageOfAfterwardsIsComplete() {
    completion.complete("done");
    assertThat(completion.stage().toCompletableFuture()).isCompletedWithValue("done");
    assertThat(Completion.of("x").stage().toCompletableFuture()).isCompletedWithValue("x");
  }

  @Test
  void aStageFailsWithTheReason() {
    var stage = completion.stage().toCompletableFuture();
    completion.fail(failed);
    assertThatThrownBy(() -> stage.get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasCause(failed);
  }

  @Test
  void itIsRenewedForTheNextExecution() throws Exception {
    var first = completion.stage().toCompletableFuture();
    completion.fail(failed);
    completion.renew();
    assertThat(completion.isEnded()).isFalse();
    assertThat(completion.claim()).isTrue();
    var second = completion.stage().toCompletableFuture();
    completion.complete("again");
    assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo("again");
    assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES)).hasCause(failed);
  }

  @Test
  void aListenerAddedWhileItEndsIsCalled() throws Exception {
    for (int round = 0; round < 200; round++) {
      Completion<Integer> shared = new Completion<>();
      int result = round;
      Thread ending = Thread.ofVirtual().start(() -> shared.complete(result));
      assertThat(shared.stage().toCompletableFuture().get(1, TimeUnit.MINUTES)).isEqualTo(result);
      ending.join();
    }
  }
}
