package dev.backplane.xrt.card.image;

import dev.backplane.rtl.images.StreamLink;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelPort;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Links of streams as the sections of a container say them: an entry of the memory topology of type
 * STREAMING_CONNECTION stands for a link, and a stream argument at each of its ends is connected to
 * it.
 */
final class StreamConnections {
  private final EmbeddedMetadata metadata;
  private final IpLayout blocks;
  private final MemTopology topology;
  private final Connectivity connectivity;

  StreamConnections(
      EmbeddedMetadata metadata, IpLayout blocks, MemTopology topology, Connectivity connectivity) {
    this.metadata = metadata;
    this.blocks = blocks;
    this.topology = topology;
    this.connectivity = connectivity;
  }

  List<StreamLink> links() {
    List<StreamLink> links = new ArrayList<>();
    for (int i = 0; i < topology.banks().size(); i++) {
      if (topology
          .banks()
          .get(i)
          .type()
          .filter(MemoryType.STREAMING_CONNECTION::equals)
          .isEmpty()) {
        continue;
      }
      StreamLink.End from = null;
      StreamLink.End to = null;
      for (Connectivity.Connection connection : connectivity.connections()) {
        if (connection.memory() == i) {
          Ip block = blocks.ips().get(connection.ip());
          KernelPort port = port(block.kernelName(), connection.argument());
          if (port != null) {
            StreamLink.End end = new StreamLink.End(block.instanceName(), port.name());
            boolean gives = port.mode().equals("write_only") || port.mode().equals("master");
            from = gives ? end : from;
            to = gives ? to : end;
          }
        }
      }
      if (from != null && to != null) {
        links.add(new StreamLink(from, to, StreamLink.DEFAULT_DEPTH));
      }
    }
    return links;
  }

  private @Nullable KernelPort port(String kernelName, int argument) {
    return metadata
        .kernel(kernelName)
        .flatMap(kernel -> argument(kernel, argument).map(found -> portOf(kernel, found)))
        .orElse(null);
  }

  private static java.util.Optional<KernelArgument> argument(KernelMetadata kernel, int id) {
    return kernel.arguments().stream()
        .filter(each -> each.id() == id && each.qualifier() == AddressQualifier.STREAM)
        .findFirst();
  }

  private static @Nullable KernelPort portOf(KernelMetadata kernel, KernelArgument argument) {
    return kernel.ports().stream()
        .filter(port -> port.name().equalsIgnoreCase(argument.port()) && port.stream())
        .findFirst()
        .orElse(null);
  }
}
