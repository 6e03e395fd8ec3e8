package dev.backplane.rtl.images;

import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.BusProtocol;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelMetadataBuilder;
import dev.backplane.xclbin.KernelPort;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads a kernel description in TOML. It describes what cannot be found in the design; the rest is
 * taken from the design. File names are relative to the description.
 */
final class KernelToml {
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "top",
          "protocol",
          "interrupt",
          "interrupt_pin",
          WiringJson.BUS,
          "control",
          "vlnv",
          "sources",
          "includes",
          "defines",
          "parameters",
          "clocks",
          "resets",
          "clock_of",
          "ties",
          WiringJson.WARN_ONLY,
          "ports",
          "args");
  private static final Set<String> PORT_FIELDS = Set.of("name", "kind", "width", "range");
  private static final Set<String> ARG_FIELDS =
      Set.of("name", "id", "kind", "port", "offset", "size", "type");

  private final TomlDocument document;
  private final Map<String, Integer> lines = new HashMap<>();

  private KernelToml(TomlDocument document) {
    this.document = document;
  }

  static KernelDescription read(byte[] bytes, String file, Path folder) {
    return new KernelToml(TomlDocument.read(bytes, file)).description(bytes, file, folder);
  }

  private KernelDescription description(byte[] bytes, String file, Path folder) {
    document.requireKnown(FIELDS);
    String name =
        document
            .text("name")
            .orElseThrow(() -> document.error("name", "is missing; name the kernel"));
    lines.put("kernel " + name, document.line("name"));
    KernelMetadataBuilder kernel =
        KernelMetadata.builder(name)
            .protocol(document.text("protocol").orElse("ap_ctrl_hs"))
            .interrupt(document.flag("interrupt").orElse(false))
            .vlnv(document.text("vlnv").orElse(""));
    document.tables("ports").forEach(port -> kernel.port(port(port)));
    int next = 0;
    for (TomlDocument table : document.tables("args")) {
      ArgComponent argument = argument(table, next);
      next = argument.id().orElse(next) + 1;
      kernel.arg(argument);
    }
    Sources sources =
        new Sources(
            SourceGlobs.expand(folder, document.texts("sources")),
            document.texts("includes").stream().map(folder::resolve).toList(),
            document.textTable("defines"),
            document.textTable("parameters"));
    return new KernelDescription(
        kernel.build(),
        wiring(),
        document.text("top").orElse(name),
        sources,
        List.of(),
        new KernelDescription.Document("toml", bytes),
        new DescriptionLocations(file, lines),
        true);
  }

  private KernelPort port(TomlDocument port) {
    port.requireKnown(PORT_FIELDS);
    String name = required(port, "name");
    lines.put("port " + name, port.line());
    String kind = required(port, "kind");
    int width = Math.toIntExact(numberInRange(port, "width", 0, 1 << 20, 0));
    long range = numberInRange(port, "range", 0, Long.MAX_VALUE, 0x1000);
    return switch (kind) {
      case "master" -> new KernelPort(name, "master", -1L, width, "addressable", 0);
      case "slave" -> new KernelPort(name, "slave", range, width, "addressable", 0);
      case "stream_in" -> new KernelPort(name, "slave", 0, width, "stream", 0);
      case "stream_out" -> new KernelPort(name, "master", 0, width, "stream", 0);
      default ->
          throw port.error("kind", "is none of master, slave, stream_in, stream_out: " + kind);
    };
  }

  private ArgComponent argument(TomlDocument argument, int next) {
    argument.requireKnown(ARG_FIELDS);
    String name = required(argument, "name");
    lines.put("arg " + name, argument.line());
    String kind = argument.text("kind").orElse("number");
    AddressQualifier qualifier =
        switch (kind) {
          case "number" -> AddressQualifier.SCALAR;
          case "pointer" -> AddressQualifier.GLOBAL;
          case "stream" -> AddressQualifier.STREAM;
          default -> throw argument.error("kind", "is none of number, pointer, stream: " + kind);
        };
    boolean stream = qualifier == AddressQualifier.STREAM;
    if (!stream && !argument.has("offset")) {
      throw argument.error(
          "offset", "of '" + name + "' is missing: where in the registers does it begin?");
    }
    boolean pointer = qualifier == AddressQualifier.GLOBAL;
    long size = stream ? 0 : numberInRange(argument, "size", 1, 8, pointer ? 8 : 4);
    return new ArgComponent(
        name,
        qualifier,
        OptionalInt.of((int) numberInRange(argument, "id", 0, 1 << 16, next)),
        argument.text("port").orElse(""),
        size,
        numberInRange(argument, "offset", 0, 1L << 32, 0),
        0,
        size,
        argument.text("type").orElse(pointer ? "void*" : size == 8 ? "ulong" : "uint"));
  }

  private Wiring wiring() {
    Wiring.Builder wiring = Wiring.builder();
    for (TomlDocument clocks : document.tableOf("clocks").stream().toList()) {
      for (String name : clocks.names()) {
        reportingField(clocks, name, () -> wiring.clock(name, clocks.decimal(name)));
      }
    }
    for (TomlDocument resets : document.tableOf("resets").stream().toList()) {
      for (String name : resets.names()) {
        wiring.reset(
            name,
            switch (resets.text(name).orElse("")) {
              case "low" -> true;
              case "high" -> false;
              default -> throw resets.error(name, "is neither \"low\" nor \"high\"");
            });
      }
    }
    for (TomlDocument domains : document.tableOf("clock_of").stream().toList()) {
      for (String name : domains.names()) {
        wiring.domain(name, domains.text(name).orElse(""));
      }
    }
    for (TomlDocument ties : document.tableOf("ties").stream().toList()) {
      document
          .textTable("ties")
          .forEach((name, text) -> reportingField(ties, name, () -> wiring.tie(name, bits(text))));
    }
    document.text(WiringJson.BUS).ifPresent(name -> wiring.bus(knownBus(name)));
    document.text("control").ifPresent(wiring::control);
    document.text("interrupt_pin").ifPresent(wiring::interrupt);
    for (String rule : document.texts(WiringJson.WARN_ONLY)) {
      reportingField(document, WiringJson.WARN_ONLY, () -> wiring.warning(Rule.warnable(rule)));
    }
    return wiring.build();
  }

  private String knownBus(String name) {
    List<String> known = BusProtocol.all().stream().map(BusProtocol::name).sorted().toList();
    if (!known.contains(name)) {
      throw document.error(WiringJson.BUS, "is none of " + String.join(", ", known) + ": " + name);
    }
    return name;
  }

  private static void reportingField(TomlDocument table, String field, Runnable said) {
    try {
      said.run();
    } catch (IllegalArgumentException e) { // includes NumberFormatException
      throw table.error(field, "is impossible: " + e.getMessage());
    }
  }

  private static BigInteger bits(String text) {
    String digits = text.replace("_", "");
    return digits.startsWith("0x")
        ? new BigInteger(digits.substring(2), 16)
        : digits.startsWith("0b") ? new BigInteger(digits.substring(2), 2) : new BigInteger(digits);
  }

  private static long numberInRange(
      TomlDocument table, String field, long least, long most, long usual) {
    long value = table.number(field).orElse(usual);
    if (value < least || value > most) {
      throw table.error(field, "is " + value + "; " + least + " to " + most + " are possible");
    }
    return value;
  }

  private static String required(TomlDocument table, String field) {
    return table.text(field).orElseThrow(() -> table.error(field, "is missing"));
  }
}
