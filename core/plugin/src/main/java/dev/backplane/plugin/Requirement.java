package dev.backplane.plugin;

/**
 * A need of one plugin for another: {@code mac} in any version, or {@code mac@^0.1}.
 *
 * @param name the name of a plugin, or something that a plugin {@code provides}
 * @param range the versions that will do
 */
public record Requirement(String name, VersionRange range) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public Requirement {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a requirement needs a name, like mac@^0.1");
    }
  }

  /**
   * Reads a requirement.
   *
   * @param text {@code name} or {@code name@range}
   * @return the requirement
   * @throws IllegalArgumentException if it is malformed
   */
  public static Requirement of(String text) {
    int at = text.indexOf('@');
    return at < 0
        ? new Requirement(text.strip(), VersionRange.ANY)
        : new Requirement(text.substring(0, at).strip(), VersionRange.of(text.substring(at + 1)));
  }

  @Override
  public String toString() {
    return range.equals(VersionRange.ANY) ? name : name + "@" + range;
  }
}
