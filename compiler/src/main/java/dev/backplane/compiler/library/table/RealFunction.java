package dev.backplane.compiler.library.table;

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
  SELU("selu"),
  MISH("mish"),
  ABS("abs"),
  LOG("log"),
  SIN("sin"),
  COS("cos");

  /** The constants of ONNX, as floats have them. */
  private static final double SELU_ALPHA = 1.6732632f;

  private static final double SELU_GAMMA = 1.050701f;

  /** A number that is nearer to 0 than the step of any format, whose logarithm is the smallest. */
  private static final double SMALLEST = 0x1p-48;

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
      case SELU -> SELU_GAMMA * (x > 0 ? x : SELU_ALPHA * StrictMath.expm1(x));
      case MISH -> x * StrictMath.tanh(softplus(x));
      case ABS -> Math.abs(x);
      case LOG -> StrictMath.log(Math.max(x, SMALLEST));
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
