package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.OutputFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The files that a graph became. Immutable; the same graph gives the same bytes, wherever and
 * whenever.
 *
 * @param top the unit that is the whole design
 * @param files the sources, each behind those it uses
 * @param description the kernel description for {@code backplane build}
 * @param companions other files that lie beside them
 */
public record Design(
    String top, List<HdlFile> files, HdlFile description, List<HdlFile> companions) {
  /** Copies the lists. */
  public Design {
    files = List.copyOf(files);
    companions = List.copyOf(companions);
  }

  /** {@return this design with one more file beside it} */
  public Design with(HdlFile companion) {
    List<HdlFile> more = new ArrayList<>(companions);
    more.add(companion);
    return new Design(top, files, description, more);
  }

  /**
   * Writes the files into a new folder: all of them or, if anything fails, none.
   *
   * @param folder the folder, which must not exist or be empty
   * @return the sources in the order of {@link #files}
   * @throws CompilerException with {@link CompilerError#OUTPUT} if that is not possible
   */
  public List<Path> write(Path folder) {
    SequencedMap<String, byte[]> contents = new LinkedHashMap<>();
    for (HdlFile file : files) {
      put(contents, file);
    }
    put(contents, description);
    for (HdlFile file : companions) {
      put(contents, file);
    }
    OutputFolder.write(folder, contents);
    return files.stream().map(file -> folder.resolve(file.name())).toList();
  }

  private static void put(SequencedMap<String, byte[]> contents, HdlFile file) {
    if (!Path.of(file.name()).equals(Path.of(file.name()).getFileName())) {
      throw new CompilerException(
          CompilerError.OUTPUT, "file " + file.name(), "it would lie outside the output folder");
    }
    contents.put(file.name(), file.text().getBytes(StandardCharsets.UTF_8));
  }
}
