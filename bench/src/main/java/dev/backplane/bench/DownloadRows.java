package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The zip that people download: its size, the time from the zip to a result, and a start of the
 * command beside one of the Java that is in it. {@code tools/dist} makes it.
 */
final class DownloadRows {
  private static final String FOLDER = "downloads";
  private static final double MOST_SECONDS = 2;
  private static final double MOST_MEGABYTES = 95;
  private static final double MOST_STARTS = 5;

  private DownloadRows() {}

  /**
   * Measures the zip of a checkout, if there is one.
   *
   * @param checkout the folder in which {@code tools/dist downloads} was called
   * @param runs how often each command is run
   */
  static List<Row> of(Path checkout, int runs) throws IOException, InterruptedException {
    Optional<Path> zip = zip(checkout.resolve(FOLDER));
    if (zip.isEmpty()) {
      System.err.println(
          "There is no zip in the folder "
              + FOLDER
              + ", so downloads are left out; 'tools/dist "
              + FOLDER
              + "' makes one");
      return List.of();
    }
    Path work = Files.createTempDirectory("backplane-download");
    try {
      return rows(zip.get(), work, runs);
    } finally {
      remove(work);
    }
  }

  private static Optional<Path> zip(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "backplane-*.zip")) {
      for (Path zip : zips) {
        return Optional.of(zip);
      }
      return Optional.empty();
    }
  }

  private static List<Row> rows(Path zip, Path work, int runs)
      throws IOException, InterruptedException {
    ProcessCost.of(work, Map.of(), List.of("unzip", "-q", zip.toString()));
    String unzip = "rm -rf new && unzip -q '" + zip + "' -d new";
    List<ProcessCost> costs =
        ProcessCost.inTurns(
            runs,
            work,
            List.of(
                bash(unzip),
                bash(unzip + " && new/backplane-*/bin/backplane demo"),
                bash("backplane-*/runtime/bin/java -version"),
                bash("backplane-*/bin/backplane list")));
    double alone = costs.get(0).seconds();
    double demo = costs.get(1).seconds();
    double java = costs.get(2).seconds();
    double list = costs.get(3).seconds();
    return List.of(
        Row.atMost("zip", "MB", Files.size(zip) / 1e6, MOST_MEGABYTES),
        Row.atMost("zip: unzip and demo", "s", demo, MOST_SECONDS),
        Row.cost("zip: unzip and demo", "s", demo, "unzip", alone),
        Row.cost("zip: backplane list", "s", list, "java -version of the zip", java),
        Row.atMost("zip: backplane list", "java -version", list / java, MOST_STARTS));
  }

  private static List<String> bash(String line) {
    return List.of("bash", "-c", line);
  }

  private static void remove(Path top) throws IOException {
    try (Stream<Path> all = Files.walk(top)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
