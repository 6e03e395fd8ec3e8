package dev.backplane.rtl.harness.psl;

import static java.util.Map.entry;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The signals between a PSL and an accelerator, and their widths. */
final class PslSignals {
  private static final int LINE_BITS = 1024;

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

  /** The widths of signals that are wider with a PSL9, where a cycle moves a whole line of data. */
  private static final Map<String, Integer> WIDER =
      Map.of("ah_brdata", LINE_BITS, "ha_bwdata", LINE_BITS, "ah_brpar", 16, "ha_bwpar", 16);

  /** Signals that are optional with a PSL9, which does not address halves of a line. */
  private static final Set<String> HALVES = Set.of("ha_brad", "ha_bwad");

  private static final Map<String, Integer> NEW =
      Map.ofEntries(
          entry("ah_cpagesize", 4),
          entry("ha_rditag", 9),
          entry("ha_rditagpar", 1),
          entry("ha_response_ext", 8),
          entry("ha_rpagesize", 4));

  /** The signals of each DMA port, of which a design has all or none. */
  private static final List<Map<String, Integer>> DMA = List.of(dma(0), dma(1));

  private static Map<String, Integer> dma(int port) {
    String asked = "d" + port + "h_";
    String answered = "hd" + port + "_";
    return Map.ofEntries(
        entry(asked + "dvalid", 1),
        entry(asked + "req_utag", 10),
        entry(asked + "req_itag", 9),
        entry(asked + "dtype", 3),
        entry(asked + "dsize", 10),
        entry(asked + "ddata", LINE_BITS),
        entry(asked + "datomic_op", 6),
        entry(asked + "datomic_le", 1),
        entry(answered + "sent_utag_valid", 1),
        entry(answered + "sent_utag", 10),
        entry(answered + "sent_utag_sts", 3),
        entry(answered + "cpl_valid", 1),
        entry(answered + "cpl_utag", 10),
        entry(answered + "cpl_type", 3),
        entry(answered + "cpl_size", 10),
        entry(answered + "cpl_laddr", 10),
        entry(answered + "cpl_byte_count", 10),
        entry(answered + "cpl_data", LINE_BITS));
  }

  private PslSignals() {}

  /** Tells whether an interface has what is new in a PSL9. */
  static boolean isPsl9(BusInterface bus) {
    PortSlice data = bus.signal("ha_bwdata");
    return (data != null && data.width() == LINE_BITS)
        || bus.signals().keySet().stream().anyMatch(PslSignals::isNew);
  }

  private static boolean isNew(String name) {
    return NEW.containsKey(name) || dmaOf(name) != null;
  }

  /** The pins of the DMA port that a pin belongs to, if it does. */
  private static @Nullable Map<String, Integer> dmaOf(String name) {
    return DMA.stream().filter(port -> port.containsKey(name)).findFirst().orElse(null);
  }

  /** {@return the numbers of the DMA ports that an interface has} */
  static IntStream dmaPorts(BusInterface bus) {
    return IntStream.range(0, DMA.size()).filter(port -> hasAny(bus, DMA.get(port)));
  }

  private static boolean hasAny(BusInterface bus, Map<String, Integer> pins) {
    return bus.signals().keySet().stream().anyMatch(pins::containsKey);
  }

  private static boolean isKnown(String name) {
    return REQUIRED.containsKey(name) || OPTIONAL.containsKey(name) || isNew(name);
  }

  private static boolean isRequired(BusInterface bus, String name) {
    Map<String, Integer> dma = dmaOf(name);
    return dma != null
        ? hasAny(bus, dma)
        : REQUIRED.containsKey(name) && !(isPsl9(bus) && HALVES.contains(name));
  }

  private static int width(BusInterface bus, String name) {
    Integer wider = isPsl9(bus) ? WIDER.get(name) : null;
    return wider != null
        ? wider
        : Stream.concat(Stream.of(REQUIRED, OPTIONAL, NEW), DMA.stream())
            .map(each -> each.get(name))
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
  }

  /** {@return the interface that ports form; none if they are not the ports of a PSL} */
  static List<BusInterface> match(List<Port> ports) {
    SequencedMap<String, PortSlice> signals = new LinkedHashMap<>();
    for (Port port : ports) {
      String name = port.name().toLowerCase(Locale.ROOT);
      if (isKnown(name)) {
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
        Stream.concat(Stream.of(REQUIRED), DMA.stream())
            .flatMap(each -> each.keySet().stream())
            .filter(name -> isRequired(bus, name) && bus.signal(name) == null)
            .sorted()
            .toList();
    if (!missing.isEmpty()) {
      throw ports.missing("no " + String.join(", ", missing) + " between PSL and accelerator");
    }
    bus.signals()
        .forEach(
            (name, slice) -> {
              int width = width(bus, name);
              if (slice.width() != width) {
                throw ports.missing(
                    "%s has %d bits, a PSL of POWER%d has %d"
                        .formatted(slice.name(), slice.width(), isPsl9(bus) ? 9 : 8, width));
              }
              boolean isInput = name.startsWith("ha_") || name.startsWith("hd");
              Direction direction = isInput ? Direction.INPUT : Direction.OUTPUT;
              if (slice.direction() != direction) {
                throw ports.missing(slice.name() + " goes the wrong way");
              }
            });
  }
}
