package dev.backplane.runtime.device;

import dev.backplane.api.Interrupts;
import java.time.Duration;

/** Waits are forwarded; a device that closes meanwhile ends them itself. */
final class ManagedInterrupts implements Interrupts {
  private final Interrupts target;
  private final Lifetime lifetime;
  private final Origin origin;

  ManagedInterrupts(Interrupts target, Origin origin) {
    this.target = target;
    this.origin = origin;
    lifetime = origin.lifetime();
  }

  @Override
  public int count() {
    lifetime.check("count of interrupts");
    try {
      return target.count();
    } catch (Throwable e) {
      throw origin.failed("count of interrupts", e);
    }
  }

  @Override
  public boolean await(int number, Duration timeout) {
    lifetime.check("await interrupt");
    try {
      return target.await(number, timeout);
    } catch (Throwable e) {
      throw origin.failed("await interrupt", e);
    }
  }
}
