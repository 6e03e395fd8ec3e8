package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A program of others that shows a file in place of the page. */
enum Viewer {
  GTKWAVE("apt-get install gtkwave"),
  SURFER("cargo install surfer, or a download of it"),
  /** A page of the web, which fetches the file from this machine and sends it nowhere. */
  PERFETTO("");

  private final String install;

  Viewer(String install) {
    this.install = install;
  }

  private FileKind kind() {
    return this == PERFETTO ? new TraceFile() : new WaveFile();
  }

  static Optional<Viewer> named(String name) {
    return Arrays.stream(values()).filter(each -> each.word().equals(name)).findFirst();
  }

  static String words() {
    return Arrays.stream(values()).map(Viewer::word).collect(Collectors.joining(", "));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Refuses a file that it does not show.
   *
   * @throws BackplaneException if the file is none, or of another kind
   */
  void check(Path file) {
    FileKind kind = kind();
    if (!kind.isOne(FileStart.of(file))) {
      throw refused(file, "this is not " + kind.words(), "Leave out --with to show it on a page");
    }
  }

  /**
   * Starts the program, which goes on by itself.
   *
   * @return what was done, in one sentence
   * @throws BackplaneException if it is not installed, or there is no desktop
   */
  String show(Path file, Desktop desktop) {
    check(file);
    if (!desktop.hasDesktop()) {
      throw refused(
          file,
          "there is no desktop here (DISPLAY and WAYLAND_DISPLAY are not set)",
          "Leave out --with to show it on a page");
    }
    Path program =
        desktop
            .program(word())
            .orElseThrow(
                () ->
                    refused(
                        file,
                        word() + " is not installed",
                        "Install it (" + install + "), or leave out --with"));
    if (!Desktop.start(program, file.toAbsolutePath().toString())) {
      throw refused(file, program + " cannot be started", "Leave out --with");
    }
    return word() + " was started with " + file;
  }

  private static BackplaneException refused(Path file, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("view")
        .on(file.toString())
        .remedy(remedy)
        .build();
  }
}
