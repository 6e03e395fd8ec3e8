package dev.backplane.cli;

import dev.backplane.rtl.image.UnpackedImage;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinBuilder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the sections of an image. */
abstract class ImageEditCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(index = "0", paramLabel = "IMAGE", description = "An xclbin file.")
  private @Nullable Path file;

  @Parameters(index = "1", paramLabel = "SECTION", description = SectionName.HELP)
  private String section = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write here; without it the image is replaced.")
  private @Nullable Path output;

  @Option(
      names = "--keep-uuid",
      description = "Keep the uuid. A card that has the image will then not load the changed one.")
  private boolean keepUuid;

  ImageEditCommand(CommonOptions common) {
    this.common = common;
  }

  static ImageEditCommand replace(CommonOptions common) {
    return new Replace(common);
  }

  static ImageEditCommand add(CommonOptions common) {
    return new Add(common);
  }

  static ImageEditCommand remove(CommonOptions common) {
    return new Remove(common);
  }

  /** Does the change. */
  abstract void change(Xclbin image, XclbinBuilder builder, SectionName name);

  @Override
  public Integer call() {
    Path source = Objects.requireNonNull(file);
    Xclbin image = Xclbin.read(source);
    XclbinBuilder builder = image.toBuilder();
    change(image, builder, new SectionName(section));
    Xclbin changed = UnpackedImage.updateContainerCopy(builder.build(), keepUuid);
    Path target = output == null ? source : output;
    try (OutputFile written = OutputFile.at(target)) {
      written.write(MemorySegment.ofArray(changed.toBytes()));
    }
    common
        .console()
        .out()
        .printf("%s: %d bytes, uuid %s%n", target, changed.size(), changed.uuid());
    if (!image.signature().isEmpty()) {
      common
          .console()
          .err()
          .println("The signature was left out: it was of the image before. Sign again.");
    }
    changed.findings().stream()
        .filter(finding -> finding.fatal())
        .forEach(finding -> common.console().err().println("Now wrong: " + finding.text()));
    return ExitCode.OK;
  }

  /** What becomes a section: JSON where the kind has a form in it and the file is JSON. */
  private static Section content(int number, String name, Path from) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(from);
    } catch (IOException e) {
      throw UnreadableFile.at("read the section", from, e);
    }
    Optional<SectionKind> kind = SectionKind.of(number).filter(SectionJson::knows);
    if (kind.isPresent() && from.toString().endsWith(".json")) {
      return SectionJson.read(kind.get(), JsonTree.read(from.toString(), bytes)).named(name);
    }
    return new Section(number, name, Bytes.of(bytes));
  }

  @Command(
      name = "replace-section",
      header = "Put other content into a section of an image.",
      mixinStandardHelpOptions = true)
  private static final class Replace extends ImageEditCommand {
    @Parameters(
        index = "2",
        paramLabel = "CONTENT",
        description = "The bytes; or .json as 'dump --json' writes it, if the section is a table.")
    private @Nullable Path content;

    Replace(CommonOptions common) {
      super(common);
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName name) {
      int index = name.in(image);
      Section before = image.sections().get(index);
      builder.replace(
          index, content(before.number(), before.name(), Objects.requireNonNull(content)));
    }
  }

  @Command(
      name = "add-section",
      header = "Add a section to an image, after all others.",
      mixinStandardHelpOptions = true)
  private static final class Add extends ImageEditCommand {
    @Parameters(
        index = "2",
        paramLabel = "CONTENT",
        description = "The bytes; or .json as 'dump --json' writes it, if the section is a table.")
    private @Nullable Path content;

    @Option(
        names = "--name",
        paramLabel = "TEXT",
        defaultValue = "",
        description = "The name of the section, at most 16 characters.")
    private String name = "";

    Add(CommonOptions common) {
      super(common);
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName kind) {
      builder.add(content(kind.kindNumber(), name, Objects.requireNonNull(content)));
    }
  }

  @Command(
      name = "remove-section",
      header = "Take a section out of an image.",
      mixinStandardHelpOptions = true)
  private static final class Remove extends ImageEditCommand {
    Remove(CommonOptions common) {
      super(common);
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName name) {
      builder.remove(name.in(image));
    }
  }
}
