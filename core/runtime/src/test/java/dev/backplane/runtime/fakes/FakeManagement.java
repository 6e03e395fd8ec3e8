package dev.backplane.runtime.fakes;

import dev.backplane.api.Management;
import java.util.Map;

/** Always healthy. */
final class FakeManagement implements Management {
  private final FakeImages images;

  FakeManagement(FakeImages images) {
    this.images = images;
  }

  @Override
  public Health health() {
    return Health.HEALTHY;
  }

  @Override
  public Map<String, String> report() {
    return Map.of("fake", "yes");
  }

  @Override
  public void reset() {
    images.forget();
  }
}
