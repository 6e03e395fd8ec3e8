package dev.backplane.compiler.onnx;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;
import java.util.Map;

/** What an imported model computes, in real numbers and in integers. */
final class ImportedRun {
  private final ImportedModel model;
  private final RealInterpreter reals;
  private final TypedGraph typed;
  private final Interpreter integers;

  ImportedRun(Compiler compiler, OnnxModel onnx, BitWidths widths) {
    model = OnnxImport.of(onnx, widths);
    reals = RealInterpreter.of(model.graph(), compiler.components());
    Calibration calibration = new Calibration(model.graph(), compiler.components()).addNormal(8);
    typed = compiler.infer(compiler.quantize(calibration.formats(1)));
    integers = Interpreter.of(typed);
  }

  ImportedModel model() {
    return model;
  }

  TypedGraph typed() {
    return typed;
  }

  double[] real(double... input) {
    RealTensor output = reals.run(Map.of("in", model.inputTensor(input))).lastEntry().getValue();
    return hosted(output.toArray());
  }

  double[] quantized(double... input) {
    FixedPoint in = typed.type(typed.graph().node("in")).format();
    FixedPoint out = typed.type(typed.graph().node("out")).format();
    double[] ordered = model.inputTensor(input).toArray();
    long[] result = integers.run(Arrays.stream(ordered).mapToLong(in::quantize).toArray());
    return hosted(Arrays.stream(result).mapToDouble(out::real).toArray());
  }

  private double[] hosted(double... output) {
    double[] result = model.output(output);
    for (HostStep step : model.hostSteps()) {
      result = step.apply(result);
    }
    return result;
  }
}
