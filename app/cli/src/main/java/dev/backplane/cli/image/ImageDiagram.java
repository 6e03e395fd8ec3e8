package dev.backplane.cli.image;

import dev.backplane.cli.report.Figures;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.rtl.images.StreamLink;
import dev.backplane.view.diagram.Diagram;
import dev.backplane.view.diagram.Diagram.Box;
import dev.backplane.view.diagram.Diagram.End;
import dev.backplane.view.diagram.Diagram.Line;
import dev.backplane.view.diagram.Diagram.Port;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.EmbeddedMetadata;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.KernelArgument;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Xclbin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes a block diagram of an image: the host, compute units with their ports, memory banks. */
public final class ImageDiagram {
  private static final String HOST = "host";
  private static final String CONTROL = "control";

  private final Xclbin image;
  private final List<Ip> ips;
  private final List<MemoryBank> banks;
  private final Connectivity connections;
  private final List<StreamLink> streams;
  private final List<Box> boxes = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  private ImageDiagram(Xclbin image) {
    this.image = image;
    this.ips = image.ipLayout().map(IpLayout::ips).orElse(List.of());
    this.banks = image.memTopology().map(MemTopology::banks).orElse(List.of());
    this.connections = image.connectivity().orElse(new Connectivity(List.of()));
    this.streams = streams(image);
  }

  /** {@return the diagram; one without boxes if the image has no compute units} */
  public static Diagram of(Xclbin image) {
    return new ImageDiagram(image).draw();
  }

  /** Streams are in what a software card runs; an image for another card does not tell of them. */
  private static List<StreamLink> streams(Xclbin image) {
    try {
      return RtlImage.of(image).streams();
    } catch (RtlException e) {
      return List.of();
    }
  }

  private Diagram draw() {
    Set<Integer> used = new TreeSet<>();
    boolean controlled = false;
    for (int i = 0; i < ips.size(); i++) {
      Ip ip = ips.get(i);
      if (image.ipLayout().map(IpLayout::computeUnits).orElse(List.of()).contains(ip)) {
        controlled |= unit(i, ip, used);
      }
    }
    if (controlled) {
      boxes.addFirst(
          new Box(HOST, HOST, "host", List.of(), List.of(new Port(CONTROL, CONTROL, true))));
    }
    used.forEach(this::bank);
    streams.forEach(
        link ->
            lines.add(
                new Line(
                    "stream",
                    "depth " + link.depth(),
                    new End(unit(link.from().unit()), link.from().port()),
                    new End(unit(link.to().unit()), link.to().port()))));
    return new Diagram(boxes, lines, false);
  }

  private static String unit(String name) {
    return "unit " + name.substring(name.indexOf(':') + 1);
  }

  private boolean unit(int index, Ip ip, Set<Integer> used) {
    Optional<KernelMetadata> kernel =
        image.metadata().map(EmbeddedMetadata::kernels).orElse(List.of()).stream()
            .filter(each -> each.name().equals(ip.kernelName()))
            .findFirst();
    String id = unit(ip.name());
    Map<String, Port> ports = new LinkedHashMap<>();
    boolean controlled = !ip.freeRunning();
    if (controlled) {
      ports.put(CONTROL, new Port(CONTROL, "0x" + Long.toHexString(ip.base()), false));
      lines.add(new Line(CONTROL, "", new End(HOST, CONTROL), new End(id, CONTROL)));
    }
    Map<String, Set<Integer>> reached = new LinkedHashMap<>();
    for (KernelArgument argument : kernel.map(KernelMetadata::arguments).orElse(List.of())) {
      if (argument.qualifier() == AddressQualifier.STREAM) {
        ports.putIfAbsent(
            argument.port(), new Port(argument.port(), argument.port(), isOut(ip, argument)));
        continue;
      }
      List<Integer> memories = connections.memories(index, argument.id());
      if (!memories.isEmpty()) {
        reached.computeIfAbsent(argument.port(), port -> new LinkedHashSet<>()).addAll(memories);
      }
    }
    reached.forEach(
        (port, memories) -> {
          ports.put(port, new Port(port, port, true));
          memories.forEach(
              memory -> {
                used.add(memory);
                lines.add(new Line("memory", "", new End(id, port), new End("bank " + memory, "")));
              });
        });
    List<String> text = new ArrayList<>();
    kernel.ifPresent(each -> text.add(KernelReport.protocol(each)));
    kernel.ifPresent(each -> text.add(arguments(each)));
    text.removeIf(String::isEmpty);
    boxes.add(new Box(id, "unit", ip.name(), text, List.copyOf(ports.values())));
    return controlled;
  }

  private static String arguments(KernelMetadata kernel) {
    List<String> names = kernel.arguments().stream().map(KernelArgument::name).toList();
    return names.isEmpty() ? "" : "(" + String.join(", ", names) + ")";
  }

  private boolean isOut(Ip ip, KernelArgument argument) {
    return streams.stream()
        .anyMatch(
            link ->
                unit(link.from().unit()).equals(unit(ip.name()))
                    && link.from().port().equals(argument.port()));
  }

  private void bank(int index) {
    if (index >= banks.size()) {
      return;
    }
    MemoryBank bank = banks.get(index);
    boxes.add(
        new Box(
            "bank " + index,
            "bank",
            bank.tag(),
            List.of(
                bank.type().map(Enum::name).orElse("" + bank.typeNumber()),
                Figures.bytes(bank.sizeBytes()) + " at 0x" + Long.toHexString(bank.base())),
            List.of()));
  }
}
