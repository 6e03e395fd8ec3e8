package dev.backplane.cli.kernel;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One {@code --arg NAME=VALUE} as it was typed. What the value means depends on what the kernel
 * wants for that name, so it is read only when the kernel is known.
 *
 * @param name the argument's name
 * @param value the rest
 */
public record ArgumentText(String name, String value) {
  private static final Pattern SIZED = Pattern.compile("(.*):(0x[0-9a-fA-F]+|[0-9]+)([KMG]i?B?)?");
  private static final Pattern WHOLE = Pattern.compile("(-?)(?:0[xX]([0-9a-fA-F]+)|([0-9]+))");
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger LOWEST = BigInteger.ONE.shiftLeft(63).negate();

  /** The interpretation of a value for a kernel. */
  sealed interface Meaning permits Scalar, Input, Output, InOut {}

  /** A number for a register. */
  record Scalar(Number number) implements Meaning {}

  /** A buffer filled from a file. */
  record Input(Path file) implements Meaning {}

  /** A buffer written to a file after the run; without a file it is only room to work in. */
  record Output(String file, long size) implements Meaning {}

  /** A buffer filled from one file and written to another after the run. */
  record InOut(Path from, String to) implements Meaning {}

  /** Splits what was typed. */
  public static ArgumentText parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "'" + text + "' is not NAME=VALUE")
          .during("read --arg")
          .remedy("Write a=@in.bin, c=out.bin:4096 or n=1024")
          .build();
    }
    return new ArgumentText(text.substring(0, equals), text.substring(equals + 1));
  }

  /**
   * Reads the value.
   *
   * @param argument what the kernel wants for this name
   * @return what it means
   */
  Meaning meaning(Argument argument) {
    return switch (argument.kind()) {
      case SCALAR, LOCAL -> new Scalar(number(argument));
      case BUFFER -> buffer(argument);
      // The device does not tell; the way it is written does.
      case OTHER -> isBuffer() ? buffer(argument) : new Scalar(number(argument));
      case VECTOR, BYTES, IMAGE, SAMPLER, UNSUPPORTED, UNKNOWN ->
          throw refused(argument, "the command passes buffers and numbers alone");
    };
  }

  private boolean isBuffer() {
    return value.startsWith("@") || SIZED.matcher(value).matches();
  }

  private Meaning buffer(Argument argument) {
    return value.startsWith("@") ? fromFile(value.substring(1)) : output(argument);
  }

  private static Meaning fromFile(String text) {
    Path whole = Path.of(text);
    int colon = text.lastIndexOf(':');
    // A file whose name has a colon is meant as it stands if it is there.
    if (colon < 1 || colon == text.length() - 1 || Files.exists(whole)) {
      return new Input(whole);
    }
    return new InOut(Path.of(text.substring(0, colon)), text.substring(colon + 1));
  }

  private Meaning output(Argument argument) {
    Matcher matcher = SIZED.matcher(value);
    if (!matcher.matches()) {
      throw refused(argument, "a buffer is wanted, and '" + value + "' names none");
    }
    BigInteger size = whole(matcher.group(2)).multiply(unit(matcher.group(3)));
    if (size.signum() <= 0 || size.bitLength() > 40) {
      throw refused(argument, "a buffer of " + size + " bytes cannot be made");
    }
    return new Output(matcher.group(1), size.longValueExact());
  }

  private Number number(Argument argument) {
    String text = value.replace("_", "");
    try {
      return switch (argument.type()) {
        case "half", "float", "double" -> Double.valueOf(text);
        default -> word(argument, whole(text));
      };
    } catch (NumberFormatException e) {
      throw refused(argument, "'" + value + "' is not a number of type " + argument.type());
    }
  }

  private Long word(Argument argument, BigInteger number) {
    if (number.compareTo(LOWEST) < 0 || number.compareTo(WORD) >= 0) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE, number + " does not fit 64 bits")
          .during("read --arg")
          .on("argument " + argument)
          .remedy("Pass a smaller number")
          .build();
    }
    return number.longValue();
  }

  private static BigInteger whole(String text) {
    Matcher matcher = WHOLE.matcher(text);
    if (!matcher.matches()) {
      throw new NumberFormatException(text);
    }
    String hexadecimal = matcher.group(2);
    BigInteger number =
        hexadecimal == null ? new BigInteger(matcher.group(3)) : new BigInteger(hexadecimal, 16);
    return matcher.group(1).isEmpty() ? number : number.negate();
  }

  private static BigInteger unit(@Nullable String suffix) {
    if (suffix == null) {
      return BigInteger.ONE;
    }
    return switch (suffix.charAt(0)) {
      case 'K' -> BigInteger.ONE.shiftLeft(10);
      case 'M' -> BigInteger.ONE.shiftLeft(20);
      default -> BigInteger.ONE.shiftLeft(30);
    };
  }

  private static BackplaneException refused(Argument argument, String problem) {
    return BackplaneException.because(ErrorCode.WRONG_ARGUMENT_TYPE, problem)
        .during("read --arg")
        .on("argument " + argument)
        .remedy(
            argument.kind() == Argument.Kind.BUFFER
                ? "Write "
                    + argument.name()
                    + "=@FILE to fill it from a file, or "
                    + argument.name()
                    + "=FILE:BYTES to keep it in one"
                : "Write " + argument.name() + "=NUMBER; 0x starts a hexadecimal one")
        .build();
  }
}
