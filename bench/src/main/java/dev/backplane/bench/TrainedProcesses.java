package dev.backplane.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Processes that start with an AOT cache of an earlier one, as the launcher and installed programs
 * have one. Files are deleted at the end.
 */
final class TrainedProcesses implements AutoCloseable {
  private final Path folder;
  private final String jars;

  /** Packs the class path: AOT caches are of JAR files. */
  TrainedProcesses() throws IOException {
    folder = Files.createTempDirectory("backplane-bench");
    jars = jars(folder);
  }

  /** Runs a class once for its cache, and gives the command that runs it with that. */
  List<String> command(Class<?> main, List<String> arguments) throws IOException {
    Path cache = folder.resolve(main.getSimpleName() + ".aot");
    Programs.output(Programs.java(List.of("-XX:AOTCacheOutput=" + cache), jars, main, arguments));
    return Programs.java(List.of("-XX:AOTCache=" + cache), jars, main, arguments);
  }

  private static String jars(Path folder) throws IOException {
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    List<String> all = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Files.isDirectory(Path.of(entry))) {
        String file = folder.resolve(all.size() + ".jar").toString();
        if (jar.run(System.err, System.err, "cf", file, "-C", entry, ".") != 0) {
          throw new IOException("jar cannot pack " + entry + "; what it said is above");
        }
        all.add(file);
      } else if (Files.exists(Path.of(entry))) {
        all.add(entry);
      }
    }
    return String.join(File.pathSeparator, all);
  }

  @Override
  public void close() throws IOException {
    EngineArea.delete(folder);
  }
}
