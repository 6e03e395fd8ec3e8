package dev.backplane.examples.digits;

/** The gradient of the cross-entropy between scores and the correct digit. */
final class CrossEntropy {
  private CrossEntropy() {}

  /** {@return the gradient at the scores: the share that each has, less what it should have} */
  static double[] errors(double[] scores, int label) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      largest = Math.max(largest, score);
    }
    double[] errors = new double[scores.length];
    double total = 0;
    for (int i = 0; i < scores.length; i++) {
      errors[i] = StrictMath.exp(scores[i] - largest);
      total += errors[i];
    }
    for (int i = 0; i < scores.length; i++) {
      errors[i] /= total;
    }
    errors[label] -= 1;
    return errors;
  }
}
