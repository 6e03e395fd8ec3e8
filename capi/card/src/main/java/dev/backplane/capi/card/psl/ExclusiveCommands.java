package dev.backplane.capi.card.psl;

import static dev.backplane.capi.card.PslPort.LINE_BYTES;

import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.psl.LineClaims.Claim;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a PSL that claim a line: its reservation, and its lock, of which an accelerator
 * has one each. Other accelerators lose their reservations of a line that is written, and wait for
 * one that is locked. The program's threads do neither; what they write in between is found by
 * comparing the line with what was read, and then the reservation or the lock is lost.
 */
final class ExclusiveCommands implements AutoCloseable {
  /** A claim on a line, and what the line was when it was made. */
  private final class Keeping {
    final Claim claim;
    final int holder;
    final MemorySegment before = MemorySegment.ofArray(new byte[LINE_BYTES]);

    Keeping(AttachedContext context, long address) {
      claim = claims.claim(ExclusiveCommands.this, context.pid(), address);
      holder = context.process();
    }

    boolean isOf(AttachedContext context, long address) {
      return claim.isOn(context.pid(), address);
    }
  }

  private final LineClaims claims;
  private final boolean hasLocks;
  private final Psl9Commands.Faults faults;
  private final BooleanSupplier losses;
  private final BlockCopy copy = new BlockCopy(LINE_BYTES);
  private final ConditionalWrite conditional = new ConditionalWrite(copy);
  private @Nullable Keeping reservation;
  private @Nullable Keeping lock;

  /**
   * @param claims those of all accelerators
   * @param hasLocks whether the PSL has locks
   * @param faults is told of addresses that cannot be used
   * @param losses whether the next reservation is lost or the next lock not given, without a reason
   */
  ExclusiveCommands(
      LineClaims claims, boolean hasLocks, Psl9Commands.Faults faults, BooleanSupplier losses) {
    this.claims = claims;
    this.hasLocks = hasLocks;
    this.faults = faults;
    this.losses = losses;
  }

  /** Gives up what is claimed. */
  void reset() {
    endReservation();
    endLock();
  }

  /** Gives up what a context has claimed. */
  void leave(int process) {
    if (reservation != null && reservation.holder == process) {
      endReservation();
    }
    if (lock != null && lock.holder == process) {
      endLock();
    }
  }

  private void endReservation() {
    if (reservation != null) {
      claims.release(reservation.claim);
      reservation = null;
    }
  }

  private void endLock() {
    if (lock != null) {
      claims.release(lock.claim);
      lock = null;
    }
  }

  /** Serves one of these commands. */
  PslResponse serve(
      PslCommand command, AttachedContext context, long address, int bytes, MemorySegment line) {
    return switch (command) {
      case READ_CL_RES -> reserve(context, address, line);
      case WRITE_C -> writeReserved(context, address, bytes, line);
      case READ_CL_LCK, LOCK -> hasLocks ? lock(context, address, line) : PslResponse.FAILED;
      case WRITE_UNLOCK ->
          hasLocks ? writeLocked(context, address, bytes, line) : PslResponse.FAILED;
      case UNLOCK -> hasLocks ? unlock(context, address) : PslResponse.FAILED;
      default -> throw new IllegalArgumentException(command + " claims no line");
    };
  }

  private PslResponse reserve(AttachedContext context, long address, MemorySegment line) {
    endReservation();
    Keeping made = new Keeping(context, address);
    reservation = made;
    if (!read(made, context, address, line)) {
      endReservation();
      return faults.faulted(context, address, false, false);
    }
    return PslResponse.DONE;
  }

  /** Reads the line, after it was claimed. */
  private boolean read(Keeping made, AttachedContext context, long address, MemorySegment line) {
    if (copy.read(context, address & -LINE_BYTES, line, LINE_BYTES) != Status.DONE) {
      return false;
    }
    made.before.copyFrom(line);
    return true;
  }

