package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.harness.StreamCompatibility;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The streams of an image's compute units, and the links between them. */
public final class StreamTopology {
  private final List<StreamLink> links;
  private final Map<String, KernelPorts> units;

  /**
   * A topology, whose links are checked.
   *
   * @param links from compute unit to compute unit
   * @param units the ports of the compute units in RTL, by name
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if a link has an end that is not there or
   *     is linked twice, {@link RtlError#INTERFACE_MISSING} if its ends do not fit together
   */
  public StreamTopology(List<StreamLink> links, Map<String, KernelPorts> units) {
    this.units = Map.copyOf(units);
    this.links =
        links.stream()
            .map(link -> new StreamLink(named(link.from()), named(link.to()), link.depth()))
            .toList();
    Set<StreamLink.End> ends = new HashSet<>();
    for (StreamLink link : this.links) {
      StreamCompatibility.check(
          link.from().toString(), stream(link.from()), link.to().toString(), stream(link.to()));
      for (StreamLink.End end : List.of(link.from(), link.to())) {
        if (!ends.add(end)) {
          throw new RtlException(
              RtlError.IMAGE_INVALID,
              "stream " + end + " is connected twice. A stream has one other end");
        }
      }
    }
  }

  /** The end as the design calls it: descriptions may differ in case. */
  private StreamLink.End named(StreamLink.End end) {
    return new StreamLink.End(end.unit(), stream(end).name());
  }

  private BusInterface stream(StreamLink.End end) {
    KernelPorts ports = units.get(end.unit());
    if (ports == null) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "a stream is connected to '%s', but '%s' is not among the compute units in RTL: %s"
              .formatted(end, end.unit(), units.keySet().stream().sorted().toList()));
    }
    return ports.streams().stream()
        .filter(stream -> stream.name().equalsIgnoreCase(end.port()))
        .findFirst()
        .orElseThrow(
            () ->
                new RtlException(
                    RtlError.IMAGE_INVALID,
                    "a stream is connected to '%s', but compute unit %s has no stream '%s', only %s"
                        .formatted(
                            end,
                            end.unit(),
                            end.port(),
                            ports.streams().stream().map(BusInterface::name).toList())));
  }

  /**
   * Checks that every stream has another end, without which a kernel would wait for ever.
   *
   * @throws RtlException {@link RtlError#IMAGE_NOT_RUNNABLE} that names the streams that have none,
   *     and says how to connect them
   */
  public void requireComplete() {
    List<String> open = new ArrayList<>();
    units.forEach(
        (unit, ports) -> {
          for (BusInterface stream : ports.streams()) {
            StreamLink.End end = new StreamLink.End(unit, stream.name());
            if (links.stream()
                .noneMatch(link -> link.from().equals(end) || link.to().equals(end))) {
              boolean gives = stream.kind() == BusInterface.Kind.STREAM_OUT;
              open.add(
                  gives
                      ? "--stream-connect " + end + ":UNIT.PORT"
                      : "--stream-connect UNIT.PORT:" + end);
            }
          }
        });
    if (!open.isEmpty()) {
      throw new RtlException(
          RtlError.IMAGE_NOT_RUNNABLE,
          "streams lead nowhere. Build the image with "
              + String.join(" ", open.stream().sorted().toList()));
    }
  }

  /** {@return the links} */
  public List<StreamLink> links() {
    return links;
  }

  /** {@return the compute units that are connected by links, each unit in one set} */
  public List<Set<String>> clusters() {
    List<Set<String>> clusters = new ArrayList<>();
    for (StreamLink link : links) {
      Set<String> joined = new LinkedHashSet<>(List.of(link.from().unit(), link.to().unit()));
      clusters.removeIf(
          cluster -> {
            boolean touches =
                cluster.contains(link.from().unit()) || cluster.contains(link.to().unit());
            if (touches) {
              joined.addAll(cluster);
            }
            return touches;
          });
      clusters.add(joined);
    }
    return clusters;
  }
}
