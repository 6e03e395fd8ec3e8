package dev.backplane.pi.table.device;

import dev.backplane.api.Sampler;
import dev.backplane.driverkit.NativeHandle;

/**
 * A sampler of the table.
 *
 * @param context what it was made in
 * @param handle its handle, released when the last call has let go
 */
record PiSampler(
    PiContext context,
    NativeHandle handle,
    Addressing addressing,
    Filter filter,
    boolean normalized)
    implements Sampler, MadeFrom {
  @Override
  public boolean isOf(PiContext other) {
    return context == other;
  }

  @Override
  public void close() {
    var _ = handle.close();
  }

  @Override
  public String toString() {
    return "a sampler, %s %s%s".formatted(addressing, filter, normalized ? " normalized" : "");
  }
}
