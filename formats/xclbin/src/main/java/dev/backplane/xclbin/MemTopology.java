package dev.backplane.xclbin;

import java.util.List;

/**
 * The memory banks of MEM_TOPOLOGY, or banks and groups of GROUP_TOPOLOGY. The position of a bank
 * is its memory index, to which {@link Connectivity} refers.
 *
 * @param banks the banks in the order of their indexes
 */
public record MemTopology(List<MemoryBank> banks) {
  private static final Table TABLE = new Table(Table.Count.INT32, 8, MemoryBank.SIZE);

  /** Copies the list. */
  public MemTopology {
    banks = List.copyOf(banks);
  }

  /**
   * Decodes a section.
   *
   * @param section a MEM_TOPOLOGY or ASK_GROUP_TOPOLOGY section
   * @return the banks
   * @throws XclbinException if it is of another kind or its count does not fit its size
   */
  public static MemTopology decode(Section section) {
    section.require(SectionKind.MEM_TOPOLOGY, SectionKind.ASK_GROUP_TOPOLOGY);
    return new MemTopology(TABLE.read(section, MemoryBank::read));
  }

  /** {@return a MEM_TOPOLOGY section} */
  public Section toSection() {
    return encode(SectionKind.MEM_TOPOLOGY);
  }

  /** {@return an ASK_GROUP_TOPOLOGY section} */
  public Section toGroupSection() {
    return encode(SectionKind.ASK_GROUP_TOPOLOGY);
  }

  private Section encode(SectionKind kind) {
    return Section.of(kind, TABLE.write(kind, banks, (to, bank) -> bank.write(to)));
  }
}
