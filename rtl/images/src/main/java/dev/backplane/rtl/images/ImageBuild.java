package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds an image from sources and descriptions. The same inputs give the same bytes. A builder;
 * not safe for use by several threads.
 */
public final class ImageBuild {
  private Sources sources;
  private List<Path> descriptions = List.of();
  private @Nullable String top;
  private final SequencedMap<Path, String> java = new LinkedHashMap<>();
  private int computeUnits = 1;
  private final Map<String, Integer> unitsOf = new LinkedHashMap<>();
  private List<MemorySpec> banks = MemorySpec.defaults();
  private final Map<String, Set<String>> connections = new LinkedHashMap<>();
  private List<StreamLink> streams = List.of();
  private Wiring wiring = Wiring.NONE;
  private int megahertz = 300;
  private boolean embedSources;
  private Duration deadline = Duration.ofMinutes(10);
  private @Nullable FrontEnd frontEnd;
  private @Nullable ElaborationCache cache;

  private ImageBuild(Sources sources) {
    this.sources = sources;
  }

  /**
   * Starts a build.
   *
   * @param files Verilog, SystemVerilog and VHDL files, packages before the files that use them;
   *     none if all kernels are in Java or bring their sources
   * @return the build
   */
  public static ImageBuild of(List<Path> files) {
    return new ImageBuild(Sources.of(files));
  }

  /** Sets the description of the only kernel: see {@link #kernels}. */
  public ImageBuild kernel(Path description) {
    return kernels(List.of(description));
  }

  /**
   * Sets the descriptions of the RTL kernels, each used with the sources of the build: a {@code
   * kernel.xml}, an IP-XACT {@code component.xml}, a {@code kernel.toml}, or a packaged kernel
   * ({@code .xo}).
   *
   * @param files the descriptions
   * @return this
   */
  public ImageBuild kernels(List<Path> files) {
    descriptions = List.copyOf(files);
    return this;
  }

  /** Sets the top module, if there is one kernel whose description does not name it. */
  public ImageBuild top(String module) {
    top = module;
    return this;
  }

  /** Adds folders for included files. */
  public ImageBuild includes(List<Path> folders) {
    sources = sources.withIncludes(folders);
    return this;
  }

  /** Defines macros. */
  public ImageBuild defines(Map<String, String> macros) {
    sources = sources.withDefines(macros);
    return this;
  }

  /** Sets parameters of the top module. */
  public ImageBuild parameters(Map<String, String> values) {
    sources = sources.withParameters(values);
    return this;
  }

  /**
   * Adds a kernel in Java.
   *
   * @param kernelXml its description
   * @param className the class that a card instantiates for each compute unit
   * @return this
   */
  public ImageBuild java(Path kernelXml, String className) {
    java.put(kernelXml, className);
    return this;
  }

