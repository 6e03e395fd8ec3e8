package dev.backplane.xclbin;

import java.util.List;

/**
 * The connections of compute units' arguments to memories: CONNECTIVITY with the banks of
 * MEM_TOPOLOGY, GROUP_CONNECTIVITY with those of GROUP_TOPOLOGY.
 *
 * @param connections the connections in file order
 */
public record Connectivity(List<Connection> connections) {
  private static final Table TABLE = new Table(Table.Count.INT32, 4, 12);

  /** Copies the list. */
  public Connectivity {
    connections = List.copyOf(connections);
  }

  /**
   * One connection.
   *
   * @param argument the index of the argument
   * @param ip the position of the compute unit in IP_LAYOUT
   * @param memory the position of the bank in the topology
   */
  public record Connection(int argument, int ip, int memory) {}

  /**
   * Decodes a section. Whether the indexes exist is not checked here, see {@link #check}.
   *
   * @param section a CONNECTIVITY or ASK_GROUP_CONNECTIVITY section
   * @return the connections
   * @throws XclbinException if it is of another kind or its count does not fit its size
   */
  public static Connectivity decode(Section section) {
    section.require(SectionKind.CONNECTIVITY, SectionKind.ASK_GROUP_CONNECTIVITY);
    return new Connectivity(
        TABLE.read(
            section, from -> new Connection(from.getInt(0), from.getInt(4), from.getInt(8))));
  }

  /** {@return a CONNECTIVITY section} */
  public Section toSection() {
    return encode(SectionKind.CONNECTIVITY);
  }

  /** {@return an ASK_GROUP_CONNECTIVITY section} */
  public Section toGroupSection() {
    return encode(SectionKind.ASK_GROUP_CONNECTIVITY);
  }

  /**
   * Finds the memories that an argument reaches.
   *
   * @param ip the position of the compute unit in IP_LAYOUT
   * @param argument the index of the argument
   * @return positions in the topology, in file order
   */
  public List<Integer> memories(int ip, int argument) {
    return connections.stream()
        .filter(c -> c.ip == ip && c.argument == argument)
        .map(Connection::memory)
        .toList();
  }

  /**
   * Checks that every connection is between things that exist.
   *
   * @param ips the compute units
   * @param memory the banks
   * @throws XclbinException naming the first connection that is not
   */
  public void check(IpLayout ips, MemTopology memory) {
    for (int i = 0; i < connections.size(); i++) {
      var c = connections.get(i);
      if (c.argument < 0
          || c.ip < 0
          || c.ip >= ips.ips().size()
          || c.memory < 0
          || c.memory >= memory.banks().size()) {
        throw new XclbinException(
            XclbinError.BAD_SECTION,
            "connection %d says argument %d of block %d reaches memory %d; there are %d blocks and"
                    .formatted(i, c.argument, c.ip, c.memory, ips.ips().size())
                + " %d memories; build the file again".formatted(memory.banks().size()));
      }
    }
  }

  private Section encode(SectionKind kind) {
    return Section.of(
        kind,
        TABLE.write(
            kind,
            connections,
            (to, c) -> to.putInt(0, c.argument).putInt(4, c.ip).putInt(8, c.memory)));
  }
}
