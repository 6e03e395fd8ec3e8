package dev.backplane.runtime.device;

import dev.backplane.api.Board;
import dev.backplane.api.Image;
import java.util.List;
import java.util.function.LongConsumer;

/** Managing a board; a reset that takes compute units away ends the programs. */
final class ManagedBoard implements Board {
  private final Board target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedBoard(Board target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public List<Sensor> sensors() {
    return origin.ask("sensors", target::sensors);
  }

  @Override
  public List<Clock> clocks() {
    return origin.ask("clocks", target::clocks);
  }

  @Override
  public void reclock(List<Integer> megahertz) {
    origin.tell("reclock", () -> target.reclock(megahertz));
  }

  @Override
  public Throttle throttle() {
    return origin.ask("throttle", target::throttle);
  }

  @Override
  public void throttle(Throttle settings) {
    origin.tell("throttle", () -> target.throttle(settings));
  }

  @Override
  public List<FirewallLevel> firewall() {
    return origin.ask("firewall", target::firewall);
  }

  @Override
  public void clearFirewall() {
    origin.tell("clear firewall", target::clearFirewall);
  }

  @Override
  public List<AsyncError> errors() {
    return origin.ask("errors", target::errors);
  }

  @Override
  public void clearErrors() {
    origin.tell("clear errors", target::clearErrors);
  }

  @Override
  public List<Firmware> firmware() {
    return origin.ask("firmware", target::firmware);
  }

  @Override
  public void loadFirmware(String processor, Image image) {
    origin.tell("load firmware", () -> target.loadFirmware(processor, image));
  }

  @Override
  public Flash flash() {
    return origin.ask("flash", target::flash);
  }

  @Override
  public void programFlash(Image base, LongConsumer progress) {
    origin.tell("program flash", () -> target.programFlash(base, progress));
  }

  @Override
  public Mailbox mailbox() {
    return origin.ask("mailbox", target::mailbox);
  }

  @Override
  public void reset(ResetKind kind) {
    origin.tell("reset", () -> target.reset(kind));
    switch (kind) {
      case HOT, USER, KERNEL -> device.programs().endAll();
      case ERT, ECC, SOFT_KERNEL, AIE -> {
        // Compute units stay as they are.
      }
    }
  }
}