  /** Sets the number of compute units of each kernel, 1 to 32. */
  public ImageBuild computeUnits(int count) {
    if (count < 1 || count > 32) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, count + " compute units. Give a number from 1 to 32");
    }
    computeUnits = count;
    return this;
  }

  /**
   * Sets the number of compute units of one kernel, 1 to 32.
   *
   * @param kernel its name
   * @param count the number
   * @return this
   */
  public ImageBuild computeUnits(String kernel, int count) {
    if (count < 1 || count > 32) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "%d compute units of '%s'. Give a number from 1 to 32".formatted(count, kernel));
    }
    unitsOf.put(kernel, count);
    return this;
  }

  /** Sets the memory banks of the image, instead of {@link MemorySpec#defaults()}. */
  public ImageBuild banks(List<MemorySpec> memory) {
    banks = List.copyOf(memory);
    return this;
  }

  /**
   * Connects arguments to some banks only; others are connected to all. A connection of a compute
   * unit overrides one of its kernel, which overrides one of all kernels; connections of the same
   * level are merged.
   *
   * @param wanted the connections
   * @return this
   */
  public ImageBuild connect(List<BankConnection> wanted) {
    for (BankConnection each : wanted) {
      connections.computeIfAbsent(each.argument(), _ -> new LinkedHashSet<>()).addAll(each.banks());
    }
    return this;
  }

  /**
   * Connects one argument to some banks only.
   *
   * @param argument as {@link BankConnection#argument}
   * @param bankNames names of banks
   * @return this
   */
  public ImageBuild connect(String argument, List<String> bankNames) {
    return connect(List.of(new BankConnection(argument, bankNames)));
  }

  /**
   * Connects streams of compute units, which are named after their kernel with _1, _2 and so on. A
   * stream is named by its pins or by its argument.
   */
  public ImageBuild connectStreams(List<StreamLink> links) {
    streams = List.copyOf(links);
    return this;
  }

  /** Sets the wiring of the kernel, which overrides names and descriptions. */
  public ImageBuild wiring(Wiring given) {
    wiring = given;
    return this;
  }

  /** Sets the clock frequency in the image; the software card runs as fast as it can. */
  public ImageBuild megahertz(int frequency) {
    if (frequency < 1 || frequency > 2000) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, frequency + " MHz. Give a number from 1 to 2000");
    }
    megahertz = frequency;
    return this;
  }

  /** Sets whether the source files are embedded in the image. */
  public ImageBuild embedSources(boolean wanted) {
    embedSources = wanted;
    return this;
  }

  /** Sets how long the front end may take; 10 minutes by default. */
  public ImageBuild deadline(Duration limit) {
    deadline = limit;
    return this;
  }

  /** Sets the front end, instead of {@link FrontEnd#find}. */
  public ImageBuild frontEnd(FrontEnd chosen) {
    frontEnd = chosen;
    return this;
  }

  /**
   * Caches kernels, each by content: a kernel is not elaborated again if what its top can reach of
   * the sources is the same, with included files and memory files, macros, parameters, tools and
   * version.
   *
   * @param folder the folder of the cache, which any number of processes may use
   * @param version the version of the builder; kernels of other versions are not used
   * @param rebuild whether to elaborate even if it is there
   * @return this
   */
  public ImageBuild cache(Path folder, String version, boolean rebuild) {
    cache = new ElaborationCache(folder, version, rebuild);
    return this;
  }

  /**
   * Builds the image. The front end's tool is killed when the thread is interrupted.
   *
   * @param progress receives a short text before each step
   * @return the image
   * @throws RtlException for any error in sources, descriptions or options
   */
  public BuiltImage build(Consumer<String> progress) {
    try (DescribedKernels described = DescribedKernels.open(descriptions, sources, top)) {
      return described.withPackageNames(() -> build(described, progress));
    }
  }

  /**
   * Infers a description from sources.
   *
   * @param folder the folder of the description; it names the sources relative to it
   * @param progress receives a short text before each step
   * @return the text of a {@code kernel.toml}, which the user has to check and complete
   * @throws RtlException for any error in the sources
   */
  public String describe(Path folder, Consumer<String> progress) {
    return inferDescription(requireFrontEnd(), progress).toToml(folder);
  }

  private FrontEnd requireFrontEnd() {
    return frontEnd == null ? FrontEnd.find(deadline) : frontEnd;
  }

  private DescriptionInference inferDescription(FrontEnd tool, Consumer<String> progress) {
    String module = top == null ? TopModule.of(sources.files()) : top;
    progress.accept("looking at " + module + " with " + tool.name());
    Elaboration elaboration = TopModule.elaborate(tool, sources, module);
    return new DescriptionInference(module, sources, KernelPorts.of(elaboration.netlist(), wiring));
  }

  private BuiltImage build(DescribedKernels described, Consumer<String> progress) {
    boolean rtl = !descriptions.isEmpty() || !sources.files().isEmpty();
    FrontEnd tool = rtl ? requireFrontEnd() : null;
    List<BuiltImage.BuiltKernel> kernels = new ArrayList<>();
    List<Manifest.Entry> entries = new ArrayList<>();
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    if (tool != null) {
      List<KernelDescription> hardware =
          descriptions.isEmpty()
              ? List.of(inferDescription(tool, progress).description())
              : described.kernels();
      List<KernelDescription> wired =
          hardware.stream()
              .map(
                  kernel ->
                      wiring.isEmpty()
                          ? kernel
                          : kernel.withWiring(kernel.wiring().mergedWith(wiring)))
              .toList();
      List<KernelElaboration.Result> elaborated =
          new KernelElaboration(
                  tool, Optional.ofNullable(cache), Runtime.getRuntime().availableProcessors())
              .all(wired, progress);
      KernelBuild each = new KernelBuild(progress);
      for (int i = 0; i < wired.size(); i++) {
        KernelBuild.Result result =
            each.build(wired.get(i), elaborated.get(i), embedSources, files);
        kernels.add(result.kernel());
        entries.add(result.entry());
      }
    }
    addJava(kernels, entries, files);
    if (kernels.isEmpty()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, "an image needs a kernel. Give sources and a description");
    }
    List<StreamLink> links = checkedStreams(kernels);
    progress.accept("writing the image");
    SequencedMap<String, byte[]> archive = new LinkedHashMap<>();
    archive.put(Manifest.FILE, new Manifest(entries, links).write());
    archive.putAll(files);
    List<KernelMetadata> all = kernels.stream().map(BuiltImage.BuiltKernel::metadata).toList();
    return new BuiltImage(
        new ContainerLayout(all, this::unitsOf, banks, connections, megahertz).pack(archive),
        kernels);
  }

  private void addJava(
      List<BuiltImage.BuiltKernel> kernels,
      List<Manifest.Entry> entries,
      Map<String, byte[]> files) {
    java.forEach(
        (file, className) -> {
          KernelDescription description = KernelDescription.read(file);
          KernelMetadata kernel = VitisPortOrder.apply(description.kernel(), Optional.empty());
          kernels.add(new BuiltImage.BuiltKernel(kernel, Optional.empty()));
          entries.add(
              new Manifest.Entry(
                  kernel.name(),
                  Optional.empty(),
                  "",
                  Optional.of(className),
                  List.of(),
                  Wiring.NONE));
          files.put(
              "kernel/" + kernel.name() + "." + description.document().suffix(),
              description.document().bytes().toArray());
        });
  }

  private int unitsOf(String kernel) {
    return unitsOf.getOrDefault(kernel, computeUnits);
  }

  private List<StreamLink> checkedStreams(List<BuiltImage.BuiltKernel> kernels) {
    for (String named : unitsOf.keySet()) {
      if (kernels.stream().noneMatch(kernel -> kernel.metadata().name().equals(named))) {
        throw new RtlException(
            RtlError.IMAGE_INVALID,
            "compute units of '%s' are asked for, which is no kernel of the image; there are %s"
                .formatted(
                    named, kernels.stream().map(kernel -> kernel.metadata().name()).toList()));
      }
    }
    Map<String, KernelPorts> units = new LinkedHashMap<>();
    Map<String, KernelMetadata> described = new HashMap<>();
    for (BuiltImage.BuiltKernel kernel : kernels) {
      for (int unit = 1; unit <= unitsOf(kernel.metadata().name()); unit++) {
        String name = ContainerLayout.unitName(kernel.metadata().name(), unit);
        kernel.hardware().ifPresent(hardware -> units.put(name, hardware.ports()));
        described.put(name, kernel.metadata());
      }
    }
    List<StreamLink> links =
        streams.stream()
            .map(
                link ->
                    new StreamLink(
                        ofPort(link.from(), units, described),
                        ofPort(link.to(), units, described),
                        link.depth()))
            .toList();
    new StreamTopology(links, units);
    return links;
  }

  /** Descriptions may call a stream's argument other than its pins; the name of pins goes first. */
  private static StreamLink.End ofPort(
      StreamLink.End end, Map<String, KernelPorts> units, Map<String, KernelMetadata> described) {
    KernelPorts ports = units.get(end.unit());
    KernelMetadata kernel = described.get(end.unit());
    boolean pins =
        ports != null
            && ports.streams().stream().anyMatch(one -> one.name().equalsIgnoreCase(end.port()));
    if (pins || kernel == null) {
      return end;
    }
    return kernel.arguments().stream()
        .filter(argument -> argument.qualifier() == AddressQualifier.STREAM)
        .filter(argument -> argument.name().equals(end.port()))
        .findFirst()
        .map(argument -> new StreamLink.End(end.unit(), argument.port()))
        .orElse(end);
  }
}
