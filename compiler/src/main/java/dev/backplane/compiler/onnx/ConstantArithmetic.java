package dev.backplane.compiler.onnx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Evaluates functions of single elements. Real results are computed in doubles and rounded to the
 * type of the result, which is what floats give for sums, products, quotients and roots.
 */
final class ConstantArithmetic {
  private ConstantArithmetic() {}

  static Map<String, ConstantCall.Evaluation> all() {
    Map<String, ConstantCall.Evaluation> all = new HashMap<>();
    all.put("Add", numbers(Math::addExact, Double::sum));
    all.put("Sub", numbers(Math::subtractExact, (a, b) -> a - b));
    all.put("Mul", numbers(Math::multiplyExact, (a, b) -> a * b));
    all.put("Div", numbers((a, b) -> a / b, (a, b) -> a / b));
    all.put("Min", numbers(Math::min, Math::min));
    all.put("Max", numbers(Math::max, Math::max));
    all.put("Sum", numbers(Math::addExact, Double::sum));
    all.put("Mod", ConstantArithmetic::remainder);
    all.put("Pow", ConstantArithmetic::power);
    all.put("And", truths((a, b) -> a != 0 && b != 0 ? 1 : 0));
    all.put("Or", truths((a, b) -> a != 0 || b != 0 ? 1 : 0));
    all.put("Xor", truths((a, b) -> a != 0 ^ b != 0 ? 1 : 0));
    all.put("Equal", truths((a, b) -> a == b ? 1 : 0));
    all.put("Less", truths((a, b) -> a < b ? 1 : 0));
    all.put("LessOrEqual", truths((a, b) -> a <= b ? 1 : 0));
    all.put("Greater", truths((a, b) -> a > b ? 1 : 0));
    all.put("GreaterOrEqual", truths((a, b) -> a >= b ? 1 : 0));
    all.put("Not", single(a -> a == 0 ? 1 : 0));
    all.put("Neg", single(a -> -a));
    all.put("Abs", single(Math::abs));
    all.put("Sign", single(Math::signum));
    all.put("Sqrt", single(Math::sqrt));
    all.put("Reciprocal", single(a -> 1 / a));
    all.put("Exp", single(StrictMath::exp));
    all.put("Log", single(StrictMath::log));
    all.put("Sin", single(StrictMath::sin));
    all.put("Cos", single(StrictMath::cos));
    all.put("Tanh", single(StrictMath::tanh));
    all.put("Sigmoid", single(a -> 1 / (1 + StrictMath.exp(-a))));
    all.put("Relu", single(a -> Math.max(a, 0)));
    all.put("Floor", single(Math::floor));
    all.put("Ceil", single(Math::ceil));
    all.put("Round", single(Math::rint));
    all.put("Clip", ConstantArithmetic::clip);
    all.put("Where", ConstantArithmetic::where);
    return all;
  }

