package dev.backplane.opae.driver.device;

import dev.backplane.api.Management;
import dev.backplane.api.opae.ErrorRegisters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reset of an accelerator, and what is known of its state: its error registers. */
final class OpaeManagement implements Management {
  private final OpenResource resource;
  private final Optional<ErrorRegisters> errors;

  OpaeManagement(OpenResource resource, Optional<ErrorRegisters> errors) {
    this.resource = resource;
    this.errors = errors;
  }

  @Override
  public Health health() {
    return errorBits().values().stream().allMatch(bits -> bits == 0)
        ? Health.HEALTHY
        : Health.FAULTED;
  }

  @Override
  public Map<String, String> report() {
    Map<String, String> report = new LinkedHashMap<>(resource.properties().details());
    errorBits().forEach((name, bits) -> report.put("error." + name, "0x%x".formatted(bits)));
    return report;
  }

  private Map<String, Long> errorBits() {
    Map<String, Long> bits = new LinkedHashMap<>();
    if (errors.isPresent() && resource.has("fpgaGetErrorInfo")) {
      List<ErrorRegisters.Description> all = errors.get().descriptions();
      for (int number = 0; number < all.size(); number++) {
        bits.put(all.get(number).name(), errors.get().read(number));
      }
    }
    return bits;
  }

  @Override
  public void reset() {
    resource.with("fpgaReset", handle -> resource.opae().reset(handle));
  }
}
