package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Evaluates operators that make one number of several: along axes, and products of matrices. */
final class ConstantReduction {
  /** As many products as a few seconds take. */
  private static final long MOST_PRODUCTS = 1L << 30;

  private ConstantReduction() {}

  static Map<String, ConstantCall.Evaluation> all() {
    Map<String, ConstantCall.Evaluation> all = new HashMap<>();
    all.put("ReduceSum", reduction(each -> Arrays.stream(each).sum()));
    all.put("ReduceMean", reduction(each -> Arrays.stream(each).sum() / each.length));
    all.put("ReduceMax", reduction(each -> Arrays.stream(each).max().orElse(0)));
    all.put("ReduceMin", reduction(each -> Arrays.stream(each).min().orElse(0)));
    all.put("ReduceProd", reduction(each -> Arrays.stream(each).reduce(1, (a, b) -> a * b)));
    all.put("ReduceL1", reduction(each -> Arrays.stream(each).map(Math::abs).sum()));
    all.put("ReduceL2", reduction(each -> Math.sqrt(squares(each))));
    all.put("ReduceSumSquare", reduction(ConstantReduction::squares));
    all.put("ArgMax", position(1));
    all.put("ArgMin", position(-1));
    all.put("CumSum", ConstantReduction::sums);
    all.put("MatMul", call -> List.of(product(call, call.input(0), call.input(1))));
    all.put("Gemm", ConstantReduction::gemm);
    return all;
  }

  private static double squares(double... numbers) {
    return Arrays.stream(numbers).map(each -> each * each).sum();
  }

  private static ConstantCall.Evaluation reduction(ToDoubleFunction<double[]> function) {
    return call -> {
      OnnxTensor tensor = call.input(0);
      int rank = tensor.extents().size();
      List<Integer> axes = call.axes(call.wholes("axes", 1).orElseGet(() -> new long[0]), rank);
      if (axes.isEmpty()) {
        if (call.node().whole("noop_with_empty_axes", 0) != 0) {
          return List.of(tensor);
        }
        axes = IntStream.range(0, rank).boxed().toList();
      }
      return List.of(
          reduced(tensor, axes, call.node().whole("keepdims", 1) != 0, tensor.type(), function));
    };
  }

  private static OnnxTensor reduced(
      OnnxTensor tensor,
      List<Integer> axes,
      boolean keepsRank,
      ElementType type,
      ToDoubleFunction<double[]> function) {
    List<Integer> kept =
        IntStream.range(0, tensor.extents().size())
            .boxed()
            .filter(axis -> !axes.contains(axis))
            .toList();
    List<Integer> order = new ArrayList<>(kept);
    order.addAll(axes.stream().distinct().sorted().toList());
    OnnxTensor moved = tensor.transposed(order);
    int inner = axes.stream().distinct().mapToInt(tensor.extents()::get).reduce(1, (a, b) -> a * b);
    double[] results = new double[inner == 0 ? 0 : tensor.size() / inner];
    for (int i = 0; i < results.length; i++) {
      double[] each = new double[inner];
      for (int k = 0; k < inner; k++) {
        each[k] = moved.real(i * inner + k);
      }
      results[i] = function.applyAsDouble(each);
    }
    List<Integer> extents = new ArrayList<>();
    for (int axis = 0; axis < tensor.extents().size(); axis++) {
      if (!axes.contains(axis)) {
        extents.add(tensor.extents().get(axis));
      } else if (keepsRank) {
        extents.add(1);
      }
    }
    return OnnxTensor.of("", type, extents, results);
  }

  /** The first, or last, of the largest or smallest numbers. */
  private static ConstantCall.Evaluation position(int sign) {
    return call -> {
      OnnxTensor tensor = call.input(0);
      int axis = call.axis(call.node().whole("axis", 0), tensor.extents().size());
      boolean isLast = call.node().whole("select_last_index", 0) != 0;
      return List.of(
          reduced(
              tensor,
              List.of(axis),
              call.node().whole("keepdims", 1) != 0,
              ElementType.INT64,
              each -> {
                int best = 0;
                for (int i = 1; i < each.length; i++) {
                  double more = sign * (each[i] - each[best]);
                  best = more > 0 || (isLast && more == 0) ? i : best;
                }
                return best;
              }));
    };
  }

