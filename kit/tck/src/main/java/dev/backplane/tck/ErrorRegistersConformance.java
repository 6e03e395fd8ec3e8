package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Registers that keep errors. */
@Needs(ErrorRegisters.class)
public abstract class ErrorRegistersConformance extends Conformance {
  /** A conformance class. */
  protected ErrorRegistersConformance() {}

  private ErrorRegisters errors() {
    return rig().facet(rig().open(), ErrorRegisters.class);
  }

  @Test
  void everyRegisterHasANameAndCanBeRead() {
    ErrorRegisters errors = errors();
    List<ErrorRegisters.Description> descriptions = errors.descriptions();
    assertThat(descriptions).isNotEmpty();
    for (int number = 0; number < descriptions.size(); number++) {
      assertThat(descriptions.get(number).name()).isNotBlank().hasSizeLessThan(64);
      errors.read(number);
    }
  }

  @Test
  void noRegisterIsBeforeTheFirstOrBehindTheLast() {
    ErrorRegisters errors = errors();
    for (int number : new int[] {-1, errors.descriptions().size(), Integer.MAX_VALUE}) {
      refuses(ErrorCode.OUT_OF_RANGE, () -> errors.read(number));
      refuses(ErrorCode.OUT_OF_RANGE, () -> errors.clear(number));
    }
  }

  @Test
  void aRegisterThatWasClearedIsZeroWhereNothingPersists() {
    ErrorRegisters errors = errors();
    List<ErrorRegisters.Description> descriptions = errors.descriptions();
    for (int number = 0; number < descriptions.size(); number++) {
      int each = number;
      if (descriptions.get(number).clearable()) {
        errors.clear(number);
        assertThat(errors.read(number)).isZero();
      } else {
        refuses(ErrorCode.NOT_SUPPORTED, () -> errors.clear(each));
      }
    }
    errors.clearAll();
  }
}
