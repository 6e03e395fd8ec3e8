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
  private static final BackplaneException FAILED =
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
    completion.fail(FAILED);
    assertThatThrownBy(completion::result).isNotSameAs(FAILED).hasMessage(FAILED.getMessage());
    assertThat(completion.failure()).isSameAs(FAILED);
  }

  @Test
  void whatHasNotEndedHasNoResult() {
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
    completion.fail(FAILED);
    assertThatThrownBy(() -> stage.get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasCause(FAILED);
  }

  @Test
  void itIsRenewedForTheNextExecution() throws Exception {
    var first = completion.stage().toCompletableFuture();
    completion.fail(FAILED);
    completion.renew();
    assertThat(completion.isEnded()).isFalse();
    assertThat(completion.claim()).isTrue();
    var second = completion.stage().toCompletableFuture();
    completion.complete("again");
    assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo("again");
    assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES)).hasCause(FAILED);
  }

  @Test
  void whoAsksWhileItEndsIsToldAllTheSame() throws Exception {
    for (int round = 0; round < 200; round++) {
      Completion<Integer> shared = new Completion<>();
      int result = round;
      Thread ending = Thread.ofVirtual().start(() -> shared.complete(result));
      assertThat(shared.stage().toCompletableFuture().get(1, TimeUnit.MINUTES)).isEqualTo(result);
      ending.join();
    }
  }
}
