package dev.backplane.cli.view;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens an address in the browser of the desktop, where there is one. */
final class PageOpener {
  private final Map<String, String> environment;

  PageOpener(Map<String, String> environment) {
    this.environment = environment;
  }

  /** {@return what was done, or why nothing could be, in one sentence} */
  String open(String address) {
    if (!hasDesktop()) {
      return "there is no desktop here (DISPLAY and WAYLAND_DISPLAY are not set); open the address"
          + " yourself";
    }
    Optional<Path> opener = program("xdg-open");
    if (opener.isEmpty()) {
      return "there is no xdg-open here (package xdg-utils); open the address yourself";
    }
    try {
      new ProcessBuilder(opener.get().toString(), address)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .start();
      return "xdg-open was asked to open the page";
    } catch (IOException e) {
      return opener.get() + " cannot be started; open the address yourself";
    }
  }

  private boolean hasDesktop() {
    return List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
        .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
  }

  private Optional<Path> program(String name) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path program = Path.of(folder).resolve(name);
      if (!folder.isEmpty() && Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }
}
