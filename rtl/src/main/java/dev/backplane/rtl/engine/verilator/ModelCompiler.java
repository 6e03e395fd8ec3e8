package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.VerilatorOptions;
import dev.backplane.rtl.frontend.PreparedSources;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** From a design to a model in the cache. */
public final class ModelCompiler {
  private final Toolchain tools;
  private final VerilatorOptions options;
  private final ModelCache cache;

  private ModelCompiler(VerilatorOptions options) {
    tools = Toolchain.find();
    this.options = options;
    cache = new ModelCache(options.cache(), options.cacheBytes());
  }

  /** Looks whether the tools are there. */
  public static void require() {
    Toolchain.find();
  }

  /** Compiles a netlist; what was made of the same text before is taken without any tool. */
  public static NativeDesign compile(Netlist netlist, VerilatorOptions options) {
    NetlistValidator.validate(netlist);
    ModelCompiler compiler = new ModelCompiler(options);
    VerilogWriter.Written written = VerilogWriter.write(netlist);
    Digest digest = compiler.digest().add(written.text());
    new TreeMap<>(written.data()).forEach((name, text) -> digest.add(name).add(text));
    String name = digest.name();
    Supplier<ModelEntry> entries =
        () -> compiler.cache.get(name, ModelEntry::read, folder -> compiler.build(written, folder));
    ModelEntry entry = entries.get();
    int ports = netlist.ports().size();
    List<ClockEdge> edges =
        IntStream.range(0, netlist.clocks().size())
            .mapToObj(clock -> new ClockEdge(ports + clock, 1, 0))
            .toList();
    check(netlist, entry);
    return new NativeDesign(
        netlist.top(),
        netlist.ports(),
        netlist.clocks(),
        edges,
        entry,
        entries,
        compiler::host,
        options);
  }

  /** That the table of pins has what the netlist has, in its order. */
  private static void check(Netlist netlist, ModelEntry entry) {
    List<Port> expected = new ArrayList<>();
    for (Port port : netlist.ports()) {
      expected.add(new Port("p" + expected.size(), port.direction(), port.width()));
    }
    for (int i = 0; i < netlist.clocks().size(); i++) {
      expected.add(new Port("c" + i, Port.Direction.INPUT, 1));
    }
    if (!entry.ports().equals(expected)) {
      throw new IllegalStateException(
          "the model of " + netlist.top() + " has other pins: " + entry.ports());
    }
  }

  /** Compiles sources. Verilator always looks at them, the compiler only if they are new. */
  public static NativeDesign compile(
      Sources sources, String top, List<String> clocks, VerilatorOptions options) {
    ModelCompiler compiler = new ModelCompiler(options);
    Supplier<ModelEntry> entries = () -> compiler.entry(sources, top);
    ModelEntry entry = entries.get();
    return new NativeDesign(
        top,
        entry.ports(),
        clocks,
        ClockEdge.of(clocks, entry.ports()),
        entry,
        entries,
        compiler::host,
        options);
  }

  private ModelEntry entry(Sources sources, String top) {
    Path work = temporary();
    try (PreparedSources prepared = PreparedSources.of(sources, top, options.buildDeadline())) {
      Verilation verilation =
          Verilation.of(prepared.sources(), top, options.unknowns(), work, options.buildDeadline());
      Digest digest = digest();
      for (Path file : generated(verilation)) {
        digest.add(String.valueOf(file.getFileName())).add(Files.readAllBytes(file));
      }
      for (Map.Entry<String, Path> file : new TreeMap<>(verilation.data()).entrySet()) {
        digest.add(file.getKey()).add(Files.readAllBytes(file.getValue()));
      }
      return cache.get(digest.name(), ModelEntry::read, folder -> build(verilation, work, folder));
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "a file cannot be read: " + e, e);
    } finally {
      Folders.delete(work);
    }
  }

  private static Set<Path> generated(Verilation verilation) throws IOException {
    Set<Path> files = new TreeSet<>(verilation.units());
    Path folder = verilation.units().getFirst().getParent();
    try (var all = Files.list(folder)) {
      all.filter(file -> file.toString().endsWith(".h")).forEach(files::add);
    }
    return files;
  }

  /** Of everything but the design. */
  private Digest digest() {
    return new Digest()
        .add(tools.version())
        .add(ModelBuild.identity())
        .add(Verilation.flags(options.unknowns()));
  }

  private void build(VerilogWriter.Written written, Path folder) throws IOException {
    Path work = temporary();
    try {
      Path source = work.resolve(VerilogWriter.TOP + ".v");
      Files.writeString(source, written.text());
      for (Map.Entry<String, String> file : written.data().entrySet()) {
        Files.writeString(work.resolve(file.getKey()), file.getValue());
      }
      Verilation verilation =
          Verilation.of(
              Sources.of(List.of(source)),
              VerilogWriter.TOP,
              options.unknowns(),
              work,
              options.buildDeadline());
      build(verilation.inOrder(), work, folder);
    } finally {
      Folders.delete(work);
    }
  }

  private void build(Verilation verilation, Path work, Path folder) throws IOException {
    new ModelBuild(tools, runtime(), options.buildDeadline()).model(verilation, work, folder);
  }

  private Path runtime() {
    return cache.get(
        "runtime-" + new Digest().add(tools.version()).add(ModelBuild.identity()).name(),
        place -> ModelEntry.read(place).folder(),
        place -> ModelBuild.runtime(tools, place, options.buildDeadline()));
  }

  private Path host() {
    return runtime().resolve(ModelBuild.HOST);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("backplane-");
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "no temporary folder can be made: " + e, e);
    }
  }
}
