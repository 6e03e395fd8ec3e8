package dev.backplane.compiler.library.table;

import dev.backplane.compiler.fixed.FixedPoint;

/**
 * The functions of a real number that become tables. {@link StrictMath} computes them, so that a
 * table has the same integers wherever it is made.
 */
enum RealFunction {
  SIGMOID("sigmoid"),
  TANH("tanh"),
  SILU("silu"),
  GELU("gelu"),
  EXP("exp"),
  ERF("erf"),
  ELU("elu"),
  SOFTPLUS("softplus"),
  SOFTSIGN("softsign"),
  HARD_SWISH("hard_swish"),
  MISH("mish"),
  GELU_TANH("gelu_tanh"),
  SELU("selu"),
  ABS("abs"),
  SIGNUM("signum"),
  SQRT("sqrt"),
  LOG("log"),
  RECIPROCAL("reciprocal"),
  FLOOR("floor"),
  CEIL("ceil"),
  ROUND("round"),
  SIN("sin"),
  COS("cos");

  /** The smallest positive number of any format: smaller ones have no logarithm of their own. */
  private static final double SMALLEST = Math.scalb(1.0, -FixedPoint.MAX_FRACTION);

  private static final double SELU_ALPHA = 1.6732631921768188;
  private static final double SELU_GAMMA = 1.0507010221481323;
  private static final double GELU_CUBE = 0.044715;
  private static final double SQRT_2_PI = StrictMath.sqrt(2 / StrictMath.PI);

  /** From here on the error function is 1 in double precision. */
  private static final double ERF_ONE = 6;

  private final String type;

  RealFunction(String type) {
    this.type = type;
  }

  /** The type of the nodes that compute it. */
  String type() {
    return type;
  }

  double at(double x) {
    return switch (this) {
      case SIGMOID -> FunctionTable.sigmoid(x);
      case TANH -> StrictMath.tanh(x);
      case SILU -> x * FunctionTable.sigmoid(x);
      case GELU -> 0.5 * x * (1 + erf(x / StrictMath.sqrt(2)));
      case EXP -> StrictMath.exp(x);
      case ERF -> erf(x);
      case ELU -> x > 0 ? x : StrictMath.expm1(x);
      case SOFTPLUS -> softplus(x);
      case SOFTSIGN -> x / (1 + Math.abs(x));
      case HARD_SWISH -> x * Math.clamp(x / 6 + 0.5, 0.0, 1.0);
      case MISH -> x * StrictMath.tanh(softplus(x));
      case GELU_TANH -> 0.5 * x * (1 + StrictMath.tanh(SQRT_2_PI * (x + GELU_CUBE * x * x * x)));
      case SELU -> SELU_GAMMA * (x > 0 ? x : SELU_ALPHA * StrictMath.expm1(x));
      case ABS -> Math.abs(x);
      case SIGNUM -> Math.signum(x);
      case SQRT -> StrictMath.sqrt(Math.max(x, 0));
      case LOG -> StrictMath.log(Math.max(x, SMALLEST));
      case RECIPROCAL -> 1 / (Math.abs(x) < SMALLEST ? SMALLEST : x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case ROUND -> Math.rint(x);
      case SIN -> StrictMath.sin(x);
      case COS -> StrictMath.cos(x);
    };
  }

  private static double softplus(double x) {
    return Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
  }

  /** A series of positive terms: nothing is lost by cancellation. */
  private static double erf(double x) {
    double magnitude = Math.abs(x);
    if (magnitude >= ERF_ONE) {
      return Math.signum(x);
    }
    double term = magnitude;
    double sum = term;
    for (int n = 1; sum + term != sum; n++) {
      term *= 2 * magnitude * magnitude / (2 * n + 1);
      sum += term;
    }
    double value =
        sum * StrictMath.exp(-magnitude * magnitude) * 2 / StrictMath.sqrt(StrictMath.PI);
    return Math.copySign(Math.min(value, 1), x);
  }
}
