package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import java.util.stream.Collectors;

/** A translator of errors of the plugin system into those of the device model. */
public final class PluginErrors {
  private PluginErrors() {}

  /**
   * Translates an error, keeping its text with file, line and column.
   *
   * @param error what the plugin system says
   * @param operation what was done to the plugin
   * @return the same as a coded error
   */
  public static BackplaneException translate(PluginException error, String operation) {
    return BackplaneException.because(code(error.error()), text(error))
        .during(operation)
        .causedBy(error)
        .build();
  }

  private static String text(PluginException error) {
    return error.problems().stream()
        .map(problem -> problem.position() + ": " + problem.text())
        .collect(Collectors.joining("\n  "));
  }

  /** {@return the code that stands for an error of the plugin system} */
  static ErrorCode code(PluginError error) {
    return switch (error) {
      case META_MISSING -> ErrorCode.META_MISSING;
      case META_SYNTAX,
          MISSING_FIELD,
          WRONG_TYPE,
          BAD_VALUE,
          DUPLICATE_PLUGIN,
          STATIC_FILE_MISSING,
          NOT_A_PLUGIN ->
          ErrorCode.META_INVALID;
      case INCOMPATIBLE_API -> ErrorCode.API_VERSION_MISMATCH;
      case SYMBOL_NOT_FOUND, SYMBOL_NOT_LOADABLE -> ErrorCode.SYMBOL_NOT_FOUND;
      case SYMBOL_FAILED -> ErrorCode.PLUGIN_FAILED;
      case SYMBOL_HUNG -> ErrorCode.PLUGIN_HUNG;
      case DEPENDENCY_MISSING, DEPENDENCY_VERSION, DEPENDENCY_CYCLE, STILL_REQUIRED ->
          ErrorCode.DEPENDENCY_UNSATISFIED;
    };
  }
}
