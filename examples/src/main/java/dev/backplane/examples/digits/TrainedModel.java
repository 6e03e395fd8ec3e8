package dev.backplane.examples.digits;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.compiler.onnx.OnnxImport;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An ONNX model of digits, wherever it comes from, on its way into integers. */
final class TrainedModel {
  private static final int CALIBRATION_DIGITS = 500;
  private static final double SHARE = 0.999;

  private final OnnxModel model;
  private final Compiler compiler;

  private TrainedModel(OnnxModel model, Compiler compiler) {
    this.model = model;
    this.compiler = compiler;
  }

  /** {@return the model of a file} */
  static TrainedModel read(Path file, Compiler compiler) {
    return new TrainedModel(OnnxReader.read(file), compiler);
  }

  /**
   * Has all numbers of the network in a width: weights as they fit, activations as they were seen.
   *
   * @param bits the width
   * @param digits some of them are sent through the network to see its activations
   * @return the network in integers
   */
  QuantizedNetwork quantize(int bits, List<Digit> digits) {
    ImportedModel imported = OnnxImport.of(model, new BitWidths(bits, bits));
    Calibration calibration = new Calibration(imported.graph(), compiler.components());
    for (Digit digit : digits.subList(0, Math.min(CALIBRATION_DIGITS, digits.size()))) {
      calibration.add(Map.of("in", tensor(imported, digit)));
    }
    TypedGraph typed = compiler.infer(compiler.quantize(calibration.formats(SHARE)));
    return new QuantizedNetwork(bits, typed);
  }

  /** {@return what the model takes digits for, computed in real numbers} */
  int[] predictions(List<Digit> digits) {
    ImportedModel imported = OnnxImport.of(model, new BitWidths(8, 8));
    RealInterpreter interpreter = RealInterpreter.of(imported.graph(), compiler.components());
    return digits.stream()
        .mapToInt(
            digit ->
                largest(
                    interpreter.run(Map.of("in", tensor(imported, digit))).lastEntry().getValue()))
        .toArray();
  }

  private static int largest(RealTensor scores) {
    int best = 0;
    for (int each = 1; each < scores.size(); each++) {
      if (scores.get(each) > scores.get(best)) {
        best = each;
      }
    }
    return best;
  }

  private static RealTensor tensor(ImportedModel imported, Digit digit) {
    return imported.inputTensor(digit.pixels());
  }
}
