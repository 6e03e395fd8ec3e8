package dev.backplane.xclbin;

import java.util.Comparator;
import java.util.List;

/**
 * The blocks of IP_LAYOUT. The position of a block is what {@link Connectivity} refers to; the
 * <em>index of a compute unit</em> is another number, see {@link #computeUnits()}.
 *
 * @param ips the blocks in file order
 */
public record IpLayout(List<Ip> ips) {
  private static final Table TABLE = new Table(Table.Count.INT32, 8, Ip.SIZE);

  /** Copies the list. */
  public IpLayout {
    ips = List.copyOf(ips);
  }

  /**
   * Decodes a section.
   *
   * @param section an IP_LAYOUT section
   * @return the blocks
   * @throws XclbinException if it is of another kind or its count does not fit its size
   */
  public static IpLayout decode(Section section) {
    section.require(SectionKind.IP_LAYOUT, SectionKind.IP_LAYOUT);
    return new IpLayout(TABLE.read(section, Ip::read));
  }

  /**
   * Checks that no two compute units share an address.
   *
   * @param metadata says how many bytes of registers a kernel has
   * @throws XclbinException naming the first two that do
   */
  public void checkRanges(EmbeddedMetadata metadata) {
    var units =
        ips.stream()
            .filter(ip -> ip.computeUnit() && !ip.freeRunning())
            .sorted((a, b) -> Long.compareUnsigned(a.base(), b.base()))
            .toList();
    for (int i = 1; i < units.size(); i++) {
      var low = units.get(i - 1);
      var high = units.get(i);
      long range =
          metadata
              .kernel(low.kernelName())
              .map(KernelMetadata::addressRange)
              .orElse(KernelMetadata.DEFAULT_ADDRESS_RANGE);
      if (Long.compareUnsigned(high.base() - low.base(), range) < 0) {
        throw new XclbinException(
            XclbinError.BAD_SECTION,
            "compute unit '%s' has %d bytes of registers at 0x%x, '%s' starts within them at 0x%x;"
                    .formatted(low.name(), range, low.base(), high.name(), high.base())
                + " move one, or make the range of its slave port smaller");
      }
    }
  }

  /** {@return an IP_LAYOUT section} */
  public Section toSection() {
    return Section.of(
        SectionKind.IP_LAYOUT, TABLE.write(SectionKind.IP_LAYOUT, ips, (to, ip) -> ip.write(to)));
  }

  /**
   * Gives the compute units in the order of their indexes, by which masks, contexts and statistics
   * name them: by base address if every one has interrupt id 0, otherwise by interrupt id; those
   * that run freely come last. Units that compare equal stay in file order.
   *
   * @return the compute units; the position in the list is the index
   */
  public List<Ip> computeUnits() {
    var units = ips.stream().filter(Ip::computeUnit).toList();
    Comparator<Ip> order =
        units.stream().allMatch(ip -> ip.interruptId() == 0)
            ? (a, b) -> Long.compareUnsigned(a.base(), b.base())
            : Comparator.comparingInt(Ip::interruptId);
    return units.stream()
        .sorted(Comparator.comparing(Ip::freeRunning).thenComparing(order))
        .toList();
  }
}
