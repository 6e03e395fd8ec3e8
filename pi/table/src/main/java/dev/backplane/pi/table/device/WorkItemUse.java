package dev.backplane.pi.table.device;

import java.util.Arrays;
import java.util.Optional;

/**
 * The use of work-item functions by the kernels of a program. A kernel that does not ask which work
 * item it is does the same in each of them, so that it is a task of one work item: the rule by
 * which compilers for FPGAs recognize tasks. For source, the compiler tells, see {@link
 * SourceFacts}; for SPIR-V, the {@linkplain SpirvModule module} does.
 */
enum WorkItemUse {
  /** No kernel of the program asks: each is a task. */
  TASK(1),
  /** A kernel of the program asks, so that it is meant for a range. */
  RANGE(2),
  /** The format of the code does not tell. */
  UNKNOWN(0);

  private final byte code;

  WorkItemUse(int code) {
    this.code = (byte) code;
  }

  /** {@return the code for it in binaries} */
  byte code() {
    return code;
  }

  static Optional<WorkItemUse> ofCode(byte code) {
    return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
  }

  /** {@return the use by a program that is linked from two programs with these uses} */
  WorkItemUse and(WorkItemUse other) {
    if (this == RANGE || other == RANGE) {
      return RANGE;
    }
    return this == UNKNOWN || other == UNKNOWN ? UNKNOWN : TASK;
  }
}
