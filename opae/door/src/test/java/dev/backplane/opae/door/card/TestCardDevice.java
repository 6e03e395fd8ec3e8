package dev.backplane.opae.door.card;

import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.spi.DriverDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One open resource of the card. */
final class TestCardDevice implements DriverDevice {
  private final TestEvents events = new TestEvents();
  private final TestRegisters registers;
  private final Map<Class<? extends Facet>, Facet> facets;

  TestCardDevice(int number, UUID guid, @Nullable UUID child) {
    registers = new TestRegisters(guid, child, events);
    TestManagement management = new TestManagement(number, registers);
    facets =
        Map.ofEntries(
            Map.entry(Registers.class, registers),
            Map.entry(Memory.class, new TestMemory()),
            Map.entry(Events.class, events),
            Map.entry(Management.class, management),
            Map.entry(ErrorRegisters.class, new TestErrors()),
            Map.entry(SystemObjects.class, new TestObjects()),
            Map.entry(Metrics.class, new TestMetrics()),
            Map.entry(Clocks.class, management),
            Map.entry(Slots.class, management),
            Map.entry(Ports.class, management),
            Map.entry(AddressSpaceBinding.class, management));
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    events.close();
    registers.close();
    String file = System.getProperty("testcard.closed");
    if (file != null) {
      try {
        Files.writeString(Path.of(file), "closed");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
