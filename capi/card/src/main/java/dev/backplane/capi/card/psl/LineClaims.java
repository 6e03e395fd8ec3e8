package dev.backplane.capi.card.psl;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lines that accelerators have reserved or locked, in the memory of all processes that this
 * machine's cards reach: what the snooping of a bus is between PSLs in hardware. A claim is lost
 * when somebody else writes to its line.
 *
 * <p>Safe for use by several threads. While there is no claim, {@link #isEmpty} is all that it
 * costs.
 */
final class LineClaims {
  /** The claims of all accelerators of this machine. */
  static final LineClaims OF_MACHINE = new LineClaims(Duration.ofMillis(100), System::nanoTime);

  /** A reservation, or with {@link #own} a lock. */
  static final class Claim {
    private final Object owner;
    private final long process;
    private final long line;
    private volatile boolean lost;
    private volatile boolean owned;
    private volatile long since;

    private Claim(Object owner, long process, long line) {
      this.owner = owner;
      this.process = process;
      this.line = line;
    }

    /** {@return whether it is a claim on a line of a process} */
    boolean isOn(long pid, long address) {
      return process == pid && line == (address & LINE_MASK);
    }

    /** {@return whether somebody else has written to its line, or kept waiting for it too long} */
    boolean isLost() {
      return lost;
    }

    /** Gives it up for lost. */
    void lose() {
      lost = true;
    }
  }

  private static final long LINE_MASK = -128;

  private final long patience;
  private final LongSupplier clock;
  private volatile Claim[] claims = {};

  /**
   * @param patience how long a line is kept from those that wait for it
   * @param clock tells nanoseconds
   */
  LineClaims(Duration patience, LongSupplier clock) {
    this.patience = patience.toNanos();
    this.clock = clock;
  }

  /** {@return whether no line is claimed} */
  boolean isEmpty() {
    return claims.length == 0;
  }

  /** Claims a line, before it is read. */
  synchronized Claim claim(Object owner, long process, long address) {
    Claim made = new Claim(owner, process, address & LINE_MASK);
    claims = Stream.concat(Arrays.stream(claims), Stream.of(made)).toArray(Claim[]::new);
    return made;
  }

  /** Gives a claim back. */
  synchronized void release(Claim claim) {
    claims = Arrays.stream(claims).filter(each -> each != claim).toArray(Claim[]::new);
  }

  /**
   * Keeps the line of a claim from all others, whose claims are lost.
   *
   * @return false if the claim is lost, or somebody else keeps the line
   */
  synchronized boolean own(Claim claim) {
    if (claim.lost) {
      return false;
    }
    for (Claim each : claims) {
      if (each != claim && each.isOn(claim.process, claim.line) && isKept(each)) {
        return false;
      }
    }
    wrote(claim.process, claim.line, claim);
    claim.since = clock.getAsLong();
    claim.owned = true;
    return true;
  }

  /** {@return whether a line is kept from an owner, who then waits} */
  boolean isKeptFrom(Object owner, long process, long address) {
    for (Claim each : claims) {
      if (each.owner != owner && each.isOn(process, address) && isKept(each)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a claim keeps its line; somebody wants it, so it does not for ever. */
  private boolean isKept(Claim claim) {
    if (!claim.owned || claim.lost) {
      return false;
    }
    if (clock.getAsLong() - claim.since > patience) {
      claim.lose();
      return false;
    }
    return true;
  }

  /** Tells that a line was written: all claims on it are lost, but one. */
  void wrote(long process, long address, @Nullable Claim but) {
    for (Claim each : claims) {
      if (each != but && each.isOn(process, address)) {
        each.lose();
      }
    }
  }
}
