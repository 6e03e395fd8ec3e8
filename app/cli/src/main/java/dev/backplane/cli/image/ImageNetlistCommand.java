package dev.backplane.cli.image;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.netlist.pass.Pass;
import dev.backplane.rtl.netlist.pass.Passes;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Prints the netlist of a kernel, as it is or after some passes. */
final class ImageNetlistCommand extends Command {
  private static final String MARK = "backplane-netlist";

  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "FILE")
          .about("An xclbin file, or a netlist as this command prints it.");

  private final Option<String> kernel =
      option(String.class, "-k", "--kernel")
          .label("NAME")
          .about("A kernel of the image. Default: its only one.");

  private final Option<List<String>> passes =
      list(String.class, "--pass")
          .label("NAMES")
          .commas()
          .offers(Passes.named().keySet())
          .about(
              "Run these passes over it, in this order, after the simplification: "
                  + String.join(", ", Passes.named().keySet())
                  + ".");

  private final Option<Path> output =
      option(Path.class, "-o", "--output").label("FILE").about("Where to. Default: printed.");

  ImageNetlistCommand(CommonOptions common) {
    super("netlist", "Print the netlist of a kernel, as it is or after single passes.");
    footer("", "docs/netlist.md describes the form and the passes.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    List<Pass> chosen = passes.get().stream().map(this::pass).toList();
    Netlist netlist = netlist();
    String text = NetlistWriter.write(chosen.isEmpty() ? netlist : Passes.run(netlist, chosen));
    if (output.isPresent()) {
      try (OutputFile target = OutputFile.at(output.get())) {
        target.write(MemorySegment.ofArray(text.getBytes(US_ASCII)));
      }
    } else {
      common.console().out().print(text);
    }
    return ExitCode.OK;
  }

  private Pass pass(String name) {
    Pass pass = Passes.named().get(name);
    if (pass == null) {
      throw mistake(
          "there is no pass '%s'; there are %s"
              .formatted(name, String.join(", ", Passes.named().keySet())));
    }
    return pass;
  }

  private Netlist netlist() {
    byte[] bytes;
    try {
      bytes = RegularFile.read(file.get(), Xclbin.MAX_SIZE);
    } catch (IOException e) {
      throw UnreadableFile.at("read", file.get(), e);
    }
    String begin = new String(bytes, 0, Math.min(MARK.length(), bytes.length), US_ASCII);
    if (begin.equals(MARK)) {
      if (kernel.isPresent()) {
        throw mistake("--kernel names one of an image, and " + file.get() + " is a netlist");
      }
      return NetlistReader.read(new String(bytes, StandardCharsets.UTF_8));
    }
    return kernelOf(RtlImage.of(Xclbin.read(bytes))).netlist();
  }

  private ImageKernel kernelOf(RtlImage image) {
    if (kernel.isPresent()) {
      return image.kernel(kernel.get());
    }
    if (image.kernels().size() != 1) {
      throw mistake(
          "name one of the kernels %s with --kernel"
              .formatted(image.kernels().stream().map(ImageKernel::name).toList()));
    }
    return image.kernels().getFirst();
  }
}
