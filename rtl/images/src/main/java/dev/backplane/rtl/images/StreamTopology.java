package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The stream links between an image's compute units. */
public final class StreamTopology {
  private final List<StreamLink> links;
  private final Map<String, KernelPorts> units;

  /**
   * Creates a topology and checks its links.
   *
   * @param links links between compute units
   * @param units the ports of the compute units in RTL, by name
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if a stream of a link does not exist or is
   *     linked twice, {@link RtlError#INTERFACE_MISSING} if its ends are incompatible
   */
  public StreamTopology(List<StreamLink> links, Map<String, KernelPorts> units) {
    this.units = Map.copyOf(units);
    this.links =
        links.stream()
            .map(
                link ->
                    new StreamLink(
                        withDesignName(link.from()), withDesignName(link.to()), link.depth()))
            .toList();
    Set<StreamLink.End> ends = new HashSet<>();
    for (StreamLink link : this.links) {
      BusInterface out = stream(link.from());
      Objects.requireNonNull(units.get(link.from().unit()))
          .protocol()
          .checkLink(link.from().toString(), out, link.to().toString(), stream(link.to()));
      for (StreamLink.End end : List.of(link.from(), link.to())) {
        if (!ends.add(end)) {
          throw new RtlException(
              RtlError.IMAGE_INVALID,
              "stream " + end + " is connected twice. A stream has one other end");
        }
      }
    }
  }

  /** The end with the name in the design: descriptions may differ in case. */
  private StreamLink.End withDesignName(StreamLink.End end) {
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
   * Checks that every stream is linked; a kernel with an unlinked stream would wait for ever.
   *
   * @throws RtlException {@link RtlError#IMAGE_NOT_RUNNABLE} with the unlinked streams and how to
   *     connect them
   */
  public void requireComplete() {
    List<String> open = new ArrayList<>();
    units.forEach(
        (unit, ports) -> {
          for (BusInterface stream : ports.streams()) {
            StreamLink.End end = new StreamLink.End(unit, stream.name());
            if (links.stream()
                .noneMatch(link -> link.from().equals(end) || link.to().equals(end))) {
              open.add(
                  stream.isStreamOut()
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

  /** {@return the connected components of compute units, each unit in one set} */
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
