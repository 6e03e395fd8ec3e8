package dev.backplane.cli.setup;

import java.util.Optional;

/** Defects of JDK releases that a user of Backplane should know of. The launcher tells them too. */
final class JdkDefects {
  private static final int FIRST_SOUND_UPDATE = 3;

  private JdkDefects() {}

  /** {@return what is wrong with a release of Java, and what to do; empty if nothing is known} */
  static Optional<String> of(Runtime.Version version) {
    if (version.feature() == 25
        && version.interim() == 0
        && version.update() < FIRST_SOUND_UPDATE) {
      return Optional.of(
          "its collector G1 can corrupt data (JDK-8377811); install 25.0.3 or newer");
    }
    return Optional.empty();
  }
}
