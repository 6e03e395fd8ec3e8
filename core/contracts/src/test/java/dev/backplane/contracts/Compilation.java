package dev.backplane.contracts;

import dev.backplane.api.Facet;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * What became of sources that were compiled with the processor.
 *
 * @param problems the errors of the processor
 * @param folder where the sources are that it wrote
 */
record Compilation(List<String> problems, Path folder) {
  /** Runs the processor over sources; nothing is compiled to classes. */
  static Compilation of(Path folder, String... sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<Source> files = Stream.of(sources).map(Source::new).toList();
    var task =
        compiler.getTask(
            new StringWriter(),
            null,
            diagnostics,
            List.of("-proc:only", "-parameters", "-cp", api(), "-d", folder.toString()),
            null,
            files);
    task.setProcessors(List.of(new ContractProcessor()));
    task.call();
    List<String> problems = new ArrayList<>();
    diagnostics.getDiagnostics().stream()
        // What forms extend is not there.
        .filter(each -> each.getCode().startsWith("compiler.err.proc"))
        .forEach(each -> problems.add(each.getMessage(Locale.ROOT)));
    return new Compilation(problems, folder);
  }

  /** {@return what the processor wrote} */
  String written(String name) {
    try {
      return Files.readString(folder.resolve("sample").resolve(name + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String api() {
    try {
      return new File(Facet.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** A source in memory, named after its first type. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///sample/" + name(text) + ".java"), Kind.SOURCE);
      this.text = text;
    }

    private static String name(String text) {
      return text.contains("interface ")
          ? text.replaceAll("(?s).*?public interface (\\w+).*", "$1")
          : "package-info";
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
