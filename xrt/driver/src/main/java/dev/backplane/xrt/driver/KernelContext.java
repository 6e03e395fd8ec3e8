package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * A kernel of the loaded image as the library has it open: shared, for runs, or one unit after the
 * other exclusively, for register access, which the library permits in no other way. It changes
 * between the two by itself when nothing is in flight.
 */
final class KernelContext {
  private final LibXrt library;
  private final long device;
  private final XrtImage image;
  private final XrtImage.Plan plan;
  private final boolean callback;

  // All guarded by this.
  private final Deque<NativeRun> idle = new ArrayDeque<>();
  private final Map<String, Long> exclusive = new HashMap<>();
  private long shared;
  private int busy;

  KernelContext(LibXrt library, long device, XrtImage image, XrtImage.Plan plan, boolean callback) {
    this.library = library;
    this.device = device;
    this.image = image;
    this.plan = plan;
    this.callback = callback;
  }

  XrtImage.Plan plan() {
    return plan;
  }

  synchronized NativeRun take() {
    if (shared == 0) {
      closeExclusive();
      shared = library.kernels().openKernel(device, image.uuid(), plan.name(), false);
    }
    NativeRun run = idle.isEmpty() ? new NativeRun(library, shared, callback) : idle.pop();
    busy++;
    return run;
  }

  synchronized void giveBack(NativeRun run) {
    busy--;
    idle.push(run);
  }

  /** {@return the handle by which the registers of a unit are reached} */
  synchronized long unit(XrtImage.Unit unit) {
    if (busy > 0) {
      throw BackplaneException.because(
              ErrorCode.IN_USE, busy + " runs are in flight, and registers need the unit alone")
          .on("kernel " + plan.name())
          .remedy("Await the runs first")
          .build();
    }
    closeShared();
    return exclusive.computeIfAbsent(
        unit.name(),
        name ->
            library
                .kernels()
                .openKernel(device, image.uuid(), plan.name() + ":{" + name + "}", true));
  }

  /** Closes what is open; the next use opens it again. */
  synchronized void close() {
    closeShared();
    closeExclusive();
  }

  private void closeShared() {
    if (shared != 0) {
      if (callback) {
        Callbacks.quiet();
      }
      idle.forEach(NativeRun::close);
      idle.clear();
      long handle = shared;
      shared = 0;
      library.kernels().closeKernel(handle);
    }
  }

  private void closeExclusive() {
    exclusive.values().forEach(library.kernels()::closeKernel);
    exclusive.clear();
  }
}
