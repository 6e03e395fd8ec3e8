package dev.backplane.rtl.harness;

import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The queues at the streams of a kernel. */
final class KernelStreams {
  private final KernelPorts ports;

  /** By the interface's name in lower case. */
  private final Map<String, BeatQueue> queues = new LinkedHashMap<>();

  /** Creates the queues between the streams and Java. */
  KernelStreams(KernelPorts ports) {
    this.ports = ports;
    for (BusInterface stream : ports.streams()) {
      connect(stream, new BeatQueue(stream.dataBits(), stream.userBits(), Integer.MAX_VALUE));
    }
  }

  /** Replaces the queue at a stream. */
  void connect(BusInterface stream, BeatQueue queue) {
    queues.put(stream.name().toLowerCase(Locale.ROOT), queue);
  }

  BeatQueue queue(BusInterface stream) {
    return Objects.requireNonNull(queues.get(stream.name().toLowerCase(Locale.ROOT)));
  }

  void clear() {
    queues.values().forEach(BeatQueue::clear);
  }

  /** A stream by name, which has to have the direction. */
  BusInterface find(String port, BusInterface.Role role) {
    BusInterface bus = ports.interfaceNamed(port);
    if (bus.kind().role() != role) {
      throw ports.missing(
          "%s is an %s, not a stream %s the kernel"
              .formatted(
                  port, bus.kind(), role == BusInterface.Role.STREAM_IN ? "into" : "out of"));
    }
    return bus;
  }
}
