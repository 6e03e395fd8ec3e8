package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.netlist.pass.Passes;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds one kernel of an image from its elaboration. */
final class KernelBuild {
  private static final int MOST_BYTES = 256 << 20;

  private final Consumer<String> progress;

  KernelBuild(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * A built kernel.
   *
   * @param kernel the kernel
   * @param entry its entry in the manifest
   */
  record Result(BuiltImage.BuiltKernel kernel, Manifest.Entry entry) {}

  Result build(
      KernelDescription described,
      KernelElaboration.Result elaborated,
      boolean embedSources,
      Map<String, byte[]> files) {
    String name = described.kernel().name();
    Elaboration elaboration = elaborated.elaboration();
    progress.accept("checking " + name);
    KernelPorts ports = KernelPorts.of(elaboration.netlist(), described.wiring());
    ports.checkResets();
    ports.checkIdleInputs(elaboration.netlist());
    KernelDescription complete = described.completedBy(ports);
    complete.checkPins(elaboration.netlist().ports());
    complete.checkAgainst(ports);
    String netlist = "netlist/" + name + ".net";
    files.put(
        "kernel/" + name + "." + described.document().suffix(),
        described.document().bytes().toArray());
    files.put(
        netlist,
        NetlistWriter.write(Passes.run(elaboration.netlist(), ports.heldInputs()))
            .getBytes(StandardCharsets.US_ASCII));
    List<String> embedded =
        embedSources ? embedSourceFiles(name, described.sources(), files) : List.of();
    return new Result(
        new BuiltImage.BuiltKernel(
            VitisPortOrder.apply(complete.kernel(), control(complete, ports)),
            Optional.of(
                new BuiltImage.Hardware(
                    ports,
                    elaboration,
                    elaborated.cached(),
                    described.sources(),
                    described.top()))),
        new Manifest.Entry(
            name,
            Optional.of(netlist),
            elaboration.tool(),
            Optional.empty(),
            embedded,
            withFindings(described.wiring(), ports)));
  }

  private static Optional<String> control(KernelDescription described, KernelPorts ports) {
    return described.protocol() == ControlProtocol.AP_CTRL_NONE && ports.slaves().size() != 1
        ? Optional.empty()
        : Optional.of(ports.control().name());
  }

  /**
   * Adds the protocol and the polarities of resets to the wiring, so that they are not analysed
   * again at every load.
   */
  private static Wiring withFindings(Wiring given, KernelPorts ports) {
    Wiring.Builder found = Wiring.builder();
    ports.resets().forEach(reset -> found.reset(reset.port().name(), reset.activeLow()));
    return found.bus(ports.protocol().name()).build().mergedWith(given);
  }

  private static List<String> embedSourceFiles(
      String name, Sources sources, Map<String, byte[]> files) {
    List<String> embedded = new ArrayList<>();
    for (int i = 0; i < sources.files().size(); i++) {
      Path source = sources.files().get(i);
      String entry = "sources/" + name + "/" + i + "-" + source.getFileName();
      files.put(entry, readFile(source));
      embedded.add(entry);
    }
    return embedded;
  }

  static byte[] readFile(Path file) {
    try {
      return RegularFile.read(file, MOST_BYTES);
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }
}
