package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.BusInterface.Role;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.ResetPort;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import dev.backplane.xclbin.KernelMetadata;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Infers a description from a design. Ports, clocks and resets are visible in the design; the
 * meaning of registers is not, except in the text of a generated control block.
 *
 * @param top the top module
 * @param sources the files
 * @param ports its ports
 */
record DescriptionInference(String top, Sources sources, KernelPorts ports) {
  /** The description of a kernel without registers; kernels with registers are rejected. */
  KernelDescription description() {
    boolean registers = ports.interfaces().stream().anyMatch(bus -> !bus.isStream());
    if (registers) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          ("nobody describes kernel '%s', and what its registers mean cannot be told from the"
                  + " design. Found: %s. Name a kernel.xml, component.xml or kernel.toml with"
                  + " --kernel, or get a kernel.toml to fill in with --describe kernel.toml")
              .formatted(top, ports.listing().strip().replace("\n", "; ")));
    }
    byte[] text = toToml(Path.of("")).getBytes(StandardCharsets.UTF_8);
    return new KernelDescription(
        KernelMetadata.builder(top).protocol("ap_ctrl_none").build(),
        ports.wiring(),
        top,
        sources,
        List.of(),
        new KernelDescription.Document("toml", text),
        new DescriptionLocations(top, Map.of()),
        true);
  }

  /** {@return a draft of a description in TOML, for a folder} */
  String toToml(Path folder) {
    StringBuilder text = new StringBuilder();
    boolean hostLink =
        ports.interfaces().stream().anyMatch(each -> each.kind().role() == Role.HOST_LINK);
    line(text, "# Found in the design. Check what is here, and say what only people know.");
    line(text, "name = " + quoted(top));
    line(text, "top = " + quoted(top));
    line(text, "bus = " + quoted(ports.protocol().name()));
    line(
        text,
        hostLink
            ? "protocol = \"user_managed\""
            : ports.slaves().isEmpty()
                ? "protocol = \"ap_ctrl_none\""
                : "protocol = \"ap_ctrl_hs\" # or ap_ctrl_chain, user_managed, mmio");
    line(text, "interrupt = " + (ports.interrupt() != null));
    line(
        text,
        "sources = "
            + sources.files().stream().map(file -> quoted(relative(folder, file))).toList());
    if (!sources.includes().isEmpty()) {
      line(
          text,
          "includes = "
              + sources.includes().stream().map(file -> quoted(relative(folder, file))).toList());
    }
    table(text, "defines", sources.defines());
    table(text, "parameters", sources.parameters());
    if (!ports.clocks().isEmpty()) {
      line(text, "\n[clocks] # MHz");
      ports
          .clocks()
          .forEach(
              clock ->
                  line(
                      text,
                      key(clock.name())
                          + " = "
                          + ports.wiring().megahertz(clock.name()).toPlainString()));
    }
    if (!ports.resets().isEmpty()) {
      line(text, "\n[resets] # when each is active");
      ports
          .resets()
          .forEach(
              reset -> {
                boolean doubtful = reset.basis() == ResetPort.Basis.AMBIGUOUS;
                if (reset.basis() != ResetPort.Basis.DESCRIBED) {
                  line(
                      text,
                      (doubtful ? "# say \"low\" or \"high\": " : guess(reset)) + reset.reason());
                }
                line(
                    text,
                    key(reset.port().name())
                        + " = "
                        + quoted(doubtful ? "low or high?" : reset.active()));
              });
    }
    List<Port> loose =
        ports.others().stream().filter(port -> port.direction() == Direction.INPUT).toList();
    if (!loose.isEmpty()) {
      line(text, "\n[ties] # inputs of no bus, and what they are held at");
      loose.forEach(port -> line(text, key(port.name()) + " = 0 # " + port.width() + " bits"));
    }
    ports().interfaces().forEach(bus -> port(text, bus));
    arguments(text);
    return text.toString();
  }

  private static String guess(ResetPort reset) {
    return reset.basis() == ResetPort.Basis.DEFINED ? "# " : "# a guess: ";
  }

  private static void port(StringBuilder text, BusInterface bus) {
    String kind =
        switch (bus.kind().role()) {
          case MASTER -> "master";
          case REGISTERS, MEMORY -> "slave";
          case STREAM_IN -> "stream_in";
          case STREAM_OUT -> "stream_out";
          case HOST_LINK -> "";
        };
    if (kind.isEmpty()) {
      // It is no port in the sense of kernel.xml: nothing can be bound to it.
      return;
    }
    line(text, "\n[[ports]] # " + bus.kind());
    line(text, "name = " + quoted(bus.name()));
    line(text, "kind = " + quoted(kind));
    line(text, "width = " + bus.dataBits());
    if (kind.equals("slave")) {
      line(
          text,
          "range = 0x%x # %d address bits"
              .formatted(1L << Math.clamp(bus.addressBits(), 5, 12), bus.addressBits()));
    }
  }

  private void arguments(StringBuilder text) {
    List<InferredRegister> registers = InferredRegister.findIn(sources.files());
    List<String> masters = ports.masters().stream().map(BusInterface::name).toList();
    if (ports.slaves().isEmpty()) {
      return;
    }
    if (registers.isEmpty()) {
      line(
          text,
          "\n# What the registers mean is not to be told from the design. One of these each:");
      line(text, "# [[args]]");
      line(text, "# name = \"a\"");
      line(text, "# kind = \"pointer\" # or number, stream");
      line(text, "# offset = 0x10 # in the registers");
      line(text, "# size = 8 # bytes");
      line(text, "# port = " + (masters.isEmpty() ? "\"\"" : quoted(masters.getFirst())));
      return;
    }
    for (InferredRegister register : registers) {
      boolean pointer = register.bytes() == 8 && !masters.isEmpty();
      line(text, "\n[[args]] # as the text of the control block says");
      line(text, "name = " + quoted(register.name()));
      line(
          text,
          "kind = "
              + (pointer ? "\"pointer\" # a guess: 64 bits, and there is a master" : "\"number\""));
      line(text, "offset = 0x%x".formatted(register.offset()));
      line(text, "size = " + register.bytes());
      if (pointer && masters.size() > 1) {
        line(text, "port = " + quoted(masters.getFirst()) + " # a guess: one of " + masters);
      }
    }
  }

  private static String relative(Path folder, Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    String relative = folder.toAbsolutePath().normalize().relativize(absolute).toString();
    return relative.startsWith("../../..") ? absolute.toString() : relative;
  }

  private static void table(StringBuilder text, String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      line(text, "\n[" + name + "]");
      values.forEach((key, value) -> line(text, key(key) + " = " + quoted(value)));
    }
  }

  private static String key(String name) {
    return name.matches("[A-Za-z0-9_-]+") ? name : quoted(name);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
