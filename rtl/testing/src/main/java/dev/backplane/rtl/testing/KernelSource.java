package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.rtl.images.SourceList;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The source of the kernel in a test file: sources with a description, or an image. */
final class KernelSource {
  private static final Set<String> FIELDS =
      Set.of("image", "name", "description", "sources", "includes", "defines", "parameters", "top");

  private final TomlDocument table;
  private final Path folder;

  /**
   * Creates a source.
   *
   * @param table the table that says it
   * @param folder the folder that names are relative to
   */
  KernelSource(TomlDocument table, Path folder) {
    table.requireKnown(FIELDS);
    if (table.has("image") == (table.has("sources") || table.has("description"))) {
      throw table.error(
          table.has("image") ? "image" : "sources",
          table.has("image")
              ? "does not go with 'sources' and 'description'"
              : "is missing: give sources, a description, or an image");
    }
    this.table = table;
    this.folder = folder;
  }

  /**
   * Builds or reads the kernel.
   *
   * @param options sets what a build needs beside the sources: a cache, a front end
   * @param progress receives a short text before each step
   * @param warnings receives the warnings of the build
   */
  KernelUnderTest kernel(
      UnaryOperator<ImageBuild> options, Consumer<String> progress, Consumer<String> warnings) {
    return table.has("image") ? read() : build(options, progress, warnings);
  }

  private KernelUnderTest read() {
    Path file = folder.resolve(table.text("image").orElseThrow());
    RtlImage image;
    try {
      image = RtlImage.read(RegularFile.read(file, Xclbin.MAX_SIZE));
    } catch (IOException e) {
      throw table.error("image", "names " + file + ", which cannot be read: " + e.getMessage());
    }
    List<String> names = image.kernels().stream().map(ImageKernel::name).toList();
    ImageKernel kernel = image.kernel(chosen(names));
    return new KernelUnderTest(
        kernel.metadata(), kernel.protocol(), kernel.ports(), kernel.netlist());
  }

  private String chosen(List<String> names) {
    Optional<String> name = table.text("name");
    if (name.isPresent() ? !names.contains(name.get()) : names.size() != 1) {
      throw table.error(
          "name",
          name.isPresent()
              ? "is no kernel that is there; there are " + names
              : "is missing: there are several kernels, " + names);
    }
    return name.orElseGet(names::getFirst);
  }

  private KernelUnderTest build(
      UnaryOperator<ImageBuild> options, Consumer<String> progress, Consumer<String> warnings) {
    SourceList sources =
        new SourceList()
            .add(
                table.texts("sources").stream()
                    .map(name -> folder.resolve(name).normalize().toString())
                    .toList());
    ImageBuild build =
        ImageBuild.of(sources.sources())
            .includes(
                table.texts("includes").stream()
                    .map(name -> folder.resolve(name).normalize())
                    .toList())
            .defines(table.textTable("defines"))
            .parameters(table.textTable("parameters"));
    table.text("description").ifPresent(name -> build.kernel(folder.resolve(name)));
    table.text("top").ifPresent(build::top);
    BuiltImage image = options.apply(build).build(progress);
    String name = chosen(image.kernels().stream().map(kernel -> kernel.metadata().name()).toList());
    BuiltImage.BuiltKernel kernel =
        image.kernels().stream()
            .filter(each -> each.metadata().name().equals(name))
            .findFirst()
            .orElseThrow();
    BuiltImage.Hardware hardware =
        kernel
            .hardware()
            .orElseThrow(
                () ->
                    new RtlException(
                        RtlError.IMAGE_NOT_RUNNABLE,
                        "kernel '" + name + "' is in Java, and has nothing to simulate"));
    if (!image.cached()) {
      hardware.elaboration().warnings().forEach(warnings);
    }
    String protocol = kernel.metadata().protocol();
    return new KernelUnderTest(
        kernel.metadata(),
        ControlProtocol.of(protocol.isEmpty() ? "ap_ctrl_hs" : protocol),
        hardware.ports(),
        hardware.elaboration().netlist());
  }
}
