package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The names that waveforms may have: the end of a name chooses the format. */
final class WaveFiles {
  private static final List<String> RECORDED = List.of(".vcd", ".fst");
  private static final List<String> DRAWN = List.of(".vcd", ".fst", ".svg");

  private WaveFiles() {}

  /** Checks the name of what is written while a kernel runs. */
  static Path recorded(Path file) {
    return checked(file, RECORDED);
  }

  /** Checks the name of what is written or drawn. */
  static Path drawn(Path file) {
    return checked(file, DRAWN);
  }

  private static Path checked(Path file, List<String> ends) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    boolean isStream = Files.exists(file) && !Files.isRegularFile(file);
    // Without an end it is a VCD.
    if (!isStream && name.lastIndexOf('.') > 0 && ends.stream().noneMatch(name::endsWith)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "its name ends in none of " + String.join(", ", ends))
          .during("write the waveform")
          .on(file.toString())
          .remedy("End the name as the format is called")
          .build();
    }
    return file;
  }
}
