package dev.backplane.compiler.torch;

import dev.backplane.compiler.ir.Attributes;
import java.util.List;

/**
 * The call of a Python function that computes what a node does. Its first arguments are the node's
 * inputs: tensors of int64, with the samples of a batch as their first dimension and the node's
 * shape behind it. It gives such a tensor. Immutable.
 *
 * @param function the function
 * @param arguments its further arguments by name: tensors of integers, whole numbers, flags, texts
 *     and sequences of them
 * @param uses the static files that have the function and what it needs
 */
public record TorchCall(String function, Attributes arguments, List<String> uses) {
  /** Copies the list. */
  public TorchCall {
    uses = List.copyOf(uses);
  }
}
