package dev.backplane.pi.driver;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version that a plugin reports: the interface's version followed by its own revision. */
record PluginVersion(InterfaceVersion speaks, String revision) {
  private static final Pattern SHAPE = Pattern.compile("(\\d+\\.\\d+)\\.(\\w+)");

  static Optional<PluginVersion> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? InterfaceVersion.parse(matcher.group(1))
            .map(version -> new PluginVersion(version, matcher.group(2)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return speaks + "." + revision;
  }
}
