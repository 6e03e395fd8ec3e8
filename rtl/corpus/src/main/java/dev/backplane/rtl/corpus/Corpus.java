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
    return Stream.of("", "..", "../..")
        .map(root -> new Corpus(Path.of(root, "rtl/corpus/src/corpus")))
        .filter(corpus -> Files.isDirectory(corpus.folder()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no folder rtl/corpus/src/corpus here or above"));
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
