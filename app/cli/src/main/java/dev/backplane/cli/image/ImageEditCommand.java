package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.JsonTree;
import dev.backplane.rtl.images.UnpackedImage;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Finding;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinBuilder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Changes the sections of an image. */
abstract class ImageEditCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file = parameter(Path.class, "IMAGE").about("An xclbin file.");

  private final Parameter<String> section =
      parameter(String.class, "SECTION").about(SectionName.HELP);

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FILE")
          .about("Write here; without it the image is replaced.");

  private final Option<Boolean> keepUuid =
      flag("--keep-uuid")
          .about("Keep the uuid. A card that has the image will then not load the changed one.");

  private final Option<Boolean> allowWrong =
      flag("--allow-wrong")
          .about("Write an image whose tables are wrong: a step on the way to one that is right.");

  private ImageEditCommand(CommonOptions common, String name, String header) {
    super(name, header);
    this.common = with(common);
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
    Path source = file.get();
    Xclbin image = Xclbin.read(source);
    XclbinBuilder builder = image.toBuilder();
    change(image, builder, new SectionName(section.get()));
    Xclbin changed = UnpackedImage.updateContainerCopy(builder.build(), keepUuid.get());
    List<String> wrong = wrong(image, changed);
    Path target = output.optional().orElse(source);
    if (!wrong.isEmpty() && !allowWrong.get()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "The image would be wrong: %s. Nothing was written"
                  .formatted(String.join("; ", wrong)))
          .during("change")
          .on(source.toString())
          .remedy("Give content that fits, or --allow-wrong if another change follows")
          .build();
    }
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
    wrong.forEach(each -> common.console().err().println("Now wrong: " + each));
    return ExitCode.OK;
  }

  /** Finds reasons for which devices would refuse the image now, and did not before. */
  private static List<String> wrong(Xclbin before, Xclbin after) {
    List<String> known = fatal(before);
    return fatal(after).stream().filter(text -> !known.contains(text)).toList();
  }

  private static List<String> fatal(Xclbin image) {
    return image.findings().stream().filter(Finding::fatal).map(Finding::text).toList();
  }

  /** Makes a section of a file: from JSON where the kind has a form in it and the file is JSON. */
  private static Section content(int number, String name, Path from) {
    byte[] bytes;
    try {
      bytes = RegularFile.read(from, Xclbin.MAX_SIZE);
    } catch (IOException e) {
      throw UnreadableFile.at("read the section", from, e);
    }
    Optional<SectionKind> kind = SectionKind.of(number).filter(SectionJson::knows);
    if (kind.isPresent() && from.toString().endsWith(".json")) {
      return SectionJson.read(kind.get(), JsonTree.read(from.toString(), bytes)).named(name);
    }
    return new Section(number, name, Bytes.of(bytes));
  }

  private static final class Replace extends ImageEditCommand {
    private final Parameter<Path> content =
        parameter(Path.class, "CONTENT")
            .about("The bytes; or .json as 'dump --json' writes it, if the section is a table.");

    Replace(CommonOptions common) {
      super(common, "replace-section", "Put other content into a section of an image.");
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName name) {
      int index = name.in(image);
      Section before = image.sections().get(index);
      builder.replace(index, content(before.number(), before.name(), content.get()));
    }
  }

  private static final class Add extends ImageEditCommand {
    private final Parameter<Path> content =
        parameter(Path.class, "CONTENT")
            .about("The bytes; or .json as 'dump --json' writes it, if the section is a table.");

    private final Option<String> name =
        option(String.class, "--name")
            .label("TEXT")
            .byDefault("")
            .about("The name of the section, at most 16 characters.");

    Add(CommonOptions common) {
      super(common, "add-section", "Add a section to an image, after all others.");
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName kind) {
      builder.add(content(kind.kindNumber(), name.get(), content.get()));
    }
  }

  private static final class Remove extends ImageEditCommand {
    Remove(CommonOptions common) {
      super(common, "remove-section", "Take a section out of an image.");
    }

    @Override
    void change(Xclbin image, XclbinBuilder builder, SectionName name) {
      builder.remove(name.in(image));
    }
  }
}
