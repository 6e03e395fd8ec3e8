package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Facet;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.runtime.meter.DeviceMeters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms of a device whose runs, bytes and waits are counted. */
final class MeteredForms extends Forms {
  private final DeviceMeters meters;

  MeteredForms(DeviceMeters meters) {
    this.meters = meters;
  }

  @Override
  long now() {
    return System.nanoTime();
  }

  @Override
  ManagedRun execution(Handle<Run> handle, String kernel, List<UsedMemory> uses, long begun) {
    MeteredRun run = new MeteredRun(handle, uses, meters.kernel(kernel));
    run.begins(begun);
    return run;
  }

  @Override
  ManagedRun command(Handle<Run> handle, List<UsedMemory> uses) {
    return new MeteredCommand(handle, uses, meters.waits());
  }

  @Override
  ManagedCall call(
      OwnedHandle<Call> handle, Lifetime program, String name, KernelArguments arguments) {
    return new MeteredCall(handle, program, name, arguments, meters.kernel(name));
  }

  @Override
  ManagedQueue queue(OwnedHandle<Queue> handle) {
    return new MeteredQueue(handle, meters);
  }

  @Override
  ManagedBuffer buffer(
      Checked from,
      Buffer target,
      ManagedBuffer.Name name,
      @Nullable ManagedBuffer of,
      long offset) {
    return new MeteredBuffer(from, target, name, of, offset, meters);
  }

  @Override
  Facet facet(OpenDevice device, Origin origin, Class<? extends Facet> type, Facet target) {
    return target instanceof DeviceMemory memory && type == DeviceMemory.class
        ? new MeteredDeviceMemory(new Handle<>(device, origin, memory, "DeviceMemory"), meters)
        : super.facet(device, origin, type, target);
  }
}
