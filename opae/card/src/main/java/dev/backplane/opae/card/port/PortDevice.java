package dev.backplane.opae.card.port;

import static java.util.Map.entry;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.opae.abi.RegisterErrors;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.device.Card;
import dev.backplane.opae.card.device.CardMetrics;
import dev.backplane.opae.card.device.CardObjects;
import dev.backplane.opae.card.device.CardObjects.Attribute;
import dev.backplane.opae.card.device.HolderEvents;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The accelerator, opened. */
public final class PortDevice implements DriverDevice {
  private final Card card;
  private final PortMemory memory;
  private final HolderEvents events;
  private final Map<Class<? extends Facet>, Facet> facets;

  /** Opens the accelerator of a card. */
  public PortDevice(Card card) {
    this.card = card;
    memory = new PortMemory(card);
    events =
        new HolderEvents(
            card.config().name() + "/accelerator",
            AfuExecution.INTERRUPTS,
            EnumSet.allOf(DeviceEvent.Kind.class));
    PortManagement management = new PortManagement(card);
    facets =
        Map.ofEntries(
            entry(Registers.class, new PortRegisters(card)),
            entry(Memory.class, memory),
            entry(Events.class, events),
            entry(Management.class, management),
            entry(FaultInjection.class, management),
            entry(ErrorRegisters.class, card.portErrors()),
            entry(Metrics.class, metrics(card)),
            entry(SystemObjects.class, objects(card)),
            entry(Clocks.class, card.clocks()),
            entry(ErrorLog.class, new RegisterErrors(card.portErrors(), InstantSource.system())));
    card.holdPort(events);
  }

  private static CardMetrics metrics(Card card) {
    UUID guid = card.program().guid();
    return new CardMetrics()
        .counter(guid, Metrics.Kind.AFU, "accelerator", "accesses", () -> accesses(card))
        .counter(guid, Metrics.Kind.AFU, "accelerator", "steps", () -> steps(card))
        .counter(guid, Metrics.Kind.AFU, "accelerator", "resets", card::resets);
  }

  private static long accesses(Card card) {
    AfuExecution running = card.execution();
    return running == null ? 0 : running.accesses();
  }

  private static long steps(Card card) {
    AfuExecution running = card.execution();
    return running == null ? 0 : running.steps();
  }

  private static CardObjects objects(Card card) {
    return new CardObjects(
        Map.of(
            "id", Attribute.of(() -> "0"),
            "afu_id", Attribute.of(() -> card.program().guid().toString().replace("-", "")),
            "errors/errors", Attribute.of(() -> hex(card.portErrors().value("errors"))),
            "errors/first_error", Attribute.of(() -> hex(card.portErrors().value("first_error"))),
            "userclk/high", Attribute.of(() -> "" + card.clocks().frequencies().high()),
            "userclk/low", Attribute.of(() -> "" + card.clocks().frequencies().low())));
  }

  private static String hex(long value) {
    return "0x%x".formatted(value);
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    try {
      memory.close();
    } finally {
      card.leavePort(events);
      events.close();
    }
  }
}
