package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.cache.ContentCache;
import dev.backplane.rtl.base.cache.ContentDigest;
import dev.backplane.rtl.base.cache.FolderTree;
import dev.backplane.rtl.frontends.PreparedSources;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorOptions;
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

/** Compiles designs to models in the cache. */
public final class ModelCompiler {
  private final Toolchain tools;
  private final VerilatorOptions options;
  private final ContentCache cache;

  private ModelCompiler(VerilatorOptions options) {
    tools = Toolchain.find();
    this.options = options;
    cache = new ContentCache(options.cache(), options.cacheBytes());
  }

  /** Checks that the tools are installed. */
  public static void require() {
    Toolchain.find();
  }

  /** Compiles a netlist. If the same netlist was compiled before, no tool is run. */
  public static NativeDesign compile(Netlist netlist, VerilatorOptions options) {
    NetlistValidator.validate(netlist);
    ModelCompiler compiler = new ModelCompiler(options);
    VerilogWriter.VerilogModule written = VerilogWriter.write(netlist);
    ContentDigest digest = compiler.newDigest().add(written.text());
    new TreeMap<>(written.data()).forEach((name, text) -> digest.add(name).add(text));
    String name = digest.hexName();
    Supplier<ModelCacheEntry> entries =
        () ->
            compiler.cache.get(
                name, ModelCacheEntry::read, folder -> compiler.build(written, folder));
    ModelCacheEntry entry = entries.get();
    int ports = netlist.ports().size();
    List<ClockEdge> edges =
        IntStream.range(0, netlist.clocks().size())
            .mapToObj(clock -> new ClockEdge(ports + clock, 1, 0))
            .toList();
    checkPorts(netlist, entry);
    return new NativeDesign(
        netlist.top(),
        netlist.ports(),
        netlist.clocks(),
        edges,
        entry,
        entries,
        compiler::hostProgram,
        options);
  }

  /** Checks that the pin table lists the ports of the netlist in the same order. */
  private static void checkPorts(Netlist netlist, ModelCacheEntry entry) {
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

  /** Compiles sources. Verilator always reads them, the C++ compiler runs only if they are new. */
  public static NativeDesign compile(
      Sources sources, String top, List<Clock> clocks, VerilatorOptions options) {
    ModelCompiler compiler = new ModelCompiler(options);
    Supplier<ModelCacheEntry> entries = () -> compiler.entry(sources, top);
    ModelCacheEntry entry = entries.get();
    return new NativeDesign(
        top,
        entry.ports(),
        clocks,
        ClockEdge.of(clocks, entry.ports()),
        entry,
        entries,
        compiler::hostProgram,
        options);
  }

  private ModelCacheEntry entry(Sources sources, String top) {
    Path work = newTemporaryFolder();
    try (PreparedSources prepared = PreparedSources.of(sources, top, options.buildDeadline())) {
      VerilatedModel verilation =
          VerilatedModel.of(
              tools.verilator(),
              prepared.sources(),
              top,
              options.unknowns(),
              work,
              options.buildDeadline());
      ContentDigest digest = newDigest();
      for (Path file : generatedFiles(verilation)) {
        digest.add(String.valueOf(file.getFileName())).add(Files.readAllBytes(file));
      }
      for (Map.Entry<String, Path> file : new TreeMap<>(verilation.data()).entrySet()) {
        digest.add(file.getKey()).add(Files.readAllBytes(file.getValue()));
      }
      return cache.get(
          digest.hexName(), ModelCacheEntry::read, folder -> build(verilation, work, folder));
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "a file cannot be read: " + e, e);
    } finally {
      FolderTree.delete(work);
    }
  }

  private static Set<Path> generatedFiles(VerilatedModel verilation) throws IOException {
    Set<Path> files = new TreeSet<>(verilation.units());
    Path folder = verilation.units().getFirst().getParent();
    try (var all = Files.list(folder)) {
      all.filter(file -> file.toString().endsWith(".h")).forEach(files::add);
    }
    return files;
  }

  /** A digest of everything but the design. */
  private ContentDigest newDigest() {
    return new ContentDigest()
        .add(tools.version())
        .add(ModelCompilation.identity())
        .add(VerilatedModel.flags(options.unknowns()));
  }

  private void build(VerilogWriter.VerilogModule written, Path folder) throws IOException {
    Path work = newTemporaryFolder();
    try {
      Path source = work.resolve(VerilogWriter.TOP + ".v");
      Files.writeString(source, written.text());
      for (Map.Entry<String, String> file : written.data().entrySet()) {
        Files.writeString(work.resolve(file.getKey()), file.getValue());
      }
      VerilatedModel verilation =
          VerilatedModel.of(
              tools.verilator(),
              Sources.of(List.of(source)),
              VerilogWriter.TOP,
              options.unknowns(),
              work,
              options.buildDeadline());
      build(verilation.withNetlistPorts(), work, folder);
    } finally {
      FolderTree.delete(work);
    }
  }

  private void build(VerilatedModel verilation, Path work, Path folder) throws IOException {
    new ModelCompilation(tools, runtimeFolder(), options.buildDeadline())
        .compileModel(verilation, work, folder);
  }

  private Path runtimeFolder() {
    return cache.get(
        "runtime-"
            + new ContentDigest().add(tools.version()).add(ModelCompilation.identity()).hexName(),
        place -> ModelCacheEntry.read(place).folder(),
        place -> ModelCompilation.compileRuntime(tools, place, options.buildDeadline()));
  }

  private Path hostProgram() {
    return runtimeFolder().resolve(ModelCompilation.HOST);
  }

  private static Path newTemporaryFolder() {
    try {
      return Files.createTempDirectory("backplane-");
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "no temporary folder can be made: " + e, e);
    }
  }
}
