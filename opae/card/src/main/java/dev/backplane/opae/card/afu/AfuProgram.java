package dev.backplane.opae.card.afu;

import dev.backplane.opae.abi.UserClock;
import dev.backplane.opae.card.Afu;
import dev.backplane.opae.card.AfuFault;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * An accelerator that can be loaded, any number of times.
 *
 * @param guid its identifier
 * @param name what people call it
 * @param kind what executes it, in words
 * @param clocked whether it may go on after a read of a register, as one in RTL may
 * @param clocks the user clock that it asks for, if it does
 * @param maker makes one, at power-up, with the memory that it reaches
 */
public record AfuProgram(
    UUID guid,
    String name,
    String kind,
    boolean clocked,
    Optional<UserClock> clocks,
    Function<IoSpace, Afu> maker) {
  Afu make(IoSpace space) {
    return maker.apply(space);
  }

  /** Refuses an accelerator whose registers have another identifier. */
  void checkIdentity(long low, long high) {
    if (low != guid.getLeastSignificantBits() || high != guid.getMostSignificantBits()) {
      throw new AfuFault(
          AfuFault.Kind.FAILED,
          "its registers 0x8 and 0x10 have the identifier %s, its image says %s"
              .formatted(new UUID(high, low), guid));
    }
  }
}
