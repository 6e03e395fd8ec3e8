package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Facet;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the managed forms of what a driver gives: of a device that nobody counts for. Which forms a
 * device has is decided when it is opened, so that no call asks.
 */
class Forms {
  /** {@return the time at which an execution is about to be started, where that is wanted} */
  long now() {
    return 0;
  }

  /** An execution of a kernel that began at a time. */
  ManagedRun execution(Handle<Run> handle, String kernel, List<UsedMemory> uses, long begun) {
    return new ManagedRun(handle, uses);
  }

  /** Another command: a transfer, a marker. */
  ManagedRun command(Handle<Run> handle, List<UsedMemory> uses) {
    return new ManagedRun(handle, uses);
  }

  ManagedCall call(
      OwnedHandle<Call> handle, Lifetime program, String name, KernelArguments arguments) {
    return new ManagedCall(handle, program, name, arguments);
  }

  ManagedQueue queue(OwnedHandle<Queue> handle) {
    return new ManagedQueue(handle);
  }

  ManagedBuffer buffer(
      Checked from,
      Buffer target,
      ManagedBuffer.Name name,
      @Nullable ManagedBuffer of,
      long offset) {
    return new ManagedBuffer(from, target, name, of, offset);
  }

  Facet facet(OpenDevice device, Origin origin, Class<? extends Facet> type, Facet target) {
    return CheckedFacets.of(device, origin, type, target);
  }
}
