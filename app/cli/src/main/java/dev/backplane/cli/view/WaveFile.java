package dev.backplane.cli.view;

import dev.backplane.view.Tab;
import java.nio.file.Path;

/** A waveform: a VCD or FST, from any simulator. */
public final class WaveFile implements FileKind {
  private static final String FST = "\0\0\0\0\0\0\0\1I";

  @Override
  public String words() {
    return "a waveform (.vcd, .fst)";
  }

  @Override
  public String id() {
    return "wave";
  }

  @Override
  public boolean isOne(FileStart start) {
    return start.isNamed(".vcd")
        || start.isNamed(".fst")
        || start.startsWith(FST)
        || start.text().contains("$enddefinitions");
  }

  @Override
  public Tab tab(String id, String title, Path file) {
    return new Tab(id, title, "wave.js", new WaveRoute(WaveOpening.of(file)));
  }
}
