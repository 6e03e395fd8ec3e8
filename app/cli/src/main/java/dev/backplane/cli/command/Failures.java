package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.compiler.CompilerException;
import dev.backplane.plugin.PluginException;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.XclbinError;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.trust.SignatureError;
import dev.backplane.xclbin.trust.SignatureException;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.util.zip.ZipException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns exceptions into one line for a person and an exit code for a program. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  static final String VERBOSE = "--verbose";

  private final Console console;
  private final Interruption interruption;

  public Failures(Console console, Interruption interruption) {
    this.console = console;
    this.interruption = interruption;
  }

  @Override
  public int handleParseException(ParameterException problem, String[] arguments) {
    Throwable cause = problem.getCause();
    if (cause instanceof BackplaneException coded) {
      console.err().println("backplane: " + shown(coded));
      return ExitCode.USAGE;
    }
    UsageMistake mistake = UsageMistake.of(problem);
    console.err().println("backplane: " + mistake.text());
    if (!mistake.corrected()) {
      console
          .err()
          .println(
              "See '" + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    }
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine command, ParseResult arguments) {
    Exception problem = coded(thrown);
    if (interruption.interrupted()) {
      console.err().println("backplane: interrupted");
    } else {
      console.err().println("backplane: " + shown(problem));
      if (verbose(command)) {
        problem.printStackTrace(console.err());
      }
    }
    return code(problem);
  }

  /** A file that cannot be read is one mistake, whichever part of the program found it. */
  private static Exception coded(Exception thrown) {
    if (thrown instanceof BackplaneException || thrown instanceof CompilerException) {
      return thrown;
    }
    if (thrown instanceof XclbinException image && image.code() == XclbinError.IO) {
      return UnreadableFile.saidBy(thrown);
    }
    if (thrown instanceof SignatureException key && key.code() == SignatureError.IO) {
      return UnreadableFile.saidBy(thrown);
    }
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidPathException words) {
        return UnreadableFile.of(words);
      }
      if (cause instanceof IOException trouble && !isContent(trouble)) {
        return isUnnamed(thrown) ? UnreadableFile.of(trouble) : UnreadableFile.saidBy(thrown);
      }
    }
    return thrown;
  }

  /** Tells whether a file was read and is wrong; the error itself says in which way. */
  private static boolean isContent(IOException trouble) {
    return trouble instanceof CharConversionException
        || trouble instanceof CharacterCodingException
        || trouble instanceof EOFException
        || trouble instanceof ZipException;
  }

  /** Tells whether an exception says nothing of its own about the file. */
  private static boolean isUnnamed(Exception thrown) {
    return thrown instanceof IOException || thrown instanceof UncheckedIOException;
  }

  private static boolean verbose(CommandLine command) {
    return command.getParseResult().matchedOptionValue(VERBOSE, false);
  }

  private int code(Exception problem) {
    if (interruption.interrupted()) {
      return ExitCode.INTERRUPTED;
    }
    if (problem instanceof BackplaneException coded) {
      return switch (coded.code().category()) {
        case USAGE, CONFIGURATION -> ExitCode.USAGE;
        case PLUGIN, RESOURCE, DEVICE, LINK, INTERNAL -> ExitCode.FAILED;
      };
    }
    if (problem instanceof CompilerException compiler) {
      return switch (compiler.error()) {
        case OUTPUT, BAD_COMPONENT, BAD_RULE, MODEL_DAMAGED, MODEL_UNSUPPORTED, TOO_LARGE ->
            ExitCode.FAILED;
        default -> ExitCode.USAGE;
      };
    }
    return ExitCode.FAILED;
  }

  /** One line, and below it the words that it is about with a mark, where it ends with those. */
  private static String shown(Exception problem) {
    String text = String.valueOf(problem.getMessage());
    int mark = text.lastIndexOf('\n');
    int words = mark < 0 ? -1 : text.lastIndexOf('\n', mark - 1);
    return words > 0 && text.substring(mark).matches("\\n *\\^+")
        ? text.substring(0, words).replaceAll("\\s*\\R\\s*", "; ") + text.substring(words)
        : oneLine(problem);
  }

  /** The words for an exception after which the command goes on. */
  public static String line(Exception thrown) {
    return oneLine(coded(thrown));
  }

  public static String oneLine(Exception problem) {
    String text =
        switch (problem) {
          case BackplaneException coded -> String.valueOf(coded.getMessage());
          case RtlException rtl -> "RTL " + rtl.error() + ": " + rtl.getMessage();
          case PluginException plugin -> String.valueOf(plugin.getMessage());
          case CompilerException network -> String.valueOf(network.getMessage());
          case XclbinException image -> String.valueOf(image.getMessage());
          case SignatureException signature -> String.valueOf(signature.getMessage());
          case ParameterException usage -> String.valueOf(usage.getMessage());
          default ->
              ErrorCode.INTERNAL.id()
                  + " INTERNAL: "
                  + problem
                  + ". This is a fault of Backplane itself; "
                  + VERBOSE
                  + " shows where it happened";
        };
    return text.replaceAll("\\s*\\R\\s*", "; ");
  }
}
