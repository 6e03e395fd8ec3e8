package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.runtime.TraceLevel;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** Parses the trace level of a command line. */
public final class TraceLevelText {
  /** Plugins, the selected device, and calls. */
  static final String USUAL = "3";

  private static final int HIGHEST = 3;

  private TraceLevelText() {}

  /** {@return the level of a number} */
  public static TraceLevel parse(String text) {
    try {
      TraceLevel level = TraceLevel.parse(text, "--trace");
      // Bits without a meaning are a slip of a person; a variable may be meant for other programs
      // too.
      if (level.mask() < -1 || level.mask() > HIGHEST) {
        throw new TypeConversionException(
            "'" + text + "' is no trace level; write 0, 1, 2, 3, or -1 for everything");
      }
      return level;
    } catch (BackplaneException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** The level may be left out: what follows and is no number is the next word then. */
  static final class MayBeMissing implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // What picocli keeps the command line in.
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> details) {
      boolean attached = "=".equals(details.get("separator"));
      if (!attached && (words.isEmpty() || !words.peek().matches("-?(0[xX])?[0-9a-fA-F]+"))) {
        words.push(USUAL);
      }
      return false;
    }
  }
}
