package dev.backplane.runtime.device;

import dev.backplane.api.Binaries;
import dev.backplane.api.Board;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Interop;
import dev.backplane.api.Interrupts;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Programs;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.UnifiedMemory;

/** Puts the wrapper of its kind around a driver's facet. */
final class Facets {
  private Facets() {}

  static Facet wrap(OpenDevice device, Origin origin, Class<? extends Facet> type, Facet target) {
    if (type == Registers.class) {
      return new ManagedRegisters((Registers) target, origin);
    }
    if (type == Interrupts.class) {
      return new ManagedInterrupts((Interrupts) target, origin);
    }
    if (type == Memory.class) {
      return new ManagedMemory((Memory) target, device, origin);
    }
    if (type == DeviceMemory.class) {
      return new ManagedDeviceMemory((DeviceMemory) target, origin);
    }
    if (type == Images.class) {
      return new ManagedImages((Images) target, device, origin);
    }
    if (type == Kernels.class) {
      return new ManagedKernels(device, origin, (Kernels) target);
    }
    if (type == Management.class) {
      return new ManagedManagement((Management) target, device, origin);
    }
    if (type == Board.class) {
      return new ManagedBoard((Board) target, device, origin);
    }
    if (type == Commands.class) {
      return new ManagedCommands((Commands) target, device, origin);
    }
    if (type == Contexts.class) {
      return new ManagedContexts((Contexts) target, origin);
    }
    if (type == Diagnosis.class) {
      return new ManagedDiagnosis((Diagnosis) target, origin);
    }
    if (type == Queues.class) {
      return new ManagedQueues((Queues) target, device, origin);
    }
    if (type == Programs.class) {
      return new ManagedPrograms((Programs) target, device, origin);
    }
    if (type == UnifiedMemory.class) {
      return new ManagedUnifiedMemory((UnifiedMemory) target, device, origin);
    }
    if (type == Interop.class) {
      return new ManagedInterop((Interop) target, device, origin);
    }
    if (type == Binaries.class) {
      return new ManagedBinaries((Binaries) target, origin);
    }
    throw new IllegalArgumentException(type + " has no wrapper");
  }
}
