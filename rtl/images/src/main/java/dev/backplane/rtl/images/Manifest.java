package dev.backplane.rtl.images;

import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.json.JsonValue;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.ports.Wiring;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

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

  /**
   * The data that running a kernel needs.
   *
   * @param kernel its name
   * @param netlist the file with its netlist, if it is RTL
   * @param tool name and version of the tool that elaborated it; empty if it is not RTL
   * @param java its class, if it is Java
   * @param sources files with its sources, if they are embedded
   * @param wiring the wiring from its description
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
    return JsonText.indented(this::write).getBytes(StandardCharsets.UTF_8);
  }

  private void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("format", FORMAT);
    json.writeNumberProperty("version", VERSION);
    json.writeArrayPropertyStart("kernels");
    for (Entry entry : entries) {
      json.writeStartObject();
      json.writeStringProperty("kernel", entry.kernel());
      entry.netlist().ifPresent(netlist -> json.writeStringProperty("netlist", netlist));
      if (!entry.tool().isEmpty()) {
        json.writeStringProperty("tool", entry.tool());
      }
      entry.java().ifPresent(java -> json.writeStringProperty("java", java));
      if (!entry.sources().isEmpty()) {
        json.writeArrayPropertyStart("sources");
        entry.sources().forEach(json::writeString);
        json.writeEndArray();
      }
      WiringJson.write(entry.wiring(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
    if (!streams.isEmpty()) {
      json.writeArrayPropertyStart("streams");
      for (StreamLink link : streams) {
        json.writeStartObject();
        json.writeStringProperty("from", link.from().toString());
        json.writeStringProperty("to", link.to().toString());
        json.writeNumberProperty("depth", link.depth());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  static Manifest read(byte[] text) {
    JsonValue root;
    try {
      root = JsonText.read(new String(text, StandardCharsets.UTF_8));
    } catch (JsonSyntaxException e) {
      throw invalid("it is not JSON: " + e.getMessage(), e);
    }
    if (!string(root, "format").equals(FORMAT)) {
      throw invalid("it is not of format " + FORMAT, null);
    }
    BigDecimal version = root.get("version").number().orElse(BigDecimal.ZERO);
    if (version.compareTo(BigDecimal.valueOf(VERSION)) != 0) {
      throw new RtlException(
          RtlError.IMAGE_NOT_RUNNABLE,
          "the image has version %s of the format, this release reads %d. Build it again"
              .formatted(version, VERSION));
    }
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonValue kernel : root.get("kernels").elements()) {
      String name = string(kernel, "kernel");
      if (name.isEmpty() || !names.add(name)) {
        throw invalid("a kernel has no name, or the name '" + name + "' of another", null);
      }
      List<String> sources = new ArrayList<>();
      kernel.get("sources").elements().forEach(source -> sources.add(source.text().orElse("")));
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
    for (JsonValue link : root.get("streams").elements()) {
      streams.add(
          new StreamLink(
              StreamLink.End.parse(string(link, "from")),
              StreamLink.End.parse(string(link, "to")),
              depth(link)));
    }
    return new Manifest(entries, streams);
  }

  private static Wiring wiring(String kernel, JsonValue fields) {
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

  private static int depth(JsonValue link) {
    try {
      return link.get("depth")
          .number()
          .map(BigDecimal::intValueExact)
          .orElse(StreamLink.DEFAULT_DEPTH);
    } catch (ArithmeticException e) {
      throw invalid("the depth of a stream is no whole number", e);
    }
  }

  private static String string(JsonValue node, String field) {
    return node.get(field).text().orElse("");
  }

  private static Optional<String> text(JsonValue node, String field) {
    return node.get(field).text().filter(text -> !text.isEmpty());
  }

  private static RtlException invalid(
      String problem, @org.jspecify.annotations.Nullable Throwable cause) {
    return new RtlException(
        RtlError.IMAGE_INVALID,
        "the image's " + FILE + " is damaged: " + problem + ". Build the image again",
        cause);
  }
}
