package dev.backplane.cli;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Registry;
import dev.backplane.compiler.onnx.ImportedModel;
import java.nio.file.Path;
import java.util.Map;

/** Makes hardware of a network. */
final class CompileCommand extends Command {
  private static final int LONGEST_NAME = 32;

  /** The graph, beside the sources: what {@code simulate} computes with. */
  private static final String GRAPH = "network.json";

  enum Target {
    VERILOG,
    VHDL
  }

  private final CommonOptions common;
  private final NetworkOptions network;

  private final Option<Target> target =
      option(Target.class, "--target")
          .label("LANGUAGE")
          .byDefault("verilog")
          .about("What to write: verilog or vhdl. Default: ${DEFAULT-VALUE}.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FOLDER")
          .required()
          .about("The folder to write, which must be new or empty.");

  private final Option<String> name =
      option(String.class, "--name")
          .label("NAME")
          .about("The name of the kernel. Default: that of the model's file.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  CompileCommand(CommonOptions common) {
    super("compile", "Make hardware of a trained network: a kernel in Verilog or VHDL.");
    footer(
        "",
        "Examples:",
        "  backplane compile digits.onnx --bits 8,4 --calibration samples.npy -o out",
        "  backplane build out/*.v --kernel out/kernel.toml -o digits.xclbin");
    this.common = with(common);
    this.network = with(new NetworkOptions());
  }

  @Override
  public Integer call() {
    Compiler compiler = Compiler.load();
    ImportedModel model = network.quantized(compiler);
    TypedGraph typed = compiler.infer(model.graph());
    HdlPass pass =
        switch (target.get()) {
          case VERILOG -> compiler.verilog();
          case VHDL -> compiler.vhdl();
        };
    String kernel = name.optional().orElseGet(this::nameOfFile);
    String graph = GraphJson.write(Registry.of(Map.of(kernel, model.graph())));
    Design design = pass.lower(kernel, typed).with(new HdlFile(GRAPH, graph));
    design.write(output.get());
    CompileReport report = new CompileReport(model, typed, design, output.get());
    if (json.get()) {
      Json.print(common.console().out(), report.json());
    } else {
      report.print(common.console());
    }
    return ExitCode.OK;
  }

  private String nameOfFile() {
    String file = String.valueOf(network.file().getFileName());
    return HdlName.like(file.replaceAll("\\.[^.]*$", ""), LONGEST_NAME);
  }
}
