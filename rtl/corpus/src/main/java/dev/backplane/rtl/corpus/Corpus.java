package dev.backplane.rtl.corpus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of designs.
 *
 * @param folder a folder for each design, with its sources and a {@code design.json}
 */
public record Corpus(Path folder) {
  /**
   * {@return the corpus of a checkout, whose root or one of whose modules is the working folder}
   */
  public static Corpus find() {
    Path inModule = Path.of("src/corpus");
    return new Corpus(Files.isDirectory(inModule) ? inModule : inRepository());
  }

  private static Path inRepository() {
    Path here = Path.of("rtl/corpus/src/corpus");
    return Files.isDirectory(here) ? here : Path.of("..").resolve(here);
  }

  /** {@return all designs, by name} */
  public List<CorpusDesign> designs() {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(each -> Files.exists(each.resolve(CorpusDesign.FILE)))
          .sorted()
          .map(CorpusDesign::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the designs of a kind, by name} */
  public List<CorpusDesign> designs(CorpusDesign.Kind kind) {
    return designs().stream().filter(each -> each.kind() == kind).toList();
  }

  /** {@return the design of a name} */
  public CorpusDesign design(String name) {
    return CorpusDesign.read(folder.resolve(name));
  }
}
