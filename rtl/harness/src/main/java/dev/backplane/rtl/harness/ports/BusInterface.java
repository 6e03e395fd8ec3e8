package dev.backplane.rtl.harness.ports;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Signals of a kernel that form one bus interface.
 *
 * @param name the common part of their names, as written in the source, for example {@code
 *     m_axi_gmem}
 * @param kind the kind of interface, from the kernel's point of view
 * @param signals the ports, or bits of ports, by signal name of the bus specification; optional
 *     signals may be missing
 */
public record BusInterface(String name, Kind kind, SequencedMap<String, PortSlice> signals) {
  /** The purpose of an interface, whatever its protocol. */
  public enum Role {
    /** The kernel accesses memory. */
    MASTER,
    /** The kernel has registers. */
    REGISTERS,
    /** The kernel has memory that others access. */
    MEMORY,
    /** The kernel receives a stream. */
    STREAM_IN,
    /** The kernel sends a stream. */
    STREAM_OUT,
    /** One link to the host, for accesses to memory, registers and control. */
    HOST_LINK
  }

  /**
   * A kind of interface of a protocol, with its name in messages as its string. A protocol declares
   * its kinds as an enum.
   */
  public interface Kind {
    /** {@return what an interface of this kind is for} */
    Role role();

    /**
     * {@return bits of the data bus; 0 if it has none}
     *
     * @param bus an interface of this kind
     */
    int dataBits(BusInterface bus);

    /**
     * {@return bits of an address; 0 if it has none}
     *
     * @param bus an interface of this kind
     */
    int addressBits(BusInterface bus);

    /**
     * {@return bits of a transaction identifier; 0 if there is none}
     *
     * @param bus an interface of this kind
     */
    int idBits(BusInterface bus);

    /**
     * {@return bits of sideband signals beside the data of a stream; 0 if there are none}
     *
     * @param bus an interface of this kind
     */
    default int userBits(BusInterface bus) {
      return 0;
    }

    /**
     * {@return what else is special, for a listing; empty if nothing is}
     *
     * @param bus an interface of this kind
     */
    default String restriction(BusInterface bus) {
      return "";
    }
  }

  /** Copies the signals. */
  public BusInterface {
    signals = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(signals));
  }

  /** {@return whether the kernel does nothing but access memory through it} */
  public boolean isMaster() {
    return kind.role() == Role.MASTER;
  }

  /** {@return whether it has registers and nothing else} */
  public boolean hasRegisters() {
    return kind.role() == Role.REGISTERS;
  }

  /** {@return whether it is a stream, of either direction} */
  public boolean isStream() {
    return isStreamIn() || isStreamOut();
  }

  /** {@return whether the kernel receives a stream through it} */
  public boolean isStreamIn() {
    return kind.role() == Role.STREAM_IN;
  }

  /** {@return whether the kernel sends a stream through it} */
  public boolean isStreamOut() {
    return kind.role() == Role.STREAM_OUT;
  }

  /** {@return bits of the data bus; 0 if it has none} */
  public int dataBits() {
    return kind.dataBits(this);
  }

  /** {@return bits of an address; 0 for a stream} */
  public int addressBits() {
    return kind.addressBits(this);
  }

  /** {@return bits of a transaction identifier; 0 if there is none} */
  public int idBits() {
    return kind.idBits(this);
  }

  /** {@return bits of sideband signals beside the data of a stream; 0 if there are none} */
  public int userBits() {
    return kind.userBits(this);
  }

  /**
   * Finds the port, or the bits of a port, of a signal.
   *
   * @param signal a signal of the bus specification, for example {@code ARADDR}
   * @return the port or its bits, or null if the kernel does not have it
   */
  public @Nullable PortSlice signal(String signal) {
    return signals.get(signal);
  }

  /**
   * {@return the bits of a signal; 0 if the kernel does not have it}
   *
   * @param signal a signal of the bus specification
   */
  public int width(String signal) {
    PortSlice slice = signals.get(signal);
    return slice == null ? 0 : slice.width();
  }

  /** {@return name, kind and widths, on one line} */
  public String describe() {
    StringBuilder text = new StringBuilder(name).append(": ").append(kind);
    if (dataBits() > 0) {
      text.append(", ").append(dataBits()).append("-bit data");
    }
    if (addressBits() > 0) {
      text.append(", ").append(addressBits()).append("-bit addresses");
    }
    if (idBits() > 0) {
      text.append(", ").append(idBits()).append("-bit ids");
    }
    String restriction = kind.restriction(this);
    if (!restriction.isEmpty()) {
      text.append(", ").append(restriction);
    }
    return text.toString();
  }
}
