package dev.backplane.runtime.configuration;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Gathers all that is wrong with a configuration, so that one run shows it all. */
final class Problems {
  private final String file;
  private final List<String> found = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  void add(String path, Json.Place place, String problem) {
    found.add(path + ": " + problem + " (" + place + ")");
  }

  void throwIfAny() {
    if (found.isEmpty()) {
      return;
    }
    String text =
        found.size() == 1
            ? found.getFirst()
            : found.size() + " problems:\n  " + String.join("\n  ", found);
    throw BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, text)
        .during("read configuration")
        .on(file)
        .remedy("docs/configuration.md describes every key")
        .build();
  }
}
