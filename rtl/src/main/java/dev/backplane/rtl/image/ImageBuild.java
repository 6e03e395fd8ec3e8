package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Elaboration;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.Wiring;
import dev.backplane.xclbin.KernelMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds an image from sources and descriptions. The same input gives the same bytes. Collects what
 * it is told; not safe for use by several threads.
 */
public final class ImageBuild {
  private Sources sources;
  private @Nullable Path description;
  private @Nullable String top;
  private final SequencedMap<Path, String> java = new LinkedHashMap<>();
  private int computeUnits = 1;
  private List<MemorySpec> banks = MemorySpec.defaults();
  private final Map<String, List<String>> connections = new LinkedHashMap<>();
  private List<StreamLink> streams = List.of();
  private Wiring wiring = Wiring.NONE;
  private int megahertz = 300;
  private boolean embedSources;
  private Duration deadline = Duration.ofMinutes(10);
  private @Nullable FrontEnd frontEnd;

  private ImageBuild(Sources sources) {
    this.sources = sources;
  }

  /**
   * Starts a build.
   *
   * @param files Verilog and SystemVerilog files, packages before their users; none if all kernels
   *     are Java
   * @return the build
   */
  public static ImageBuild of(List<Path> files) {
    return new ImageBuild(Sources.of(files));
  }

  /** Says which file describes the kernel that the sources are of. */
  public ImageBuild kernel(Path kernelXml) {
    description = kernelXml;
    return this;
  }

  /** Names the top module, if it is not named like the kernel. */
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

  /** Says which memory the image asks for, instead of {@link MemorySpec#defaults()}. */
  public ImageBuild banks(List<MemorySpec> memory) {
    banks = List.copyOf(memory);
    return this;
  }

  /**
   * Connects an argument to some banks only; others are connected to all.
   *
   * @param argument the name of a pointer argument, {@code kernel.argument} if several kernels have
   *     it
   * @param bankNames names of banks
   * @return this
   */
  public ImageBuild connect(String argument, List<String> bankNames) {
    connections.put(argument, List.copyOf(bankNames));
    return this;
  }

  /** Connects streams of compute units, which are named like their kernel with _1, _2 and so on. */
  public ImageBuild connectStreams(List<StreamLink> links) {
    streams = List.copyOf(links);
    return this;
  }

  /** Says of the pins of the kernel what their names do not say. */
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
   * Builds. The front end's tool is killed when the thread is interrupted.
   *
   * @param progress told what comes next, in a few words
   * @return the image
   * @throws RtlException for whatever is wrong with sources, descriptions or options
   */
  public BuiltImage build(Consumer<String> progress) {
    List<BuiltImage.BuiltKernel> kernels = new ArrayList<>();
    List<Manifest.Entry> entries = new ArrayList<>();
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    if (!sources.files().isEmpty() || description != null) {
      kernels.add(hardware(progress, entries, files));
    }
    java.forEach(
        (file, className) -> {
          KernelMetadata kernel = KernelDescription.read(file).kernel();
          kernels.add(new BuiltImage.BuiltKernel(kernel, Optional.empty()));
          entries.add(
              new Manifest.Entry(
                  kernel.name(),
                  Optional.empty(),
                  "",
                  Optional.of(className),
                  List.of(),
                  Wiring.NONE));
          embed(file, "kernel/" + kernel.name() + ".xml", files);
        });
    if (kernels.isEmpty()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID, "an image needs a kernel. Give sources and a description");
    }
    checkStreams(kernels);
    progress.accept("writing the image");
    SequencedMap<String, byte[]> archive = new LinkedHashMap<>();
    archive.put(Manifest.FILE, new Manifest(entries, streams).write());
    archive.putAll(files);
    List<KernelMetadata> described =
        kernels.stream().map(BuiltImage.BuiltKernel::metadata).toList();
    return new BuiltImage(
        new Container(described, computeUnits, banks, connections, megahertz)
            .pack(Archive.write(archive)),
        kernels);
  }

  private void checkStreams(List<BuiltImage.BuiltKernel> kernels) {
    Map<String, KernelPorts> units = new LinkedHashMap<>();
    for (BuiltImage.BuiltKernel kernel : kernels) {
      for (int unit = 1; unit <= computeUnits; unit++) {
        String name = Container.unitName(kernel.metadata().name(), unit);
        kernel.hardware().ifPresent(hardware -> units.put(name, hardware.ports()));
      }
    }
    new StreamTopology(streams, units);
  }

  private BuiltImage.BuiltKernel hardware(
      Consumer<String> progress, List<Manifest.Entry> entries, Map<String, byte[]> files) {
    if (description == null || sources.files().isEmpty()) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          description == null
              ? "the sources lack a kernel description. Name a kernel.xml"
              : "'" + description + "' describes a kernel without sources. Name .v or .sv files");
    }
    KernelDescription described = KernelDescription.read(description);
    String name = described.kernel().name();
    FrontEnd tool = frontEnd == null ? FrontEnd.find(deadline) : frontEnd;
    progress.accept("elaborating " + name + " with " + tool.name());
    Elaboration elaboration = tool.elaborate(sources, top == null ? name : top);
    progress.accept("checking " + name);
    KernelPorts ports = KernelPorts.of(elaboration.netlist().ports(), wiring);
    described.checkAgainst(ports);
    String netlist = "netlist/" + name + ".net";
    embed(description, "kernel/" + name + ".xml", files);
    files.put(
        netlist, NetlistWriter.write(elaboration.netlist()).getBytes(StandardCharsets.US_ASCII));
    List<String> embedded = new ArrayList<>();
    if (embedSources) {
      for (int i = 0; i < sources.files().size(); i++) {
        Path source = sources.files().get(i);
        String entry = "sources/" + name + "/" + i + "-" + source.getFileName();
        embed(source, entry, files);
        embedded.add(entry);
      }
    }
    entries.add(
        new Manifest.Entry(
            name, Optional.of(netlist), elaboration.tool(), Optional.empty(), embedded, wiring));
    return new BuiltImage.BuiltKernel(
        described.kernel(), Optional.of(new BuiltImage.Hardware(ports, elaboration)));
  }

  private static void embed(Path file, String entry, Map<String, byte[]> files) {
    try {
      files.put(entry, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
    }
  }
}
