package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.ports.BusProtocol;
import dev.backplane.rtl.ports.Wiring;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The manifest of an image's archive, {@code manifest.json}.
 *
 * @param entries one for each kernel
 * @param streams the streams between compute units
 */
record Manifest(List<Entry> entries, List<StreamLink> streams) {
  static final String FILE = "manifest.json";
  private static final String FORMAT = "backplane-image";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  /**
   * How to run a kernel.
   *
   * @param kernel its name
   * @param netlist the file with its netlist, if it is RTL
   * @param tool name and version of the tool that elaborated it; empty if it is not RTL
   * @param java its class, if it is Java
   * @param sources files with its sources, if they are embedded
   * @param wiring what its description says about its pins
   */
  record Entry(
      String kernel,
      Optional<String> netlist,
      String tool,
      Optional<String> java,
      List<String> sources,
      Wiring wiring) {
    Entry {
      sources = List.copyOf(sources);
    }
  }

  Manifest {
    entries = List.copyOf(entries);
    streams = List.copyOf(streams);
  }

  /** The files with netlists; running a kernel needs no other files of the archive. */
  Set<String> netlists() {
    return entries.stream().flatMap(entry -> entry.netlist().stream()).collect(Collectors.toSet());
  }

  byte[] write() {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("version", VERSION);
    ArrayNode kernels = root.putArray("kernels");
    for (Entry entry : entries) {
      ObjectNode kernel = kernels.addObject();
      kernel.put("kernel", entry.kernel());
      entry.netlist().ifPresent(netlist -> kernel.put("netlist", netlist));
      if (!entry.tool().isEmpty()) {
        kernel.put("tool", entry.tool());
      }
      entry.java().ifPresent(java -> kernel.put("java", java));
      if (!entry.sources().isEmpty()) {
        ArrayNode sources = kernel.putArray("sources");
        entry.sources().forEach(sources::add);
      }
      WiringJson.write(entry.wiring(), kernel);
    }
    if (!streams.isEmpty()) {
      ArrayNode links = root.putArray("streams");
      for (StreamLink link : streams) {
        links
            .addObject()
            .put("from", link.from().toString())
            .put("to", link.to().toString())
            .put("depth", link.depth());
      }
    }
    return (root.toPrettyString().replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static Manifest read(byte[] text) {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JacksonException e) {
      throw invalid("it is not JSON: " + e.getOriginalMessage(), e);
    }
    if (!root.path("format").asString("").equals(FORMAT)) {
      throw invalid("it is not of format " + FORMAT, null);
    }
    if (root.path("version").asInt(0) != VERSION) {
      throw new RtlException(
          RtlError.IMAGE_NOT_RUNNABLE,
          "the image has version %s of the format, this release reads %d. Build it again"
              .formatted(root.path("version"), VERSION));
    }
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode kernel : root.path("kernels")) {
      String name = kernel.path("kernel").asString("");
      if (name.isEmpty() || !names.add(name)) {
        throw invalid("a kernel has no name, or the name '" + name + "' of another", null);
      }
      List<String> sources = new ArrayList<>();
      kernel.path("sources").forEach(source -> sources.add(source.asString("")));
      entries.add(
          new Entry(
              name,
              text(kernel, "netlist"),
              text(kernel, "tool").orElse(""),
              text(kernel, "java"),
              sources,
              wiring(name, kernel)));
    }
    List<StreamLink> streams = new ArrayList<>();
    for (JsonNode link : root.path("streams")) {
      streams.add(
          new StreamLink(
              StreamLink.End.parse(link.path("from").asString("")),
              StreamLink.End.parse(link.path("to").asString("")),
              link.path("depth").asInt(StreamLink.DEFAULT_DEPTH)));
    }
    return new Manifest(entries, streams);
  }

  private static Wiring wiring(String kernel, JsonNode fields) {
    Wiring wiring = WiringJson.read(fields);
    List<String> known = BusProtocol.all().stream().map(BusProtocol::name).sorted().toList();
    String bus = wiring.bus().orElse(BusProtocol.DEFAULT);
    if (!known.contains(bus)) {
      throw new RtlException(
          RtlError.IMAGE_NOT_RUNNABLE,
          "kernel '%s' has ports of protocol '%s', this release knows %s. Run the image with the release that built it, or a newer one"
              .formatted(kernel, bus, String.join(", ", known)));
    }
    return wiring;
  }

  private static Optional<String> text(JsonNode node, String field) {
    return node.path(field).asStringOpt().filter(text -> !text.isEmpty());
  }

  private static RtlException invalid(
      String problem, @org.jspecify.annotations.Nullable Throwable cause) {
    return new RtlException(
        RtlError.IMAGE_INVALID,
        "the image's " + FILE + " is damaged: " + problem + ". Build the image again",
        cause);
  }
}
