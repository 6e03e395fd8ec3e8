package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.view.Tab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes a part of the page for each file, by its kind. */
final class FileTabs {
  /** The first that a file fits is its kind. */
  private static final List<FileKind> KINDS =
      List.of(
          new ImageFile(),
          new WaveFile(),
          new NetworkFile(),
          new TraceFile(),
          new CoveredFile(),
          new StatsFile());

  private FileTabs() {}

  static List<Tab> of(List<Path> files) {
    Map<String, Integer> counts = new HashMap<>();
    List<Tab> tabs = new ArrayList<>();
    for (Path file : files) {
      FileStart start = FileStart.of(file);
      FileKind kind =
          KINDS.stream()
              .filter(each -> each.isOne(start))
              .findFirst()
              .orElseThrow(() -> unknown(file));
      int count = counts.merge(kind.id(), 1, Integer::sum);
      tabs.add(
          kind.tab(
              count == 1 ? kind.id() : kind.id() + "-" + count,
              String.valueOf(file.getFileName()),
              file));
    }
    return tabs;
  }

  private static BackplaneException unknown(Path file) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "this is no file that the page can show")
        .during("view")
        .on(file.toString())
        .remedy("Name " + KINDS.stream().map(FileKind::words).collect(Collectors.joining(", or ")))
        .build();
  }
}
