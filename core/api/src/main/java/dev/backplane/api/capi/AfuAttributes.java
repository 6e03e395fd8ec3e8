package dev.backplane.api.capi;

import java.util.List;

/**
 * The attributes of an AFU, as the system's class {@code cxl} has them.
 *
 * @param name its name, such as {@code afu0.0}
 * @param mode how processes share it
 * @param modesSupported the modes that it supports
 * @param leastInterrupts how many interrupts a context needs
 * @param mostInterrupts how many interrupts a context can have
 * @param mmioSize the bytes of registers of a context, or of all if contexts have none of their own
 * @param allRegisters the bytes of all registers
 * @param contextOffset where the registers of contexts begin; 0 if they have none of their own
 * @param contextLength how many bytes of registers one context has; 0 if they have none of their
 *     own
 * @param prefault the memory that is prefaulted when a context is started
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
