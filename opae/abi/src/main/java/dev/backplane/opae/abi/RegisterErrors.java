package dev.backplane.opae.abi;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Severity;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.opae.ErrorRegisters;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The log of errors that error registers tell of. Registers have no time: an error has that of the
 * first look that found its bits. Thread-safe.
 */
public final class RegisterErrors implements ErrorLog {
  private record Seen(long bits, Instant time) {}

  private final ErrorRegisters registers;
  private final InstantSource clock;

  /** By number of the register. Guarded by this. */
  private final Map<Integer, Seen> seen = new HashMap<>();

  /**
   * Makes a log.
   *
   * @param registers the registers
   * @param clock the time
   */
  public RegisterErrors(ErrorRegisters registers, InstantSource clock) {
    this.registers = registers;
    this.clock = clock;
  }

  @Override
  public synchronized List<DeviceEvent.Error> errors() {
    List<ErrorRegisters.Description> descriptions = registers.descriptions();
    List<DeviceEvent.Error> errors = new ArrayList<>();
    for (int number = 0; number < descriptions.size(); number++) {
      long bits = registers.read(number);
      Seen now = seen.get(number);
      if (bits == 0) {
        seen.remove(number);
        continue;
      }
      if (now == null || now.bits() != bits) {
        now = new Seen(bits, clock.instant());
        seen.put(number, now);
      }
      errors.add(
          new DeviceEvent.Error(
              now.time(),
              descriptions.get(number).name(),
              Severity.ERROR,
              "the register has 0x%x".formatted(bits)));
    }
    errors.sort(Comparator.comparing(DeviceEvent.Error::time));
    return errors;
  }

  @Override
  public synchronized void clearErrors() {
    registers.clearAll();
    seen.clear();
  }
}
