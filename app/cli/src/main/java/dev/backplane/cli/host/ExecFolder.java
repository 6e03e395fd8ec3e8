package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.door.Emconfig;
import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.XrtIni;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that a host's environment is made in: the files that XRT reads, its run directory, and
 * what the device processes leave. Removed with all it holds.
 *
 * @param folder where it is
 * @param keep whether to leave it there
 */
record ExecFolder(Path folder, boolean keep) implements AutoCloseable {
  static final String RECORD = ".flight";

  /** The launcher in the image writes it. */
  private static final String LOG = "backplane.log";

  static ExecFolder make(boolean keep) {
    // As other programs do; Java itself does not look at this variable.
    String named = System.getenv("TMPDIR");
    Path temporary =
        Path.of(
            named == null || named.isEmpty()
                ? System.getProperty("java.io.tmpdir", "/tmp")
                : named);
    try {
      return new ExecFolder(Files.createTempDirectory(temporary, "backplane-exec-"), keep);
    } catch (IOException e) {
      throw unwritable(temporary, e);
    }
  }

  Path emconfig(Emconfig configuration) {
    return write("emconfig.json", configuration.text());
  }

  Path ini(XrtIni ini) {
    return write("xrt.ini", ini.text());
  }

  Path configuration(String json) {
    return write("backplane.json", json);
  }

  Path arguments(List<String> arguments) {
    return write("arguments", String.join("\n", arguments) + "\n");
  }

  private Path write(String name, String text) {
    Path file = folder.resolve(name);
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  /** {@return what Debian's libraries want XILINX_XRT to name: a folder to make lib in} */
  Path xilinxXrt() {
    return subfolder("xrt");
  }

  Path runFolder() {
    return subfolder("run");
  }

  Path records() {
    return subfolder("records");
  }

  private Path subfolder(String name) {
    try {
      return Files.createDirectories(folder.resolve(name));
    } catch (IOException e) {
      throw unwritable(folder.resolve(name), e);
    }
  }

  /** {@return what the device processes that were started saw, oldest first} */
  List<FlightRecord.Seen> seen() {
    List<FlightRecord.Seen> seen = new ArrayList<>();
    try (Stream<Path> files = Files.list(records())) {
      for (Path file : files.filter(f -> f.toString().endsWith(RECORD)).sorted().toList()) {
        seen.addAll(seen(file));
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
    return seen;
  }

  /** {@return what a record holds, nothing while it is being made} */
  static List<FlightRecord.Seen> seen(Path file) {
    try {
      return List.of(FlightRecord.read(file));
    } catch (BackplaneException notYet) {
      return List.of();
    }
  }

  /** {@return whether a launcher began at least so long ago and no device process came of it} */
  boolean launchFailed(Duration patience) {
    Path log = records().resolve(LOG);
    try {
      return Files.exists(log)
          && Files.getLastModifiedTime(log).toInstant().isBefore(Instant.now().minus(patience))
          && seen().isEmpty();
    } catch (IOException e) {
      throw unwritable(log, e);
    }
  }

  /** {@return what the device processes said on stderr} */
  List<String> log() {
    Path log = records().resolve(LOG);
    try {
      return Files.exists(log) ? Files.readAllLines(log) : List.of();
    } catch (IOException e) {
      return List.of(log + " cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (keep) {
      return;
    }
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path directory, @org.jspecify.annotations.Nullable IOException problem)
                throws IOException {
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.getLogger(ExecFolder.class.getName())
          .log(System.Logger.Level.WARNING, "removing " + folder, e);
    }
  }

  private static BackplaneException unwritable(Path file, IOException cause) {
    return BackplaneException.because(
            ErrorCode.FILE_UNREADABLE, "cannot be written: " + cause.getMessage())
        .during("exec")
        .on(file.toString())
        .remedy("Set TMPDIR to a folder that can be written")
        .causedBy(cause)
        .build();
  }
}
