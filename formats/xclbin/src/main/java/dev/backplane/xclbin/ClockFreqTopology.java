package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The clocks of CLOCK_FREQ_TOPOLOGY.
 *
 * @param clocks the clocks in file order
 */
public record ClockFreqTopology(List<Clock> clocks) {
  private static final Table TABLE = new Table(Table.Count.INT16, 2, 136);

  /** Copies the list. */
  public ClockFreqTopology {
    clocks = List.copyOf(clocks);
  }

  /**
   * A clock.
   *
   * @param megahertz its frequency in MHz, 0 to 65535
   * @param typeNumber the number of its {@link ClockType}, 0 to 255
   * @param name its name, at most 127 single-byte characters
   */
  public record Clock(int megahertz, int typeNumber, String name) {
    private static final int NAME = 8;
    private static final int NAME_SIZE = 128;

    /** Checks that the numbers fit their fields. */
    public Clock {
      Fields.unsigned(megahertz, 16, "clock frequency in MHz");
      Fields.unsigned(typeNumber, 8, "clock type");
    }

    /**
     * A clock of a known type.
     *
     * @param megahertz its frequency in MHz
     * @param type what it drives
     * @param name its name
     */
    public Clock(int megahertz, ClockType type, String name) {
      this(megahertz, type.number(), name);
    }

    /** {@return what it drives, empty if the number is not a known one} */
    public Optional<ClockType> type() {
      return ClockType.of(typeNumber);
    }

    static Clock read(ByteBuffer from) {
      return new Clock(
          Short.toUnsignedInt(from.getShort(0)),
          Byte.toUnsignedInt(from.get(2)),
          Fields.text(from, NAME, NAME_SIZE));
    }

    void write(ByteBuffer to) {
      to.putShort(0, (short) megahertz);
      to.put(2, (byte) typeNumber);
      Fields.text(to, NAME, NAME_SIZE, name, "clock name");
    }
  }

  /**
   * Decodes a section.
   *
   * @param section a CLOCK_FREQ_TOPOLOGY section
   * @return the clocks
   * @throws XclbinException if it is of another kind or its count does not fit its size
   */
  public static ClockFreqTopology decode(Section section) {
    section.require(SectionKind.CLOCK_FREQ_TOPOLOGY, SectionKind.CLOCK_FREQ_TOPOLOGY);
    return new ClockFreqTopology(TABLE.read(section, Clock::read));
  }

  /** {@return a CLOCK_FREQ_TOPOLOGY section} */
  public Section toSection() {
    return Section.of(
        SectionKind.CLOCK_FREQ_TOPOLOGY,
        TABLE.write(SectionKind.CLOCK_FREQ_TOPOLOGY, clocks, (to, clock) -> clock.write(to)));
  }
}
