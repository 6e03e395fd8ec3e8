package dev.backplane.compiler.onnx;

/** Imports one operator into a graph. */
@FunctionalInterface
interface OperatorImport {
  /**
   * Imports one node: adds what it becomes, and says what its outputs are.
   *
   * @param node the node
   * @param network the network that grows
   * @throws dev.backplane.compiler.CompilerException if it cannot be imported
   */
  void run(OnnxNode node, ImportedNodes network);
}
