package dev.backplane.compiler.onnx;

/**
 * The grid of a constant: steps and zero points, one for all elements or one for each place along
 * an axis.
 *
 * @param scale the steps
 * @param zeros the zero points
 * @param stride how many elements follow each other with the same step
 */
record Scales(OnnxTensor scale, OnnxTensor zeros, int stride) {
  /** Reads the grid of a tensor. */
  static Scales of(OnnxNode node, OnnxTensor tensor, OnnxTensor scale, OnnxTensor zeros) {
    for (int i = 0; i < scale.size(); i++) {
      Quantizer.checkStep(node, scale.real(i));
    }
    return new Scales(scale, zeros, stride(node, tensor, scale, zeros));
  }

  private static int stride(OnnxNode node, OnnxTensor tensor, OnnxTensor scale, OnnxTensor zeros) {
    if (zeros.size() != 1 && zeros.size() != scale.size()) {
      throw node.unsupported(
          "it has "
              + zeros.size()
              + " zero points and "
              + scale.size()
              + " scales; as many are supported, or one zero point");
    }
    if (scale.size() == 1) {
      return 1;
    }
    int axis = axis(node, tensor, scale);
    int stride = 1;
    for (int extent : tensor.extents().subList(axis + 1, tensor.extents().size())) {
      stride *= extent;
    }
    return stride;
  }

  /** The attribute, or where a scale that is broadcast has its extent. */
  private static int axis(OnnxNode node, OnnxTensor tensor, OnnxTensor scale) {
    int rank = tensor.extents().size();
    long given = node.whole("axis", rank == 1 ? 0 : 1);
    if (given < -rank || given >= rank) {
      throw node.unsupported("axis is " + given + ", and its input has " + rank);
    }
    int axis = Math.floorMod(given, rank);
    boolean isBroadcast = !node.operator().endsWith("Linear");
    if (isBroadcast || scale.extents().size() == rank) {
      // Extents are compared from the last on, as broadcasting does.
      axis = scale.extents().indexOf(scale.size()) + rank - scale.extents().size();
    }
    if (axis < 0 || axis >= rank || tensor.extents().get(axis) != scale.size()) {
      throw node.unsupported(
          "its scales have extents " + scale.extents() + ", and its input " + tensor.extents());
    }
    return axis;
  }

  private int index(OnnxTensor of, int element) {
    return of.size() == 1 ? 0 : element / stride % of.size();
  }

  OnnxTensor codes(OnnxTensor tensor, long low, long high) {
    double[] codes = new double[tensor.size()];
    for (int i = 0; i < codes.length; i++) {
      double steps = Math.rint(tensor.real(i) / scale.real(index(scale, i)));
      codes[i] = Math.clamp(steps + zeros.real(index(zeros, i)), (double) low, (double) high);
    }
    return OnnxTensor.of(tensor.name(), ElementType.DOUBLE, tensor.extents(), codes);
  }

  OnnxTensor dequantized(OnnxTensor codes) {
    double[] reals = new double[codes.size()];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = (codes.real(i) - zeros.real(index(zeros, i))) * scale.real(index(scale, i));
    }
    return OnnxTensor.of(codes.name(), ElementType.DOUBLE, codes.extents(), reals)
        .withSteps(scale.reals());
  }
}