  /**
   * Writes if the line is still reserved, and ends the context's reservation in any case. A
   * reservation of another context stays: that context has read the line itself.
   */
  private PslResponse writeReserved(
      AttachedContext context, long address, int bytes, MemorySegment line) {
    Keeping kept = reservation;
    if (kept == null || kept.holder != context.process()) {
      return PslResponse.NRES;
    }
    try {
      return kept.isOf(context, address) && !losses.getAsBoolean() && claims.own(kept.claim)
          ? write(kept, context, address, bytes, line, PslResponse.NRES)
          : PslResponse.NRES;
    } finally {
      endReservation();
    }
  }

  private PslResponse write(
      Keeping kept,
      AttachedContext context,
      long address,
      int bytes,
      MemorySegment line,
      PslResponse changed) {
    return switch (conditional.write(context, address, bytes, line, kept.before)) {
      case DONE -> {
        // Others may have reserved the line since it was kept.
        claims.wrote(context.pid(), address, kept.claim);
        yield PslResponse.DONE;
      }
      case CHANGED -> changed;
      case MISSING -> faults.faulted(context, address, true, false);
      case FORBIDDEN -> faults.faulted(context, address, true, true);
      case IMPOSSIBLE -> PslResponse.FAILED;
    };
  }

  /** Locks a line, once or again; one at a time. */
  private PslResponse lock(AttachedContext context, long address, MemorySegment line) {
    if (lock != null && lock.claim.isLost()) {
      endLock();
    }
    if (lock != null && !isHeld(lock, context, address)) {
      return PslResponse.NLOCK;
    }
    if (lock == null && losses.getAsBoolean()) {
      return PslResponse.NLOCK;
    }
    Keeping made = lock == null ? new Keeping(context, address) : lock;
    lock = made;
    if (!claims.own(made.claim)) {
      endLock();
      return PslResponse.NLOCK;
    }
    if (!read(made, context, address, line)) {
      endLock();
      return faults.faulted(context, address, true, false);
    }
    return PslResponse.DONE;
  }

  private static boolean isHeld(@Nullable Keeping kept, AttachedContext context, long address) {
    return kept != null && kept.holder == context.process() && kept.isOf(context, address);
  }

  private PslResponse writeLocked(
      AttachedContext context, long address, int bytes, MemorySegment line) {
    Keeping kept = lock;
    if (kept == null || !isHeld(kept, context, address)) {
      return PslResponse.NLOCK;
    }
    try {
      return kept.claim.isLost()
          ? PslResponse.NLOCK
          : write(kept, context, address, bytes, line, PslResponse.NLOCK);
    } finally {
      endLock();
    }
  }

  private PslResponse unlock(AttachedContext context, long address) {
    if (!isHeld(lock, context, address)) {
      return PslResponse.NLOCK;
    }
    boolean isLost = lock != null && lock.claim.isLost();
    endLock();
    return isLost ? PslResponse.NLOCK : PslResponse.DONE;
  }

  /** {@return whether a context has locked a line, which then is not pushed or evicted} */
  boolean isLocked(AttachedContext context, long address) {
    return isHeld(lock, context, address);
  }

  /**
   * {@return whether a command has to wait because another accelerator has locked the line} A
   * command that locks does not wait.
   */
  boolean isKeptWaiting(PslCommand command, AttachedContext context, long address) {
    return switch (command) {
      case READ_CL_LCK, LOCK, UNLOCK, WRITE_UNLOCK -> false;
      default -> command.reachesMemory() && claims.isKeptFrom(this, context.pid(), address);
    };
  }

  /** Tells that another command of the accelerator wrote bytes, which lie in their places. */
  void wrote(AttachedContext context, long address, int bytes, MemorySegment line) {
    Keeping kept = lock;
    boolean isOwn = isHeld(kept, context, address);
    if (kept != null && isOwn) {
      long offset = address & LINE_BYTES - 1;
      MemorySegment.copy(line, offset, kept.before, offset, bytes);
    }
    claims.wrote(context.pid(), address, kept != null && isOwn ? kept.claim : null);
  }

  @Override
  public void close() {
    reset();
    copy.close();
  }
}
