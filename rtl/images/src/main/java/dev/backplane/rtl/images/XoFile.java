package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.XmlElement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A packaged RTL kernel: a zip with {@code xo.xml}, a {@code kernel.xml} and folders of IP, each
 * with a {@code component.xml} and its sources. Their folders differ between releases of the
 * packaging tool, so files are found by name, and a component by the vlnv in the kernel. It stays
 * unpacked in a temporary folder until it is closed.
 */
final class XoFile implements AutoCloseable {
  private static final long MAX_BYTES = 256L << 20;

  private final Path file;
  private final Path root;

  /** The names of its files. */
  private final Set<String> entries = new LinkedHashSet<>();

  private XoFile(Path file, Path root) {
    this.file = file;
    this.root = root;
  }

  static XoFile open(Path file) {
    try {
      RegularFile.check(file);
      if (Files.size(file) > MAX_BYTES) {
        throw error(file, "has more than " + (MAX_BYTES >> 20) + " MiB", null);
      }
      XoFile opened = new XoFile(file, Files.createTempDirectory("backplane-xo-"));
      try {
        opened.unpack();
        return opened;
      } catch (RtlException | IOException | ZipArchive.DamagedException e) {
        opened.close();
        throw e;
      }
    } catch (IOException e) {
      throw error(file, "cannot be read: " + e, e);
    } catch (ZipArchive.DamagedException e) {
      throw error(file, "is damaged: " + e.getMessage(), e);
    }
  }

  /** Unpacks the files to disk, without keeping them in memory. */
  private void unpack() throws IOException, ZipArchive.DamagedException {
    try (InputStream in = Files.newInputStream(file)) {
      ZipArchive.scan(
          in,
          MAX_BYTES,
          (name, content) -> {
            if (!entries.add(name)) {
              throw new ZipArchive.DamagedException("it holds '" + name + "' twice", null);
            }
            Path target = target(name);
            Files.createDirectories(target.getParent());
            Files.copy(content, target);
          });
    }
    if (entries.isEmpty()) {
      throw error(file, "is no zip, or an empty one", null);
    }
  }

  private Path target(String name) {
    try {
      Path target = root.resolve(name).normalize();
      if (name.contains("\\") || target.equals(root) || !target.startsWith(root)) {
        throw error(file, "holds '" + name + "', which leads out of it", null);
      }
      return target;
    } catch (InvalidPathException e) {
      throw error(file, "holds a file whose name is none: " + e.getMessage(), e);
    }
  }

  /** Its kernels, in the order of their names in the archive. */
  List<KernelDescription> kernels() {
    SequencedMap<String, XmlElement> components = components();
    List<String> descriptions = entriesNamed("kernel.xml");
    List<KernelDescription> kernels = new ArrayList<>();
    for (String name : descriptions) {
      kernels.add(kernel(name, components, descriptions.size() == 1));
    }
    if (descriptions.isEmpty() && components.size() == 1) {
      kernels.add(component(components.firstEntry().getKey(), components));
    }
    if (kernels.isEmpty()) {
      throw error(
          file,
          "holds no kernel.xml and %d component.xml; there are: %s"
              .formatted(components.size(), entries.stream().sorted().limit(20).toList()),
          null);
    }
    return kernels;
  }

  private KernelDescription kernel(
      String name, SequencedMap<String, XmlElement> components, boolean alone) {
    KernelDescription kernel =
        KernelDescription.of(content(name), displayName(name), root.resolve(name).getParent());
    String vlnv = kernel.kernel().vlnv();
    Optional<String> component =
        components.entrySet().stream()
            .filter(each -> ComponentXml.vlnv(each.getValue()).equals(vlnv))
            .map(Map.Entry::getKey)
            .findFirst();
    if (component.isEmpty() && alone && components.size() == 1) {
      component = Optional.of(components.firstEntry().getKey());
    }
    if (component.isEmpty()) {
      if (components.isEmpty()) {
        return kernel.withSources(new Sources(allSources(), List.of(), Map.of(), Map.of()));
      }
      throw error(
          file,
          "names vlnv '%s' in %s and holds components of %s only"
              .formatted(vlnv, name, components.values().stream().map(ComponentXml::vlnv).toList()),
          null);
    }
    KernelDescription hardware = component(component.get(), components);
    kernel.checkRegisters(hardware);
    return kernel.withHardwareOf(hardware);
  }

  private KernelDescription component(String name, SequencedMap<String, XmlElement> components) {
    KernelDescription component =
        ComponentXml.read(
            XmlElement.read(content(name)), content(name), displayName(name), folder(name));
    // Other components are parts of this one.
    List<Path> files = new ArrayList<>();
    List<Path> includes = new ArrayList<>(component.sources().includes());
    for (var other : components.entrySet()) {
      if (!other.getKey().equals(name)) {
        ComponentFiles parts =
            new ComponentFiles(
                other.getValue(), displayName(other.getKey()), folder(other.getKey()));
        files.addAll(parts.sources());
        includes.addAll(parts.includes());
      }
    }
    files.addAll(component.sources().files());
    if (files.isEmpty()) {
      files.addAll(allSources());
    }
    for (Path each : files) {
      if (!each.startsWith(root) || !Files.isRegularFile(each)) {
        throw error(
            file,
            "does not hold '%s', which its components name"
                .formatted((each.startsWith(root) ? root.relativize(each) : each.getFileName())),
            null);
      }
    }
    return component.withSources(
        new Sources(
            files,
            includes.stream().filter(each -> each.startsWith(root)).distinct().toList(),
            component.sources().defines(),
            component.sources().parameters()));
  }

  private List<Path> allSources() {
    List<Path> files = entries.stream().map(this::target).filter(SourceGlobs::isSource).toList();
    if (files.isEmpty()) {
      throw error(file, "holds no Verilog, SystemVerilog or VHDL", null);
    }
    return files;
  }

  private SequencedMap<String, XmlElement> components() {
    SequencedMap<String, XmlElement> components = new LinkedHashMap<>();
    for (String name : entriesNamed("component.xml")) {
      try {
        components.put(name, XmlElement.read(content(name)));
      } catch (XclbinException e) {
        throw new RtlException(
            RtlError.DESCRIPTION_INVALID, displayName(name) + ": " + e.getMessage(), e);
      }
    }
    return components;
  }

  private List<String> entriesNamed(String last) {
    return entries.stream()
        .filter(name -> name.equals(last) || name.endsWith("/" + last))
        .sorted()
        .toList();
  }

  private byte[] content(String name) {
    return KernelBuild.readFile(target(name));
  }

  private Path folder(String name) {
    Path folder = root.resolve(name).getParent();
    return folder == null ? root : folder;
  }

  private String displayName(String name) {
    return file + "!" + name;
  }

  /** {@return a text in which paths of unpacked files are replaced by paths in the package} */
  String withPackageNames(String text) {
    return text.replace(root + "/", file + "!");
  }

  private static RtlException error(Path file, String problem, @Nullable Throwable cause) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID,
        "packaged kernel '" + file + "' " + problem + ". Package it again",
        cause);
  }

  @Override
  public void close() {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("temporary folder " + root + " stays", e);
    }
  }
}
