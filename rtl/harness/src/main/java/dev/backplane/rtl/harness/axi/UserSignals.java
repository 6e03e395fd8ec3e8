package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;

/**
 * The USER signals of a channel of requests and of its answers. On the host channel of OPAE, AWUSER
 * has flags that make a write a fence or an interrupt, and answers carry the USER of their request;
 * elsewhere they mean nothing.
 */
final class UserSignals {
  /** The flags in AWUSER. */
  static final int FENCE = 1 << 1;

  static final int INTERRUPT = 1 << 2;

  /** The bits of AWADDR that have the vector of an interrupt. */
  static final int VECTORS = 0xffff;

  private static final String NONE = "";

  private final Pin request;
  private final DrivenInput answer;

  private UserSignals(Pin request, DrivenInput answer) {
    this.request = request;
    this.answer = answer;
  }

  /** The signals of a host channel, or such without a meaning. */
  static UserSignals of(InterfacePins pins, String requests, String answers, boolean hostChannel) {
    return new UserSignals(
        pins.pin(hostChannel ? requests + "USER" : NONE, 0),
        pins.output(hostChannel ? answers + "USER" : NONE));
  }

  /** {@return the USER bits of the current request} */
  long get() {
    return request.get();
  }

  /** Gives an answer what its request had. */
  void answer(long user) {
    answer.set(user);
  }
}
