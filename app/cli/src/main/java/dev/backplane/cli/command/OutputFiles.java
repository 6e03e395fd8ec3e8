package dev.backplane.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that a command writes when it is done; closed, those that were not written are gone. */
public final class OutputFiles implements AutoCloseable {
  private final List<OutputFile> files = new ArrayList<>();

  public OutputFile at(Path target) {
    OutputFile file = OutputFile.at(target);
    files.add(file);
    return file;
  }

  @Override
  public void close() {
    files.forEach(OutputFile::close);
  }
}
