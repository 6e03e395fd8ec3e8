package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An operator whose inputs are all known. Immutable.
 *
 * @param node the operator
 * @param version which version of the set of operators it is of
 * @param inputs its inputs; optional ones may be missing
 */
record ConstantCall(OnnxNode node, long version, List<Optional<OnnxTensor>> inputs) {
  ConstantCall {
    inputs = List.copyOf(inputs);
  }

  /** Evaluates an operator; all of its outputs, in order. */
  @FunctionalInterface
  interface Evaluation {
    List<OnnxTensor> of(ConstantCall call);
  }

  /** {@return the inputs that are there} */
  List<OnnxTensor> given() {
    return inputs.stream().flatMap(Optional::stream).toList();
  }

  boolean has(int index) {
    return index < inputs.size() && inputs.get(index).isPresent();
  }

  /** {@return an input that has to be there} */
  OnnxTensor input(int index) {
    if (!has(index)) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, node.label(), "its input " + index + " is missing");
    }
    return inputs.get(index).orElseThrow();
  }

  /** {@return numbers that are an attribute in older versions, and an input in newer ones} */
  Optional<long[]> wholes(String attribute, int index) {
    if (has(index)) {
      return Optional.of(input(index).wholes());
    }
    return node.attributes().containsKey(attribute)
        ? Optional.of(
            node.wholes(attribute, List.of()).stream().mapToLong(Long::longValue).toArray())
        : Optional.empty();
  }

  /** {@return an axis, counted from the first} */
  int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw node.unsupported("axis is " + axis + ", and its input has " + rank);
    }
    return Math.floorMod(axis, rank);
  }

  /** {@return axes, counted from the first} */
  List<Integer> axes(long[] axes, int rank) {
    return Arrays.stream(axes).mapToObj(axis -> axis(axis, rank)).toList();
  }

  /** {@return extents that numbers say} */
  List<Integer> extents(long... numbers) {
    List<Integer> extents = new ArrayList<>();
    for (long number : numbers) {
      if (number < 0 || number > Integer.MAX_VALUE) {
        throw node.unsupported("its shape is " + Arrays.toString(numbers));
      }
      extents.add((int) number);
    }
    size(extents);
    return extents;
  }

  /** {@return how many elements a result has, checked before there is memory for them} */
  int size(List<Integer> extents) {
    long size = 1;
    for (int extent : extents) {
      size *= extent;
      if (size > Shape.LARGEST) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            "",
            "its result has extents "
                + extents
                + "; tensors have up to "
                + Shape.LARGEST
                + " elements");
      }
    }
    return (int) size;
  }

  /** The extents that tensors have in common, where an extent of 1 is repeated. */
  List<Integer> broadcast(List<List<Integer>> all) {
    int rank = all.stream().mapToInt(List::size).max().orElse(0);
    List<Integer> common = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      int wanted = 1;
      for (List<Integer> extents : all) {
        int own = axis - rank + extents.size();
        int extent = own < 0 ? 1 : extents.get(own);
        if (extent != 1 && wanted != 1 && extent != wanted) {
          throw node.unsupported("its constants have extents " + all + ", which do not fit");
        }
        wanted = wanted == 1 ? extent : wanted;
      }
      common.add(wanted);
    }
    size(common);
    return common;
  }

  /** The element of a tensor that is at each place of a larger one. */
  static int[] repeated(List<Integer> extents, List<Integer> larger) {
    int[] from = {0};
    for (int axis = 0; axis < larger.size(); axis++) {
      int own = axis - larger.size() + extents.size();
      int before = own < 0 ? 1 : extents.get(own);
      int after = larger.get(axis);
      int[] more = new int[from.length * after];
      for (int i = 0; i < more.length; i++) {
        more[i] = from[i / after] * before + (before == 1 ? 0 : i % after);
      }
      from = more;
    }
    return from;
  }
}
