package dev.backplane.rtl.engines.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the names of an FST file and leaves the changes in it. */
final class FstNames implements FstHierarchy.Visitor {
  private static final List<String> TYPES =
      List.of(
          "event",
          "integer",
          "parameter",
          "real",
          "real_parameter",
          "reg",
          "supply0",
          "supply1",
          "time",
          "tri",
          "triand",
          "trior",
          "trireg",
          "tri0",
          "tri1",
          "wand",
          "wire",
          "wor",
          "port",
          "sparray",
          "realtime",
          "string",
          "bit",
          "logic",
          "int",
          "shortint",
          "longint",
          "byte",
          "enum",
          "shortreal");

  private final FstFile file;
  private final WaveHierarchy.Builder names = new WaveHierarchy.Builder();
  private final List<String> notes = new ArrayList<>();

  private FstNames(FstFile file) {
    this.file = file;
  }

  static WaveContent read(Path path) throws IOException {
    FstFile file = new FstFile(path);
    try {
      FstNames read = new FstNames(file);
      FstHierarchy.walk(file.hierarchy(), read);
      List<String> problems =
          file.cut().map(cut -> List.of(cut + ": it is cut off")).orElse(List.of());
      return new WaveContent(file, read.names.build(), file.exponent(), read.notes, problems);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void enter(String scope) {
    names.enter(scope);
  }

  @Override
  public void leave() {
    names.leave();
  }

  @Override
  public void note(String text) {
    notes.add(text);
  }

  @Override
  public void signal(int type, String name, int handle) {
    int width = file.width(handle);
    String word = type < TYPES.size() ? TYPES.get(type) : "signal";
    switch (width) {
      case FstFile.TEXT -> names.signal(name, word, 0, WaveSignal.Kind.TEXT, handle);
      case FstFile.REAL -> names.signal(name, word, Long.SIZE, WaveSignal.Kind.REAL, handle);
      default -> names.signal(name, word, width, WaveSignal.Kind.BITS, handle);
    }
  }
}
