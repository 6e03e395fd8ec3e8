package dev.backplane.runtime.fakes;

import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** An opened fake: every facet, and an extension. */
final class FakeDevice implements DriverDevice {
  private final String key;
  private final Script script;
  private final Map<Class<? extends Facet>, Facet> facets;

  FakeDevice(String key, Script script) {
    this.key = key;
    this.script = script;
    FakeMemory memory = new FakeMemory(script);
    FakeImages images = new FakeImages(memory, script);
    facets =
        Map.of(
            Memory.class,
            memory,
            Registers.class,
            new FakeRegisters(script),
            Images.class,
            images,
            Kernels.class,
            new FakeProgram(memory, script),
            Queues.class,
            new FakeQueues(script),
            Management.class,
            new FakeManagement(images));
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    script.step("facet");
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    Supplier<String> extension = () -> key;
    return type.isInstance(extension) ? Optional.of(type.cast(extension)) : Optional.empty();
  }

  @Override
  public void awaitIdle() {
    if (script.get("awaitIdle") != null) {
      script.step("awaitIdle");
    }
  }

  @Override
  public void close() {
    script.event("closed " + key);
    script.step("close");
  }
}
