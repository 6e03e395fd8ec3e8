package dev.backplane.api;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What buffer is wanted.
 *
 * @param bytes its size, more than 0
 * @param bank the index of the bank it shall lie in
 * @param flags what it is to be besides
 */
public record BufferRequest(long bytes, int bank, Set<BufferFlag> flags) {
  /** Checks the size and copies the flags. */
  public BufferRequest {
    if (bytes <= 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .remedy("Ask for 1 byte or more")
          .build();
    }
    flags = Set.copyOf(flags);
  }

  /** {@return a request for a plain buffer} */
  public static BufferRequest of(long bytes, int bank) {
    return new BufferRequest(bytes, bank, Set.of());
  }

  /** {@return the same with more flags} */
  public BufferRequest with(BufferFlag... more) {
    Set<BufferFlag> all = EnumSet.noneOf(BufferFlag.class);
    all.addAll(flags);
    all.addAll(List.of(more));
    return new BufferRequest(bytes, bank, all);
  }
}
