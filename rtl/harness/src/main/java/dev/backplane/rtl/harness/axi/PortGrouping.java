package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.PortSlice;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Groups ports named {@code PREFIX_SIGNAL} by prefix and determines the bus of each group. */
final class PortGrouping {
  private static final String ADDRESS =
      "ID|ADDR|LEN|SIZE|BURST|LOCK|CACHE|PROT|QOS|REGION|USER|VALID|READY";

  /** Some coding styles append the direction ({@code awaddr_o}). */
  private static final Pattern SIGNAL =
      Pattern.compile(
          "(?:(?<prefix>.*)_)?(?<signal>"
              + ("A[RW](?:" + ADDRESS + ")")
              + "|W(?:ID|DATA|STRB|LAST|USER|VALID|READY)"
              + "|B(?:ID|RESP|USER|VALID|READY)"
              + "|R(?:ID|DATA|RESP|LAST|USER|VALID|READY)"
              + "|T(?:ID|DATA|STRB|KEEP|LAST|DEST|USER|VALID|READY))(?:_[io])?",
          Pattern.CASE_INSENSITIVE);

  /** The ports with one prefix. */
  private record Group(String name, SequencedMap<String, PortSlice> signals) {}

  private PortGrouping() {}

  static List<BusInterface> group(List<Port> ports) {
    Map<String, Group> groups = new LinkedHashMap<>();
    for (Port port : ports) {
      Matcher matcher = SIGNAL.matcher(port.name());
      if (!matcher.matches()) {
        continue;
      }
      String signal = matcher.group("signal").toUpperCase(Locale.ROOT);
      String prefix = matcher.group("prefix") == null ? "" : matcher.group("prefix");
      // A stream and a memory bus may share a prefix.
      String key = prefix.toLowerCase(Locale.ROOT) + (signal.startsWith("T") ? " stream" : "");
      Group group = groups.computeIfAbsent(key, _ -> new Group(prefix, new LinkedHashMap<>()));
      group.signals.putIfAbsent(signal, PortSlice.whole(port));
    }
    List<BusInterface> interfaces = new ArrayList<>();
    groups
        .values()
        .forEach(
            group -> {
              AxiKind kind = kind(group.signals);
              if (kind != null) {
                String name = group.name.isEmpty() ? "axi" : group.name;
                interfaces.add(new BusInterface(name, kind, group.signals));
              }
            });
    return interfaces;
  }

  private static @Nullable AxiKind kind(SequencedMap<String, PortSlice> signals) {
    PortSlice stream = signals.get("TVALID");
    if (stream != null) {
      return stream.direction() == Direction.INPUT ? AxiKind.STREAM_IN : AxiKind.STREAM_OUT;
    }
    BusInterface group = new BusInterface("", AxiKind.AXI4_MASTER, signals);
    if (!AxiKind.reads(group) && !AxiKind.writes(group)) {
      return null;
    }
    PortSlice valid = signals.get(AxiKind.reads(group) ? "ARVALID" : "AWVALID");
    boolean master = valid != null && valid.direction() == Direction.OUTPUT;
    boolean bursts = signals.containsKey("ARLEN") || signals.containsKey("AWLEN");
    if (master) {
      return bursts ? AxiKind.AXI4_MASTER : AxiKind.AXI4_LITE_MASTER;
    }
    return bursts ? AxiKind.AXI4_SLAVE : AxiKind.AXI4_LITE_SLAVE;
  }
}
