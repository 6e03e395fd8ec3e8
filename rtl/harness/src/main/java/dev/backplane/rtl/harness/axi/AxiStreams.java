package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.KernelEnvironment;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The streams of a kernel with AXI, each with a queue that ends in Java or in another kernel. */
public final class AxiStreams implements KernelEnvironment {
  private final KernelPorts ports;

  /** By the interface's name in lower case. */
  private final Map<String, BeatQueue> queues = new LinkedHashMap<>();

  /** The streams whose other end is a kernel. */
  private final Set<BusInterface> linked = new HashSet<>();

  /** Creates the queues between the streams and Java. */
  AxiStreams(KernelPorts ports) {
    this.ports = ports;
    for (BusInterface stream : ports.streams()) {
      connect(stream, new BeatQueue(stream.dataBits(), stream.userBits(), Integer.MAX_VALUE));
    }
  }

  /**
   * Finds the streams of a kernel.
   *
   * @param kernel a harness around it
   * @return its streams, also after resets
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if its ports are those of another
   *     protocol
   */
  public static AxiStreams of(KernelHarness kernel) {
    if (kernel.environment() instanceof AxiStreams streams) {
      return streams;
    }
    throw new RtlException(
        RtlError.INTERFACE_MISSING, "the kernel has no AXI4-Stream: its bus is another one");
  }

  /**
   * Returns the Java end of an input stream of the kernel.
   *
   * @param port the name of the interface
   * @return sends data to the kernel
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSource source(String port) {
    BusInterface bus = ports.stream(port, BusInterface.Role.STREAM_IN);
    return new StreamSource(bus, javaQueue(bus));
  }

  /**
   * Returns the Java end of an output stream of the kernel.
   *
   * @param port the name of the interface
   * @return receives data from the kernel
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSink sink(String port) {
    return new StreamSink(javaQueue(ports.stream(port, BusInterface.Role.STREAM_OUT)));
  }

  private BeatQueue javaQueue(BusInterface bus) {
    if (linked.contains(bus)) {
      throw new IllegalStateException("The other end of stream " + bus.name() + " is a kernel");
    }
    return queue(bus);
  }

  BeatQueue queue(BusInterface stream) {
    return Objects.requireNonNull(queues.get(key(stream)));
  }

  @Override
  public void clear() {
    queues.values().forEach(BeatQueue::clear);
  }

  @Override
  public void link(BusInterface out, KernelEnvironment receiver, BusInterface in, int depth) {
    AxiStreams to = (AxiStreams) receiver;
    BeatQueue queue = new BeatQueue(out.dataBits(), Math.max(out.userBits(), in.userBits()), depth);
    connect(out, queue);
    linked.add(out);
    to.connect(in, queue);
    to.linked.add(in);
  }

  private void connect(BusInterface stream, BeatQueue queue) {
    queues.put(key(stream), queue);
  }

  private static String key(BusInterface stream) {
    return stream.name().toLowerCase(Locale.ROOT);
  }
}