  private static ConstantCall.Evaluation single(DoubleUnaryOperator function) {
    return call -> {
      OnnxTensor tensor = call.input(0);
      double[] numbers = tensor.reals();
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = function.applyAsDouble(numbers[i]);
      }
      return List.of(OnnxTensor.of("", tensor.type(), tensor.extents(), numbers));
    };
  }

  /** Of two or more tensors of one type. */
  private static ConstantCall.Evaluation numbers(
      LongBinaryOperator ofWholes, DoubleBinaryOperator ofReals) {
    return call -> {
      OnnxTensor result = call.input(0);
      for (int i = 1; i < call.inputs().size(); i++) {
        OnnxTensor other = call.input(i);
        sameType(call, result, other);
        result =
            result.type().isWhole()
                ? wholes(call, result, other, ofWholes)
                : reals(call, result, other, result.type(), ofReals);
      }
      return List.of(result);
    };
  }

  private static void sameType(ConstantCall call, OnnxTensor first, OnnxTensor second) {
    if (first.type() != second.type()) {
      throw call.node()
          .unsupported("its constants are of types " + first.type() + " and " + second.type());
    }
  }

  private static ConstantCall.Evaluation truths(DoubleBinaryOperator function) {
    return call -> List.of(reals(call, call.input(0), call.input(1), ElementType.BOOL, function));
  }

  private static OnnxTensor wholes(
      ConstantCall call, OnnxTensor first, OnnxTensor second, LongBinaryOperator function) {
    List<Integer> extents = call.broadcast(List.of(first.extents(), second.extents()));
    int[] left = ConstantCall.repeated(first.extents(), extents);
    int[] right = ConstantCall.repeated(second.extents(), extents);
    long[] results = new long[left.length];
    for (int i = 0; i < results.length; i++) {
      try {
        results[i] = function.applyAsLong(first.whole(left[i]), second.whole(right[i]));
      } catch (ArithmeticException e) {
        throw call.node().unsupported("its whole numbers divide by 0, or overflow 64 bits");
      }
    }
    return OnnxTensor.ofWholes("", first.type(), extents, results);
  }

  private static OnnxTensor reals(
      ConstantCall call,
      OnnxTensor first,
      OnnxTensor second,
      ElementType type,
      DoubleBinaryOperator function) {
    List<Integer> extents = call.broadcast(List.of(first.extents(), second.extents()));
    int[] left = ConstantCall.repeated(first.extents(), extents);
    int[] right = ConstantCall.repeated(second.extents(), extents);
    double[] results = new double[left.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = function.applyAsDouble(first.real(left[i]), second.real(right[i]));
    }
    return OnnxTensor.of("", type, extents, results);
  }

  /** Of whole numbers with the sign of the divisor, or with fmod with that of the dividend. */
  private static List<OnnxTensor> remainder(ConstantCall call) {
    boolean ofDividend = call.node().whole("fmod", 0) != 0;
    return numbers(
            ofDividend ? (a, b) -> a % b : Math::floorMod,
            (a, b) -> ofDividend ? a % b : a - b * Math.floor(a / b))
        .of(call);
  }

  /** The exponent may be of another type; the result is of the type of the base. */
  private static List<OnnxTensor> power(ConstantCall call) {
    return List.of(
        reals(call, call.input(0), call.input(1), call.input(0).type(), StrictMath::pow));
  }

  private static List<OnnxTensor> clip(ConstantCall call) {
    double low = end(call, 1, "min", Double.NEGATIVE_INFINITY);
    double high = end(call, 2, "max", Double.POSITIVE_INFINITY);
    return single(number -> Math.min(Math.max(number, low), high)).of(call);
  }

  private static double end(ConstantCall call, int index, String attribute, double absent) {
    return call.has(index) ? call.input(index).real(0) : call.node().real(attribute, absent);
  }

  private static List<OnnxTensor> where(ConstantCall call) {
    OnnxTensor condition = call.input(0);
    OnnxTensor yes = call.input(1);
    OnnxTensor no = call.input(2);
    sameType(call, yes, no);
    List<Integer> extents =
        call.broadcast(List.of(condition.extents(), yes.extents(), no.extents()));
    int[] asked = ConstantCall.repeated(condition.extents(), extents);
    int[] first = ConstantCall.repeated(yes.extents(), extents);
    int[] second = ConstantCall.repeated(no.extents(), extents);
    if (yes.type().isWhole()) {
      long[] wholes = new long[asked.length];
      for (int i = 0; i < wholes.length; i++) {
        wholes[i] = condition.whole(asked[i]) != 0 ? yes.whole(first[i]) : no.whole(second[i]);
      }
      return List.of(OnnxTensor.ofWholes("", yes.type(), extents, wholes));
    }
    double[] reals = new double[asked.length];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = condition.whole(asked[i]) != 0 ? yes.real(first[i]) : no.real(second[i]);
    }
    return List.of(OnnxTensor.of("", yes.type(), extents, reals));
  }
}
