package dev.backplane.rtl.harness.psl;

import static java.util.Map.entry;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.PortSlice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** The signals between a PSL and an accelerator, and their widths. */
final class PslSignals {
  /** Signals that no other protocol has; ports with these names are those of a PSL. */
  private static final List<String> TYPICAL = List.of("ha_jval", "ah_jdone", "ah_cvalid");

  private static final Map<String, Integer> REQUIRED =
      Map.ofEntries(
          entry("ha_jval", 1),
          entry("ha_jcom", 8),
          entry("ha_jea", 64),
          entry("ah_jrunning", 1),
          entry("ah_jdone", 1),
          entry("ah_jerror", 64),
          entry("ha_mmval", 1),
          entry("ha_mmcfg", 1),
          entry("ha_mmrnw", 1),
          entry("ha_mmdw", 1),
          entry("ha_mmad", 24),
          entry("ha_mmdata", 64),
          entry("ah_mmack", 1),
          entry("ah_mmdata", 64),
          entry("ha_croom", 8),
          entry("ah_cvalid", 1),
          entry("ah_ctag", 8),
          entry("ah_com", 13),
          entry("ah_cea", 64),
          entry("ah_csize", 12),
          entry("ha_brvalid", 1),
          entry("ha_brtag", 8),
          entry("ha_brad", 6),
          entry("ah_brlat", 4),
          entry("ah_brdata", 512),
          entry("ha_bwvalid", 1),
          entry("ha_bwtag", 8),
          entry("ha_bwad", 6),
          entry("ha_bwdata", 512),
          entry("ha_rvalid", 1),
          entry("ha_rtag", 8),
          entry("ha_response", 8),
          entry("ha_rcredits", 9));

  private static final Map<String, Integer> OPTIONAL =
      Map.ofEntries(
          entry("ha_jcompar", 1),
          entry("ha_jeapar", 1),
          entry("ah_jcack", 1),
          entry("ah_jyield", 1),
          entry("ah_tbreq", 1),
          entry("ah_paren", 1),
          entry("ha_mmadpar", 1),
          entry("ha_mmdatapar", 1),
          entry("ah_mmdatapar", 1),
          entry("ah_ctagpar", 1),
          entry("ah_compar", 1),
          entry("ah_cabt", 3),
          entry("ah_ceapar", 1),
          entry("ah_cch", 16),
          entry("ha_brtagpar", 1),
          entry("ah_brpar", 8),
          entry("ha_bwtagpar", 1),
          entry("ha_bwpar", 8),
          entry("ha_rtagpar", 1),
          entry("ha_rcachestate", 2),
          entry("ha_rcachepos", 13));

  private PslSignals() {}

  /** The interface that ports form; none if they are not those of a PSL. */
  static List<BusInterface> match(List<Port> ports) {
    SequencedMap<String, PortSlice> signals = new LinkedHashMap<>();
    for (Port port : ports) {
      String name = port.name().toLowerCase(Locale.ROOT);
      if (REQUIRED.containsKey(name) || OPTIONAL.containsKey(name)) {
        signals.putIfAbsent(name, PortSlice.whole(port));
      }
    }
    return signals.keySet().containsAll(TYPICAL)
        ? List.of(new BusInterface("psl", PslKind.PSL, signals))
        : List.of();
  }

  /** Requires all signals, with their widths and directions. */
  static void check(KernelPorts ports, BusInterface bus) {
    List<String> missing =
        REQUIRED.keySet().stream().filter(name -> bus.signal(name) == null).sorted().toList();
    if (!missing.isEmpty()) {
      throw ports.missing("no " + String.join(", ", missing) + " between PSL and accelerator");
    }
    bus.signals()
        .forEach(
            (name, slice) -> {
              int width = Objects.requireNonNull(REQUIRED.getOrDefault(name, OPTIONAL.get(name)));
              if (slice.width() != width) {
                throw ports.missing(
                    "%s has %d bits, a PSL of POWER8 has %d"
                        .formatted(slice.name(), slice.width(), width));
              }
              Direction direction = name.startsWith("ha_") ? Direction.INPUT : Direction.OUTPUT;
              if (slice.direction() != direction) {
                throw ports.missing(slice.name() + " goes the wrong way");
              }
            });
  }
}
