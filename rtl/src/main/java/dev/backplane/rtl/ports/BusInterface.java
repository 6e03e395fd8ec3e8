package dev.backplane.rtl.ports;

import dev.backplane.rtl.netlist.Port;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Ports of a kernel that form one bus interface.
 *
 * @param name the common part of their names, as written in the source, for example {@code
 *     m_axi_gmem}
 * @param kind the kind of interface, from the kernel's point of view
 * @param signals the ports by signal name of the bus specification, in upper case: {@code ARADDR};
 *     optional signals may be missing
 */
public record BusInterface(String name, Kind kind, SequencedMap<String, Port> signals) {
  /** The kinds of bus interfaces of kernels. */
  public enum Kind {
    /** The kernel reads or writes memory, or both, in bursts. */
    AXI4_MASTER("AXI4 master"),
    /** The kernel reads or writes memory word by word. */
    AXI4_LITE_MASTER("AXI4-Lite master"),
    /** The kernel has registers. */
    AXI4_LITE_SLAVE("AXI4-Lite slave"),
    /** The kernel has internal memory that is accessed in bursts. */
    AXI4_SLAVE("AXI4 slave"),
    /** The kernel receives a stream. */
    STREAM_IN("AXI4-Stream in"),
    /** The kernel sends a stream. */
    STREAM_OUT("AXI4-Stream out");

    private final String description;

    Kind(String words) {
      this.description = words;
    }

    /** {@return whether the kernel accesses memory through it} */
    public boolean isMaster() {
      return this == AXI4_MASTER || this == AXI4_LITE_MASTER;
    }

    /** {@return whether it is a stream, of either direction} */
    public boolean isStream() {
      return this == STREAM_IN || this == STREAM_OUT;
    }

    @Override
    public String toString() {
      return description;
    }
  }

  private static final List<String> READ =
      List.of("ARVALID", "ARREADY", "ARADDR", "RVALID", "RREADY", "RDATA");
  private static final List<String> WRITE =
      List.of("AWVALID", "AWREADY", "AWADDR", "WVALID", "WREADY", "WDATA", "BVALID", "BREADY");

  /** Copies the signals. */
  public BusInterface {
    signals = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(signals));
  }

  /** {@return whether it has all signals for reads} */
  public boolean reads() {
    return signals.keySet().containsAll(READ);
  }

  /** {@return whether it has all signals for writes} */
  public boolean writes() {
    return signals.keySet().containsAll(WRITE);
  }

  /** {@return bits of the data bus; 0 if it has none} */
  public int dataBits() {
    return width(kind.isStream() ? "TDATA" : reads() ? "RDATA" : "WDATA");
  }

  /** {@return bits of an address; 0 for a stream} */
  public int addressBits() {
    return Math.max(width("ARADDR"), width("AWADDR"));
  }

  /** {@return bits of a transaction identifier; 0 if there is none} */
  public int idBits() {
    return kind.isStream() ? width("TID") : Math.max(width("ARID"), width("AWID"));
  }

  /**
   * Finds the port of a signal.
   *
   * @param signal a signal of the bus specification in upper case, for example {@code ARADDR}
   * @return the port, or null if the kernel does not have it
   */
  public @Nullable Port signal(String signal) {
    return signals.get(signal);
  }

  private int width(String signal) {
    Port port = signals.get(signal);
    return port == null ? 0 : port.width();
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
    if (!kind.isStream() && reads() != writes()) {
      text.append(reads() ? ", read only" : ", write only");
    }
    return text.toString();
  }
}
