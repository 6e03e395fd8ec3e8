package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;

/** The errors of register accesses. */
final class AccessErrors {
  private AccessErrors() {}

  /** An access that took all the cycles it may take; it is abandoned. */
  static RtlException unanswered(
      CycleLoop loop, RegisterPort master, String verb, long offset, long end) {
    String state = master.state();
    master.abandon();
    int cycles = loop.context.options().accessCycles();
    return new RtlException(
        RtlError.NO_PROGRESS,
        "%s @cycle %d: %s register 0x%x is not answered in %d cycles, since cycle %d: %s%s. If a reset is active at the other level, the kernel is held in it: say --reset NAME=low or high when it is built"
            .formatted(
                master.port(),
                loop.context.cycle,
                verb,
                offset,
                cycles,
                end - cycles,
                state,
                loop.resetLevels()));
  }

  /** An access that the kernel answered with an error. */
  static RtlException refused(
      CycleLoop loop, RegisterPort master, String verb, long offset, String refusal) {
    return new RtlException(
        RtlError.ADDRESS_FAULT,
        "%s @cycle %d: %s register 0x%x: the kernel answers %s, as it does where it has no such register or does not allow the access"
            .formatted(master.port(), loop.context.cycle, verb, offset, refusal));
  }
}
