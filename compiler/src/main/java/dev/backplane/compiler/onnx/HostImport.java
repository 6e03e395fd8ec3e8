package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.List;

/** Imports operators that stay on the host. */
final class HostImport {
  /** Before this version, Softmax is over all axes from one on. */
  private static final long FIRST_OF_ONE_AXIS = 13;

  private HostImport() {}

  static void softmax(OnnxNode node, ImportedNodes network) {
    last(node, network, HostStep.SOFTMAX, network.version() < FIRST_OF_ONE_AXIS ? 1 : -1);
  }

  static void logSoftmax(OnnxNode node, ImportedNodes network) {
    last(node, network, HostStep.LOG_SOFTMAX, network.version() < FIRST_OF_ONE_AXIS ? 1 : -1);
  }

  static void argMax(OnnxNode node, ImportedNodes network) {
    if (node.whole("select_last_index", 0) != 0) {
      throw node.unsupported(
          "of several largest numbers it takes the last; the first is supported");
    }
    last(node, network, HostStep.ARG_MAX, 0);
  }

  private static void last(OnnxNode node, ImportedNodes network, HostStep step, long otherwise) {
    List<HostStep> steps = new ArrayList<>();
    Value.Stream input;
    if (network.input(node, 0) instanceof Value.OnHost host) {
      input = host.stream();
      steps.addAll(host.steps());
    } else {
      input = network.stream(node, 0);
    }
    long elements = input.extents().stream().filter(extent -> extent > 1).count();
    if (elements > 1) {
      throw node.unsupported(
          "its input has extents "
              + input.extents()
              + " beside the batch; one is supported, of all classes");
    }
    checkAxis(node, network, step, input.extents(), otherwise);
    steps.add(step);
    network.gives(node, new Value.OnHost(input, node.operator(), steps));
  }

  /** The axis has to be the one that has all classes. */
  private static void checkAxis(
      OnnxNode node, ImportedNodes network, HostStep step, List<Integer> extents, long otherwise) {
    int rank = extents.size() + 1;
    long given = node.whole("axis", otherwise);
    if (given < -rank || given >= rank) {
      throw node.unsupported("axis is " + given + ", and its input has " + rank);
    }
    int axis = Math.floorMod(given, rank);
    if (axis == 0) {
      throw node.unsupported("axis 0 is the batch, and one sample is computed at a time");
    }
    boolean isFromAxisOn = step != HostStep.ARG_MAX && network.version() < FIRST_OF_ONE_AXIS;
    long over =
        extents.subList(axis - 1, isFromAxisOn ? extents.size() : axis).stream()
            .mapToLong(Integer::longValue)
            .reduce(1, (size, extent) -> size * extent);
    if (extents.stream().anyMatch(extent -> extent > over)) {
      throw node.unsupported(
          "axis is "
              + given
              + ", which has one of the elements "
              + extents
              + " beside the batch; the axis of all classes is supported");
    }
  }
}
