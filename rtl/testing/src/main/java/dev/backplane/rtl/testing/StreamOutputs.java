package dev.backplane.rtl.testing;

import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.axi.AxiStreams;
import dev.backplane.rtl.harness.axi.StreamSink;
import dev.backplane.rtl.harness.ports.BusInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The data that a kernel sends to its output streams. A stream without TLAST sends one packet. */
final class StreamOutputs {
  private record Output(StreamSink sink, BusInterface bus) {
    boolean hasPackets() {
      return bus.signal("TLAST") != null;
    }

    boolean isComplete(List<Contents> expected) {
      if (hasPackets()) {
        return sink.packets() >= expected.size();
      }
      long bytes = expected.stream().mapToLong(packet -> packet.bytes().length).sum();
      return (long) sink.beats() * Math.max(1, bus.dataBits() / Byte.SIZE) >= bytes;
    }

    List<byte[]> take() {
      List<byte[]> packets = new ArrayList<>();
      while (sink.packets() > 0) {
        packets.add(sink.takePacket().orElseThrow());
      }
      if (sink.beats() > 0) {
        packets.add(sink.takeBytes());
      }
      return packets;
    }
  }

  private final Map<String, Output> outputs = new LinkedHashMap<>();
  private final Map<String, List<Contents>> expected;

  StreamOutputs(
      KernelHarness harness, KernelUnderTest kernel, Map<String, List<Contents>> expected) {
    this.expected = expected;
    for (String name : kernel.outputStreams()) {
      BusInterface bus = kernel.stream(name).orElseThrow();
      outputs.put(name, new Output(AxiStreams.of(harness).sink(bus.name()), bus));
    }
  }

  boolean areExpected() {
    return !expected.isEmpty();
  }

  boolean areComplete() {
    return expected.entrySet().stream()
        .allMatch(each -> output(each.getKey()).isComplete(each.getValue()));
  }

  private Output output(String name) {
    Output output = outputs.get(name);
    if (output == null) {
      throw new IllegalStateException("no output stream " + name);
    }
    return output;
  }

  /** {@return all that was sent, which is removed; an incomplete packet is the last one} */
  Map<String, List<byte[]>> take() {
    Map<String, List<byte[]>> all = new LinkedHashMap<>();
    outputs.forEach((name, output) -> all.put(name, output.take()));
    return all;
  }
}
