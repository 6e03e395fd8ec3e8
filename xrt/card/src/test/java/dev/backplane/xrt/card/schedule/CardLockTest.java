package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CardLockTest {
  private final CardLock lock = new CardLock();
  private final List<String> delivered = new ArrayList<>();

  private void post(String what) {
    lock.post(() -> delivered.add(what + (lock.isHeld() ? " under the lock" : "")));
  }

  @Test
  void deliversPostsMadeUnderTheLockInOrderAfterItsRelease() {
    lock.lock();
    post("first");
    lock.lock();
    post("second");
    lock.unlock();
    assertThat(delivered).isEmpty();
    lock.unlock();
    assertThat(delivered).containsExactly("first", "second");
  }

  @Test
  void deliversPostsMadeWithoutTheLockAtOnce() {
    post("now");
    assertThat(delivered).containsExactly("now");
  }

  @Test
  void anExceptionOfAReceiverDoesNotReachTheNext() {
    lock.lock();
    lock.post(
        () -> {
          throw new IllegalStateException("thrown on purpose");
        });
    post("next");
    lock.unlock();
    assertThat(delivered).containsExactly("next");
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void aReceiverMayTakeTheLockAndPostAgain() {
    lock.lock();
    lock.post(
        () -> {
          lock.lock();
          post("inner");
          lock.unlock();
        });
    post("outer");
    lock.unlock();
    assertThat(delivered).containsExactly("inner", "outer");
  }
}
