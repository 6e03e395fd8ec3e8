package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import java.util.List;

/** A register that can be cleared, and one that cannot. */
final class TestErrors implements ErrorRegisters {
  private static long errors = 5;

  @Override
  public List<Description> descriptions() {
    return List.of(new Description("errors", true), new Description("first_error", false));
  }

  @Override
  public long read(int number) {
    return number == 0 ? errors : 0x77;
  }

  @Override
  public void clear(int number) {
    if (number == 1) {
      throw BackplaneException.because(ErrorCode.NOT_SUPPORTED, "it cannot be cleared").build();
    }
    errors = 0;
  }

  @Override
  public void clearAll() {
    errors = 0;
  }
}
