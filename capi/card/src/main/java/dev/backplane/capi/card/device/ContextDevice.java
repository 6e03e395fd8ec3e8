package dev.backplane.capi.card.device;

import dev.backplane.api.Facet;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.capi.card.context.Context;
import java.util.Optional;

/** A context, as a device that was opened. */
public final class ContextDevice implements DriverDevice, Coherent {
  private final Context context;

  /** Takes over a context, which is closed with the device. */
  public ContextDevice(Context context) {
    this.context = context;
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return type == Coherent.class ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public int processElement() {
    return context.process();
  }

  @Override
  public int leastInterrupts() {
    return context.slice().leastInterrupts();
  }

  @Override
  public int mostInterrupts() {
    return context.slice().mostInterrupts();
  }

  @Override
  public Attachment attach(StartWork work) {
    context.start(work);
    return new AttachedProcess(context);
  }

  @Override
  public void close() {
    context.close();
  }
}
