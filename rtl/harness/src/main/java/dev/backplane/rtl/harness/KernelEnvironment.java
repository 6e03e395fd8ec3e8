package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusInterface;

/**
 * The state that a protocol keeps for one kernel while each reset replaces the models: the queues
 * at its streams, for example. The thread of the harness uses it.
 */
public interface KernelEnvironment {
  /** An environment of which nothing outlives a reset. */
  KernelEnvironment EMPTY = () -> {};

  /** Abandons what is on its way, at a reset. */
  void clear();

  /**
   * Connects an output stream of the kernel with an input stream of another one, whose signals
   * match.
   *
   * @param out the output stream
   * @param receiver the environment of the other kernel
   * @param in its input stream
   * @param depth how many beats there may be between them
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the protocol has no streams
   */
  default void link(BusInterface out, KernelEnvironment receiver, BusInterface in, int depth) {
    throw new RtlException(
        RtlError.INTERFACE_MISSING,
        "stream %s cannot be connected to %s: there are no models for streams of this protocol"
            .formatted(out.name(), in.name()));
  }
}
