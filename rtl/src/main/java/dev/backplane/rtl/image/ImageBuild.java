package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Elaboration;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.Wiring;
import dev.backplane.xclbin.KernelMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 * Builds an image from sources and descriptions. The same input gives the same bytes. Collects what
 * it is told; not safe for use by several threads.
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
  private @Nullable BuildCache cache;

  private ImageBuild(Sources sources) {
    this.sources = sources;
  }

  /**
   * Starts a build.
   *
   * @param files Verilog, SystemVerilog and VHDL files, packages before their users; none if all
   *     kernels are Java or bring their own
   * @return the build
   */
  public static ImageBuild of(List<Path> files) {
    return new ImageBuild(Sources.of(files));
  }

  /** Says which file describes the kernel that the sources are of: see {@link #kernels}. */
  public ImageBuild kernel(Path description) {
    return kernels(List.of(description));
  }

  /**
   * Says which files describe the kernels in RTL, each read together with the sources of the build:
   * a {@code kernel.xml}, an IP-XACT {@code component.xml}, a manifest in TOML, or a packaged
   * kernel ({@code .xo}).
   *
   * @param files the descriptions
   * @return this
   */
  public ImageBuild kernels(List<Path> files) {
    descriptions = List.copyOf(files);
    return this;
  }

  /** Names the top module, if the description does not, and there is one kernel. */
  public ImageBuild top(String module) {
    top = module;
    return this;
  }

  /** Adds folders to look for included files in. */
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
   * Adds a kernel that is a Java class.
   *
   * @param kernelXml its description
   * @param className the class that a card makes an object of for each compute unit
   * @return this
   */
  public ImageBuild java(Path kernelXml, String className) {
    java.put(kernelXml, className);
    return this;
  }

  /** Says how many compute units each kernel gets, from 1 to 32. */
  public ImageBuild computeUnits(int count) {
    if (count < 1 || count > 32) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, count + " compute units. Give a number from 1 to 32");
    }
    computeUnits = count;
    return this;
  }

  /**
   * Says how many compute units one kernel gets, from 1 to 32.
   *
   * @param kernel its name
   * @param count how many
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

  /** Says which memory the image asks for, instead of {@link MemorySpec#defaults()}. */
  public ImageBuild banks(List<MemorySpec> memory) {
    banks = List.copyOf(memory);
    return this;
  }

  /**
   * Connects arguments to some banks only; others are connected to all. What is said of a compute
   * unit counts more than what is said of its kernel, and that more than what is said of all; what
   * is said twice is joined.
   *
   * @param wanted which banks for which arguments
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

  /** Connects streams of compute units, which are named like their kernel with _1, _2 and so on. */
  public ImageBuild connectStreams(List<StreamLink> links) {
    streams = List.copyOf(links);
    return this;
  }

  /** Says of the pins of the kernel what names and descriptions do not say, or say wrong. */
  public ImageBuild wiring(Wiring said) {
    wiring = said;
    return this;
  }

  /** Says which clock frequency the image names; the software card runs as fast as it can. */
  public ImageBuild megahertz(int frequency) {
    if (frequency < 1 || frequency > 2000) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, frequency + " MHz. Give a number from 1 to 2000");
    }
    megahertz = frequency;
    return this;
  }

  /** Puts the source files into the image, for whoever reads it. */
  public ImageBuild embedSources(boolean wanted) {
    embedSources = wanted;
    return this;
  }

  /** Says how long the front end may take; 10 minutes if nothing is said. */
  public ImageBuild deadline(Duration limit) {
    deadline = limit;
    return this;
  }

  /** Says which front end to use, instead of {@link FrontEnd#find}. */
  public ImageBuild frontEnd(FrontEnd chosen) {
    frontEnd = chosen;
    return this;
  }

  /**
   * Keeps images, and gives one at once that was built before from the same inputs: sources with
   * what they include, descriptions, options, tool and version.
   *
   * @param folder where
   * @param version of what builds; images of other versions are not used
   * @param again whether to build even if there is an image
   * @return this
   */
  public ImageBuild cache(Path folder, String version, boolean again) {
    cache = new BuildCache(folder, version, again);
    return this;
  }

  /**
   * Builds. The front end's tool is killed when the thread is interrupted.
   *
   * @param progress told what comes next, in a few words
   * @return the image
   * @throws RtlException for whatever is wrong with sources, descriptions or options
   */
  public BuiltImage build(Consumer<String> progress) {
    try (DescribedKernels described = DescribedKernels.open(descriptions, sources, top)) {
      return described.naming(() -> build(described, progress));
    }
  }

  /**
   * Looks at sources that nobody described yet.
   *
   * @param folder where the description will lie; it names the sources from there
   * @param progress told what comes next, in a few words
   * @return the text of a {@code kernel.toml}, to be checked and completed by a person
   * @throws RtlException for whatever is wrong with the sources
   */
  public String describe(Path folder, Consumer<String> progress) {
    return undescribed(tool(), progress).manifest(folder);
  }

  private FrontEnd tool() {
    return frontEnd == null ? FrontEnd.find(deadline) : frontEnd;
  }

  private Undescribed undescribed(FrontEnd tool, Consumer<String> progress) {
    String module = top == null ? TopModule.of(sources.files()) : top;
    progress.accept("looking at " + module + " with " + tool.name());
    Elaboration elaboration = TopModule.elaborate(tool, sources, module);
    return new Undescribed(module, sources, KernelPorts.of(elaboration.netlist(), wiring));
  }

  private BuiltImage build(DescribedKernels described, Consumer<String> progress) {
    boolean rtl = !descriptions.isEmpty() || !sources.files().isEmpty();
    FrontEnd tool = rtl ? tool() : null;
    Optional<BuildCache.Entry> entry = Optional.empty();
    if (cache != null) {
      progress.accept("comparing with earlier builds");
      entry = Optional.of(cache.entry(fingerprint(described, tool)));
      Optional<BuiltImage> earlier = entry.get().image();
      if (earlier.isPresent()) {
        return earlier.get();
      }
    }
    List<BuiltImage.BuiltKernel> kernels = new ArrayList<>();
    List<Manifest.Entry> entries = new ArrayList<>();
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    if (tool != null) {
      List<KernelDescription> hardware =
          descriptions.isEmpty()
              ? List.of(undescribed(tool, progress).description())
              : described.kernels();
      KernelBuild each = new KernelBuild(tool, progress);
      for (KernelDescription kernel : hardware) {
        KernelDescription said =
            wiring.isEmpty() ? kernel : kernel.withWiring(kernel.wiring().with(wiring));
        KernelBuild.Result result = each.build(said, embedSources, files);
        kernels.add(result.kernel());
        entries.add(result.entry());
      }
    }
    addJava(kernels, entries, files);
    if (kernels.isEmpty()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, "an image needs a kernel. Give sources and a description");
    }
    checkStreams(kernels);
    progress.accept("writing the image");
    SequencedMap<String, byte[]> archive = new LinkedHashMap<>();
    archive.put(Manifest.FILE, new Manifest(entries, streams).write());
    archive.putAll(files);
    List<KernelMetadata> all = kernels.stream().map(BuiltImage.BuiltKernel::metadata).toList();
    BuiltImage built =
        new BuiltImage(
            new Container(all, this::unitsOf, banks, connections, megahertz).pack(archive),
            kernels,
            false);
    entry.ifPresent(place -> place.keep(built));
    return built;
  }

  private void addJava(
      List<BuiltImage.BuiltKernel> kernels,
      List<Manifest.Entry> entries,
      Map<String, byte[]> files) {
    java.forEach(
        (file, className) -> {
          KernelDescription description = KernelDescription.read(file);
          KernelMetadata kernel = PortListing.of(description.kernel(), Optional.empty());
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

  private void checkStreams(List<BuiltImage.BuiltKernel> kernels) {
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
    for (BuiltImage.BuiltKernel kernel : kernels) {
      for (int unit = 1; unit <= unitsOf(kernel.metadata().name()); unit++) {
        String name = Container.unitName(kernel.metadata().name(), unit);
        kernel.hardware().ifPresent(hardware -> units.put(name, hardware.ports()));
      }
    }
    new StreamTopology(streams, units);
  }

  private Fingerprint fingerprint(DescribedKernels described, @Nullable FrontEnd tool) {
    Fingerprint print = new Fingerprint();
    print.add("tool", tool == null ? "" : tool.name());
    print.add("top", String.valueOf(top));
    print.add("units", computeUnits + " " + unitsOf);
    print.add("banks", banks.toString());
    print.add("connections", connections.toString());
    print.add("streams", streams.toString());
    print.add("wiring", wiring.toString());
    print.add("clock", megahertz + " " + embedSources);
    java.forEach(
        (file, name) -> {
          print.add("java", name);
          print.file(file);
        });
    descriptions.forEach(print::file);
    print.sources(sources);
    described.kernels().forEach(kernel -> print.sources(kernel.sources()));
    return print;
  }
}
