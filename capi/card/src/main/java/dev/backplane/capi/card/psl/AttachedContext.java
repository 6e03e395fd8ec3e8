package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.memory.AtomicAgent;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.ffi.AddressSpace;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A context that is attached: whose memory its commands reach, and where interrupts and faults go.
 *
 * @param process its process element
 * @param workElementDescriptor the argument for the AFU
 * @param authorityMask the AMR
 * @param memory the address space that its commands reach
 * @param known what of it is known here
 * @param interrupts how many interrupts it has, numbered from 1
 * @param listener is told what the AFU did
 * @param agent makes atomic operations in memory that is not known, if there is one
 */
public record AttachedContext(
    int process,
    long workElementDescriptor,
    long authorityMask,
    AddressSpace memory,
    KnownMemory known,
    int interrupts,
    ContextListener listener,
    Supplier<Optional<AtomicAgent>> agent) {
  /** A context of a process that brings no agent: this one has its own, another one none. */
  public AttachedContext(
      int process,
      long workElementDescriptor,
      long authorityMask,
      AddressSpace memory,
      KnownMemory known,
      int interrupts,
      ContextListener listener) {
    this(
        process,
        workElementDescriptor,
        authorityMask,
        memory,
        known,
        interrupts,
        listener,
        memory == AddressSpace.OWN ? OwnAgent::get : Optional::empty);
  }

  /** {@return the number that the process of its memory has or had} */
  long pid() {
    return memory.process();
  }
}
