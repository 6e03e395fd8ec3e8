package dev.backplane.compiler.onnx;

import java.util.List;

/** The value of an attribute of an operator. Immutable. */
public sealed interface OnnxAttribute {
  /**
   * A whole number.
   *
   * @param value the number
   */
  record Whole(long value) implements OnnxAttribute {}

  /**
   * A real number.
   *
   * @param value the number
   */
  record Real(float value) implements OnnxAttribute {}

  /**
   * A text.
   *
   * @param value the text
   */
  record Text(String value) implements OnnxAttribute {}

  /**
   * Texts.
   *
   * @param values the texts
   */
  record Texts(List<String> values) implements OnnxAttribute {
    /** Copies the list. */
    public Texts {
      values = List.copyOf(values);
    }
  }

  /**
   * Whole numbers.
   *
   * @param values the numbers
   */
  record Wholes(List<Long> values) implements OnnxAttribute {
    /** Copies the list. */
    public Wholes {
      values = List.copyOf(values);
    }
  }

  /**
   * Real numbers.
   *
   * @param values the numbers
   */
  record Reals(List<Float> values) implements OnnxAttribute {
    /** Copies the list. */
    public Reals {
      values = List.copyOf(values);
    }
  }

  /**
   * A tensor.
   *
   * @param value the tensor
   */
  record Tensor(OnnxTensor value) implements OnnxAttribute {}

  /**
   * A value of a kind that no operator here has: a graph, or several tensors.
   *
   * @param kind its number in the file
   */
  record Other(long kind) implements OnnxAttribute {}
}
