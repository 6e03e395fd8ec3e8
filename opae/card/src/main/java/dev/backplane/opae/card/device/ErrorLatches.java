package dev.backplane.opae.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Error registers of a resource, which keep bits until they are cleared. Safe for several threads.
 */
public final class ErrorLatches implements ErrorRegisters {
  private final List<Description> descriptions;

  /** By number. Guarded by this. */
  private final long[] values;

  /**
   * Registers at power-up.
   *
   * @param descriptions the registers
   * @param initial what some of them hold, by name
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID} for a name that none has
   */
  public ErrorLatches(List<Description> descriptions, Map<String, Long> initial) {
    this.descriptions = List.copyOf(descriptions);
    values = new long[descriptions.size()];
    initial.forEach(
        (name, bits) -> {
          int number = number(name);
          if (number < 0) {
            throw BackplaneException.because(
                    ErrorCode.CONFIGURATION_INVALID,
                    "there is no error register '%s', only %s"
                        .formatted(name, descriptions.stream().map(Description::name).toList()))
                .remedy("Name one of them in 'errors'")
                .build();
          }
          values[number] = bits;
        });
  }

  private int number(String name) {
    List<String> names = new ArrayList<>();
    descriptions.forEach(each -> names.add(each.name()));
    return names.indexOf(name);
  }

  /** Sets bits of a register. */
  public synchronized void set(String name, long bits) {
    values[number(name)] |= bits;
  }

  /** Sets a register unless it has bits already. */
  public synchronized void setFirst(String name, long bits) {
    int number = number(name);
    if (values[number] == 0) {
      values[number] = bits;
    }
  }

  /** {@return a register, by name} */
  public synchronized long value(String name) {
    return values[number(name)];
  }

  @Override
  public List<Description> descriptions() {
    return descriptions;
  }

  @Override
  public synchronized long read(int number) {
    return values[checked(number)];
  }

  @Override
  public synchronized void clear(int number) {
    Description register = descriptions.get(checked(number));
    if (!register.clearable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "error register %d, '%s', cannot be cleared".formatted(number, register.name()))
          .remedy("Clear the registers before it; it follows them")
          .build();
    }
    values[number] = 0;
    followCleared();
  }

  @Override
  public synchronized void clearAll() {
    for (int number = 0; number < values.length; number++) {
      if (descriptions.get(number).clearable()) {
        values[number] = 0;
      }
    }
    followCleared();
  }

  /** The register of the first error is empty once no error is left. */
  private void followCleared() {
    boolean clean = true;
    for (int number = 0; number < values.length; number++) {
      clean &= values[number] == 0 || !descriptions.get(number).clearable();
    }
    if (clean) {
      Arrays.fill(values, 0);
    }
  }

  private int checked(int number) {
    if (number < 0 || number >= values.length) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no error register %d, only 0 to %d".formatted(number, values.length - 1))
          .build();
    }
    return number;
  }
}
