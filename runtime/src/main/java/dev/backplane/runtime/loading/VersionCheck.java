package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.Version;
import dev.backplane.plugin.VersionRange;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a plugin's versions fit, by what is written on the outside: the name of its file and its
 * {@code meta.toml}. Nothing of it has been loaded then.
 */
final class VersionCheck {
  /** {@code NAME-1.2.jar}, or a folder called so. */
  private static final class FileName {
    static final Pattern PATTERN =
        Pattern.compile("(?:.*/)?[^/]+?-([0-9]+(?:\\.[0-9]+){1,2}(?:-[0-9A-Za-z.-]+)?)(?:\\.jar)?");
  }

  private VersionCheck() {}

  /**
   * Checks a plugin.
   *
   * @param module the plugin
   * @param wanted the versions of it that the site wants
   * @param isFile whether it is a file or folder of its own, whose name may say a version
   * @return why it cannot be used, or empty
   */
  static Optional<BackplaneException> refusal(
      DriverModule module, VersionRange wanted, boolean isFile) {
    if (isFile) {
      Matcher file = FileName.PATTERN.matcher(module.location());
      if (file.matches() && !isSame(file.group(1), module.version())) {
        return Optional.of(
            refused(
                module,
                "the name of its file says version "
                    + file.group(1)
                    + ", its meta.toml says "
                    + module.version(),
                "Install it again: one of the two is of another version"));
      }
    }
    try {
      VersionRange api = VersionRange.of(module.meta().text("api_version").orElse("*"));
      if (!api.admits(Version.of(Driver.API_VERSION))) {
        return Optional.of(
            refused(
                module,
                module.meta().position("api_version")
                    + ": it is made for API "
                    + api
                    + ", and this is "
                    + Driver.API_VERSION,
                "Install a version of the plugin for this API"));
      }
      if (!wanted.admits(Version.of(module.version()))) {
        return Optional.of(
            refused(
                module,
                "it is version " + module.version() + ", and the configuration wants " + wanted,
                "Install that version, or correct 'version' in the configuration"));
      }
    } catch (PluginException | IllegalArgumentException e) {
      // A description that cannot be understood is reported with its place when it is loaded.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Whether a file's version is that of the plugin, with fewer numbers perhaps. */
  private static boolean isSame(String file, String version) {
    return version.equals(file) || version.startsWith(file + ".");
  }

  private static BackplaneException refused(DriverModule module, String problem, String advice) {
    return BackplaneException.because(ErrorCode.API_VERSION_MISMATCH, problem)
        .during("find plugin")
        .on(module.toString())
        .remedy(advice)
        .build();
  }
}
