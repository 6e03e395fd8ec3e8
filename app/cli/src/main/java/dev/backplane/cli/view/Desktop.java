package dev.backplane.cli.view;

import dev.backplane.cli.command.SearchPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The desktop of the user, where there is one: its browser, and programs that show something. */
final class Desktop {
  private final Map<String, String> environment;

  Desktop(Map<String, String> environment) {
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
    return start(opener.get(), address)
        ? "xdg-open was asked to open the page"
        : opener.get() + " cannot be started; open the address yourself";
  }

  /** Starts a program that goes on by itself. Returns whether it could be started. */
  static boolean start(Path program, String argument) {
    try {
      new ProcessBuilder(program.toString(), argument)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  boolean hasDesktop() {
    return List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
        .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
  }

  /** {@return a program of the search path, if it is there} */
  Optional<Path> program(String name) {
    return SearchPath.find(name, environment.getOrDefault("PATH", ""));
  }
}
