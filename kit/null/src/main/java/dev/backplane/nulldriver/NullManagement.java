package dev.backplane.nulldriver;

import dev.backplane.api.Management;
import java.util.Map;

/** Always healthy; a reset clears the registers. */
final class NullManagement implements Management {
  private final NullRegisters registers;

  NullManagement(NullRegisters registers) {
    this.registers = registers;
  }

  @Override
  public Health health() {
    return Health.HEALTHY;
  }

  @Override
  public Map<String, String> report() {
    return Map.of("work", "none");
  }

  @Override
  public void reset() {
    registers.clear();
  }
}
