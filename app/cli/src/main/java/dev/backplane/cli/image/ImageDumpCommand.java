package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Takes sections out of an image. */
final class ImageDumpCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "FILE").about("An xclbin file, or a container of device binaries.");

  private final Parameter<String> section =
      parameter(String.class, "SECTION")
          .mayBeMissing()
          .about(
              SectionName.HELP
                  + " Of a container: a binary's number or target."
                  + " Without one: all of them, into the folder after -o.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output").label("FILE|FOLDER").about("Where to.");

  private final Option<Boolean> json =
      flag("--json").about("As JSON; only of sections that are tables.");

  ImageDumpCommand(CommonOptions common) {
    super(
        "dump",
        "Write a section of an image to a file, as it is or as JSON; or all into a folder.");
    footer(
        "",
        "Without -o, text and JSON are printed. Tables (IP_LAYOUT, MEM_TOPOLOGY, ...) are JSON"
            + " with",
        "the keys of XRT's own tool; 'replace-section' takes it back.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Image source = Image.of(file.get());
    if (source.format() == ImageFormat.CONTAINER) {
      return container(new ContainerDump(BinaryContainer.read(source)));
    }
    Xclbin image = Xclbin.read(file.get());
    if (!section.isPresent()) {
      all(image);
      return ExitCode.OK;
    }
    Section chosen = image.sections().get(new SectionName(section.get()).in(image));
    boolean text = json.get() || (!output.isPresent() && SectionJson.of(chosen).isPresent());
    byte[] content = text ? json(chosen) : chosen.data().toArray();
    if (output.isPresent()) {
      write(output.get(), content);
    } else if (text || isText(content)) {
      common.console().out().println(new String(content, StandardCharsets.UTF_8).stripTrailing());
    } else {
      throw wrong(
          chosen.label() + " is %d bytes, no text".formatted(content.length), "Add -o FILE");
    }
    return ExitCode.OK;
  }

  private int container(ContainerDump container) {
    if (json.get()) {
      throw wrong("a device binary has no form in JSON", "Leave --json out");
    }
    if (!section.isPresent()) {
      container.all(folder("binaries")).forEach(common.console().out()::println);
      return ExitCode.OK;
    }
    DeviceBinary chosen = container.one(section.get());
    if (output.isPresent()) {
      ContainerDump.write(output.get(), chosen);
    } else if (isText(chosen.code().toArray())) {
      common.console().out().println(chosen.code().text().stripTrailing());
    } else {
      throw wrong(chosen + " is no text", "Add -o FILE");
    }
    return ExitCode.OK;
  }

  private Path folder(String what) {
    Path folder =
        output
            .optional()
            .orElseThrow(
                () -> wrong("all " + what + " are asked for", "Name one, or a folder with -o"));
    if (!Files.isDirectory(folder)) {
      throw wrong(folder + " is no folder", "Make it first");
    }
    return folder;
  }

  private void all(Xclbin image) {
    Path folder = folder("sections");
    for (int i = 0; i < image.sections().size(); i++) {
      Section each = image.sections().get(i);
      boolean asJson = json.get() && SectionJson.of(each).isPresent();
      String name =
          "%02d-%s%s"
              .formatted(i, each.label().replace(' ', '-'), asJson ? ".json" : extension(each));
      write(folder.resolve(name), asJson ? json(each) : each.data().toArray());
      common.console().out().println(folder.resolve(name));
    }
  }

  private static byte[] json(Section section) {
    Map<String, Object> tree =
        SectionJson.of(section)
            .orElseThrow(() -> wrong(section.label() + " has no form in JSON", "Leave --json out"));
    StringWriter text = new StringWriter();
    try (PrintWriter out = new PrintWriter(text)) {
      Json.print(out, tree);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String extension(Section section) {
    if (section.kind().filter(SectionKind.EMBEDDED_METADATA::equals).isPresent()) {
      return ".xml";
    }
    byte[] start = section.data().slice(0, Math.min(2, section.data().size())).toArray();
    if (start.length == 2 && start[0] == 'P' && start[1] == 'K') {
      return ".zip";
    }
    return start.length > 0 && start[0] == '{' ? ".json" : ".bin";
  }

  private static boolean isText(byte[] content) {
    for (byte each : content) {
      if (each >= 0 && each < ' ' && each != '\n' && each != '\t' && each != '\r') {
        return false;
      }
    }
    return true;
  }

  private static void write(Path target, byte[] content) {
    try (OutputFile file = OutputFile.at(target)) {
      file.write(MemorySegment.ofArray(content));
    }
  }

  private static BackplaneException wrong(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("dump")
        .remedy(remedy)
        .build();
  }
}
