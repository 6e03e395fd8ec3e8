package dev.backplane.opae.card;

import dev.backplane.api.DeviceEvent.Access;
import java.util.OptionalLong;

/** An error of an accelerator that its card cannot let pass. */
public final class AfuFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of error. */
  public enum Kind {
    /** A request that no card answers: to memory that is not prepared, or against the protocol. */
    REQUEST,
    /** No answer in time. */
    NO_ANSWER,
    /** The accelerator failed itself. */
    FAILED
  }

  private final Kind kind;
  private final long address;
  private final Access access;

  /**
   * A fault.
   *
   * @param kind the kind of error
   * @param message what happened
   */
  public AfuFault(Kind kind, String message) {
    this(kind, message, -1, Access.UNKNOWN);
  }

  /**
   * A request to an address.
   *
   * @param message what happened
   * @param address the IO address
   * @param access the kind of access to it
   */
  public AfuFault(String message, long address, Access access) {
    this(Kind.REQUEST, message, address, access);
  }

  private AfuFault(Kind kind, String message, long address, Access access) {
    super(message);
    this.kind = kind;
    this.address = address;
    this.access = access;
  }

  /** {@return what is wrong} */
  public Kind kind() {
    return kind;
  }

  /** {@return the IO address, if it was a request to one} */
  public OptionalLong address() {
    return access == Access.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /** {@return what went to the address} */
  public Access access() {
    return access;
  }
}
