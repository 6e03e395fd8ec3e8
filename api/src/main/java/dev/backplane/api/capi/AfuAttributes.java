package dev.backplane.api.capi;

import java.util.List;

/**
 * What an AFU says of itself, as the system's class {@code cxl} has it.
 *
 * @param name its name, such as {@code afu0.0}
 * @param mode how processes share it
 * @param modesSupported how they can
 * @param leastInterrupts how many interrupts a context needs
 * @param mostInterrupts how many one can have
 * @param mmioSize the bytes of registers of a context, or of all if contexts have none of their own
 * @param allRegisters the bytes of all registers
 * @param contextOffset where the registers of contexts begin; 0 if they have none of their own
 * @param contextLength how many bytes those of one have; 0 if they have none of their own
 * @param prefault what is made ready when a context is started
 * @param apiVersion the version of the interface
 * @param apiVersionCompatible the oldest version that programs may be made for
 * @param openContexts how many contexts are open; -1 where the system does not tell
 * @param errorBufferBytes how many bytes {@link CoherentCard#errorBuffer} reads; 0 if it has none
 * @param records its configuration records
 */
public record AfuAttributes(
    String name,
    AfuMode mode,
    List<AfuMode> modesSupported,
    int leastInterrupts,
    int mostInterrupts,
    long mmioSize,
    long allRegisters,
    long contextOffset,
    long contextLength,
    PrefaultMode prefault,
    int apiVersion,
    int apiVersionCompatible,
    int openContexts,
    long errorBufferBytes,
    List<AfuRecord> records) {
  /** Copies the lists. */
  public AfuAttributes {
    modesSupported = List.copyOf(modesSupported);
    records = List.copyOf(records);
  }
}
