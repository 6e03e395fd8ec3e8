package dev.backplane.cli.network;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.report.Json;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.QuantizationReport;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Registry;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.compiler.torch.TorchModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes hardware of a network. */
public final class CompileCommand extends Command {
  private static final int LONGEST_NAME = 32;

  /** The graph, beside the sources: what {@code simulate} computes with. */
  private static final String GRAPH = "network.json";

  enum Target {
    VERILOG,
    VHDL,
    TORCH
  }

  private final CommonOptions common;
  private final NetworkOptions network;
  private final ComponentOptions components;

  private final Option<Target> target =
      option(Target.class, "--target")
          .label("LANGUAGE")
          .byDefault("verilog")
          .about("What to write: verilog, vhdl or torch. Default: ${DEFAULT-VALUE}.");

  private final Option<Wrapper> wrapper =
      option(Wrapper.class, "--wrapper")
          .label("kernel|skeleton")
          .byDefault("kernel")
          .about(
              "What is around the hardware: a kernel for cards, or a skeleton for buses of bytes.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FOLDER")
          .about("The folder to write, which must be new or empty.");

  private final Option<Path> image =
      option(Path.class, "--image")
          .label("FILE.xclbin")
          .about("Write an image, as 'backplane build' makes it of the hardware.");

  private final Option<Boolean> embedSources =
      flag("--embed-sources").about("Put the sources of the hardware into the image.");

  private final Option<Boolean> check =
      flag("--check")
          .about(
              "Write nothing; list what each operator becomes, and all that would be refused, with"
                  + " what helps.");

  private final Option<String> name =
      option(String.class, "--name")
          .label("NAME")
          .about("The name of the kernel. Default: that of the model's file.");

  private final Option<Path> report =
      option(Path.class, "--report")
          .label("FOLDER")
          .about(
              "Write how near the integers are to the real numbers, tensor by tensor, in the"
                  + " samples: quantization.svg and quantization.json, in a new or empty folder.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public CompileCommand(CommonOptions common) {
    super("compile", "Make hardware of a trained network, or a module for PyTorch.");
    footer(
        "",
        "Examples:",
        "  backplane compile digits.onnx --bits 8,4 --calibration samples.npy -o out",
        "  backplane build out/*.v --kernel out/kernel.toml -o digits.xclbin",
        "  backplane compile digits.onnx --calibration samples.npy --image digits.xclbin",
        "  backplane compile digits.onnx --check");
    exitCode(
        ExitCode.FAILED,
        "It was tried and failed; with --check, something of the model is refused.");
    this.common = with(common);
    this.network = with(new NetworkOptions());
    this.components = with(new ComponentOptions(common));
  }

  @Override
  public Integer call() {
    if (check.get()) {
      return check();
    }
    if (!output.isPresent() && !image.isPresent()) {
      throw mistake(
          "name what to write: --output FOLDER, --image FILE.xclbin, or both; or --check");
    }
    if (image.isPresent() && (target.get() == Target.TORCH || wrapper.get() != Wrapper.KERNEL)) {
      throw mistake("--image is of a kernel in verilog or vhdl");
    }
    CompileReport report;
    try (Progress progress = common.console().progress()) {
      report = compile(progress);
    }
    if (json.get()) {
      Json.print(common.console().out(), report.forPrograms());
    } else {
      report.print(common.console());
    }
    return ExitCode.OK;
  }

  private int check() {
    CheckReport found;
    try (Progress progress = common.console().progress()) {
      progress.step("checking " + network.file());
      found = network.check(components.load().compiler());
    }
    if (json.get()) {
      Json.print(common.console().out(), found);
    } else {
      found.print(common.console());
    }
    return found.refused().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private CompileReport compile(Progress progress) {
    progress.step("loading components");
    Compiler compiler = components.load().compiler();
    progress.step("choosing formats");
    QuantizedNetwork quantized = network.quantizedNetwork(compiler);
    ImportedModel model = quantized.model();
    TypedGraph typed = compiler.infer(model.graph());
    String kernel = name.optional().orElseGet(this::nameOfFile);
    if (report.isPresent()) {
      progress.step("comparing with real numbers");
      if (quantized.quantization().samples().isEmpty()) {
        quantized.quantization().addNormal(NetworkOptions.RANDOM_SAMPLES);
      }
      QuantizationReport found =
          QuantizationReport.of(
              quantized.quantization(), quantized.formats(), typed, compiler.components());
      int outputs = typed.type(typed.order().getLast()).shape().size();
      FormatReport.of(kernel, found, model, outputs).write(report.get());
    }
    return switch (target.get()) {
      case VERILOG -> hardware(compiler.verilog(), kernel, model, typed, progress);
      case VHDL -> hardware(compiler.vhdl(), kernel, model, typed, progress);
      case TORCH -> module(compiler.torch().lower(kernel, typed), model, typed);
    };
  }

  private CompileReport hardware(
      HdlPass pass, String kernel, ImportedModel model, TypedGraph typed, Progress progress) {
    String graph = GraphJson.write(Registry.of(Map.of(kernel, model.graph())));
    Design design = pass.lower(kernel, typed, wrapper.get()).with(new HdlFile(GRAPH, graph));
    if (output.isPresent()) {
      progress.step("writing " + output.get());
      design.write(output.get());
    }
    if (image.isPresent()) {
      NetworkImage.write(design, image.get(), embedSources.get(), common, progress);
    }
    List<String> files =
        !output.isPresent()
            ? List.of()
            : Stream.of(
                    design.files().stream(),
                    Stream.of(design.description()),
                    design.companions().stream())
                .flatMap(each -> each)
                .map(HdlFile::name)
                .toList();
    return new CompileReport(
        kernel, model, typed, output.optional(), image.optional(), files, next(design, kernel));
  }

  /** The command that goes on with what was written. */
  private String next(Design design, String kernel) {
    if (image.isPresent()) {
      return "backplane info " + image.get();
    }
    Path description = output.get().resolve(design.description().name());
    String sources = design.files().getLast().name().replaceFirst("^.*(?=[.])", "*");
    return wrapper.get() == Wrapper.SKELETON
        ? "cat " + description
        : "backplane build "
            + output.get().resolve(sources)
            + " --kernel "
            + description
            + " -o "
            + kernel
            + ".xclbin";
  }

  private CompileReport module(TorchModule module, ImportedModel model, TypedGraph typed) {
    module.write(output.get());
    String name = module.name();
    return new CompileReport(
        name,
        model,
        typed,
        output.optional(),
        Optional.empty(),
        List.of(name + ".py", name + ".safetensors"),
        "PYTHONPATH=" + output.get() + " python3 -c 'import " + name + "'");
  }

  private String nameOfFile() {
    String file = String.valueOf(network.file().getFileName());
    return HdlName.like(file.replaceAll("\\.[^.]*$", ""), LONGEST_NAME);
  }
}
