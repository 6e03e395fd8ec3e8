package dev.backplane.rtl.harness.psl;

import java.util.function.BiConsumer;

/** The reservation and the lock of an accelerator that has its memory for itself. */
final class HeldLines {
  /** No line begins there. */
  private static final long NONE = -1;

  private final BiConsumer<LockRule, String> violations;
  private long reserved = NONE;
  private long locked = NONE;

  /**
   * @param violations is told of rules that are broken
   */
  HeldLines(BiConsumer<LockRule, String> violations) {
    this.violations = violations;
  }

  /** Gives both up. */
  void clear() {
    reserved = NONE;
    locked = NONE;
  }

  /** {@return how a command is answered that the lines do not allow; DONE if they do} */
  PslResponse check(PslCommand command, long address) {
    long line = address & -CacheLines.BYTES;
    switch (command) {
      case WRITE_C -> {
        boolean isReserved = reserved == line;
        reserved = NONE;
        return isReserved ? PslResponse.DONE : PslResponse.NRES;
      }
      case READ_CL_LCK, LOCK -> {
        if (locked != NONE && locked != line) {
          violations.accept(
              LockRule.LOCK_SECOND,
              "%s of the line at 0x%x while that at 0x%x is locked"
                  .formatted(command, line, locked));
          return PslResponse.NLOCK;
        }
      }
      case WRITE_UNLOCK, UNLOCK -> {
        if (locked != line) {
          violations.accept(
              LockRule.LOCK_MISSING,
              "%s of the line at 0x%x, which is not locked".formatted(command, line));
          return PslResponse.NLOCK;
        }
      }
      case PUSH_I, PUSH_S, EVICT_I -> {
        return locked == line ? PslResponse.NLOCK : PslResponse.DONE;
      }
      default -> {
        // It is of no lock.
      }
    }
    return PslResponse.DONE;
  }

  /** Takes notice of a command that was made. */
  void made(PslCommand command, long address) {
    long line = address & -CacheLines.BYTES;
    switch (command) {
      case READ_CL_RES -> reserved = line;
      case READ_CL_LCK, LOCK -> locked = line;
      case WRITE_UNLOCK, UNLOCK -> locked = NONE;
      default -> {
        if (command.stores() && reserved == line) {
          reserved = NONE;
        }
      }
    }
  }
}
