package dev.backplane.opae.card.port;

import dev.backplane.api.Management;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.device.Card;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Manages the accelerator of a port: reports its state, resets it and injects faults. */
final class PortManagement implements Management, FaultInjection {
  private final Card card;

  PortManagement(Card card) {
    this.card = card;
  }

  private Optional<String> fault() {
    return Optional.ofNullable(card.execution()).flatMap(AfuExecution::fault);
  }

  @Override
  public Health health() {
    return fault().isEmpty() && !card.isRemoved() ? Health.HEALTHY : Health.FAULTED;
  }

  @Override
  public Map<String, String> report() {
    Map<String, String> report = new LinkedHashMap<>();
    report.put("accelerator", card.program().name());
    report.put("executed by", card.program().kind());
    report.put("identifier", card.program().guid().toString());
    report.put("user clock", card.clocks().frequencies().high() + " MHz, modelled");
    fault().ifPresent(fault -> report.put("fault", fault));
    return report;
  }

  @Override
  public void fault(String reason) {
    card.powered("inject a fault").fault(reason);
  }

  /** The accelerator alone, as on a card: buffers and what is loaded stay. */
  @Override
  public void reset() {
    card.reset();
  }
}