  private static List<OnnxTensor> sums(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    if (call.node().whole("exclusive", 0) != 0 || call.node().whole("reverse", 0) != 0) {
      throw call.node().unsupported("it sums exclusively or in reverse");
    }
    int axis = call.axis(call.input(1).whole(0), tensor.extents().size());
    int stride = tensor.extents().stream().skip(axis + 1L).reduce(1, (a, b) -> a * b);
    int extent = tensor.extents().get(axis);
    double[] numbers = tensor.reals();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] += i / stride % extent == 0 ? 0 : numbers[i - stride];
    }
    return List.of(OnnxTensor.of("", tensor.type(), tensor.extents(), numbers));
  }

  /** The product of the last two axes; those before are repeated. */
  private static OnnxTensor product(ConstantCall call, OnnxTensor first, OnnxTensor second) {
    List<Integer> left = new ArrayList<>(first.extents());
    List<Integer> right = new ArrayList<>(second.extents());
    if (left.isEmpty() || right.isEmpty()) {
      throw call.node().unsupported("it multiplies a single number as a matrix");
    }
    boolean isRow = left.size() == 1;
    boolean isColumn = right.size() == 1;
    if (isRow) {
      left.addFirst(1);
    }
    if (isColumn) {
      right.addLast(1);
    }
    int columns = right.removeLast();
    int inner = right.removeLast();
    int shared = left.removeLast();
    int rows = left.removeLast();
    if (inner != shared) {
      throw call.node()
          .unsupported("its matrices have extents " + first.extents() + " and " + second.extents());
    }
    List<Integer> outer = call.broadcast(List.of(left, right));
    int[] ofLeft = ConstantCall.repeated(left, outer);
    int[] ofRight = ConstantCall.repeated(right, outer);
    List<Integer> extents = new ArrayList<>(outer);
    if (!isRow) {
      extents.add(rows);
    }
    if (!isColumn) {
      extents.add(columns);
    }
    int size = call.size(extents);
    if ((long) size * inner > MOST_PRODUCTS) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "",
          "the product of its constants takes " + (long) size * inner + " multiplications");
    }
    double[] a = first.reals();
    double[] b = second.reals();
    double[] results = new double[size];
    for (int o = 0; o < ofLeft.length; o++) {
      for (int r = 0; r < rows; r++) {
        for (int k = 0; k < inner; k++) {
          double factor = a[(ofLeft[o] * rows + r) * inner + k];
          for (int c = 0; c < columns; c++) {
            results[(o * rows + r) * columns + c] +=
                factor * b[(ofRight[o] * inner + k) * columns + c];
          }
        }
      }
    }
    return OnnxTensor.of("", first.type(), extents, results);
  }

  private static List<OnnxTensor> gemm(ConstantCall call) {
    OnnxNode node = call.node();
    OnnxTensor first = turned(call.input(0), node.whole("transA", 0) != 0);
    OnnxTensor second = turned(call.input(1), node.whole("transB", 0) != 0);
    OnnxTensor product = product(call, first, second);
    double alpha = node.real("alpha", 1);
    double beta = node.real("beta", 1);
    double[] sums = product.reals();
    int[] from =
        call.has(2)
            ? ConstantCall.repeated(call.input(2).extents(), product.extents())
            : new int[sums.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = alpha * sums[i] + (call.has(2) ? beta * call.input(2).real(from[i]) : 0);
    }
    return List.of(OnnxTensor.of("", product.type(), product.extents(), sums));
  }

  private static OnnxTensor turned(OnnxTensor tensor, boolean isTransposed) {
    return isTransposed ? tensor.transposed(List.of(1, 0)) : tensor;
  }
}
