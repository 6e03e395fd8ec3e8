package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StreamTopologyTest {
  private final Map<String, KernelPorts> units = new LinkedHashMap<>();

  private void unit(String name, int bits) {
    units.put(
        name,
        KernelPorts.of(
            List.of(
                new Port("IN_TVALID", Direction.INPUT, 1),
                new Port("IN_TDATA", Direction.INPUT, bits),
                new Port("out_tvalid", Direction.OUTPUT, 1),
                new Port("out_tdata", Direction.OUTPUT, bits))));
  }

  private StreamTopology topology(String... links) {
    return new StreamTopology(Stream.of(links).map(StreamLink::parse).toList(), units);
  }

  private void refused(RtlError error, String message, String... links) {
    assertThatThrownBy(() -> topology(links).requireComplete())
        .isInstanceOfSatisfying(RtlException.class, e -> assertThat(e.error()).isEqualTo(error))
        .hasMessageContaining(message);
  }

  @Test
  void connectedUnitsAreOneCluster() {
    for (String name : "a b c d e f g".split(" ")) {
      unit(name, 8);
    }
    StreamTopology topology = topology("a.out:b.in", "e.out:f.in", "c.out:d.in", "b.out:c.in");
    assertThat(topology.clusters())
        .containsExactlyInAnyOrder(Set.of("a", "b", "c", "d"), Set.of("e", "f"));
    assertThat(topology.links().getFirst().to())
        .as("as the design calls it")
        .isEqualTo(new StreamLink.End("b", "IN"));
  }

  @Test
  void aUnitMayBeConnectedToItself() {
    unit("a", 8);
    StreamTopology topology = topology("a.out:a.in:4");
    topology.requireComplete();
    assertThat(topology.clusters()).containsExactly(Set.of("a"));
  }

  @Test
  void unconnectedStreamsAreNamedWithTheRemedy() {
    unit("a", 8);
    unit("b", 8);
    refused(
        RtlError.IMAGE_NOT_RUNNABLE,
        "--stream-connect UNIT.PORT:a.IN --stream-connect b.out:UNIT.PORT",
        "a.out:b.in");
  }

  @Test
  void incompatibleEndsAreRefused() {
    unit("a", 8);
    unit("b", 16);
    refused(RtlError.INTERFACE_MISSING, "a.out has 8-bit data, b.IN has 16", "a.out:b.in");
    refused(RtlError.INTERFACE_MISSING, "a.IN is an AXI4-Stream in, which gives", "a.in:b.in");
    refused(
        RtlError.IMAGE_INVALID, "'c' is not among the compute units in RTL: [a, b]", "c.out:b.in");
    refused(RtlError.IMAGE_INVALID, "a.out is connected twice", "a.out:a.in", "a.out:a.in");
  }
}
