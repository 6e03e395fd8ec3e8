package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.plugin.PluginSymbol;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs what {@code docs/compiler.md} shows. */
class GuideTest {
  @TempDir Path folder;

  private static String guide() throws Exception {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.readString(module.resolve("../docs/compiler.md"));
  }

  private static String block(String language) throws Exception {
    Matcher block = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$").matcher(guide());
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static String place(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  @Test
  void theExamplePrintsWhatTheGuideSays() throws Exception {
    Path source = Files.writeString(folder.resolve("Neuron.java"), block("java"));
    String classPath = place(Compiler.class) + File.pathSeparator + place(PluginSymbol.class);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                folder.toString(),
                source.toString());
    assertThat(result).isZero();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader =
            new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      String[] arguments = {folder.resolve("out").toString()};
      loader.loadClass("Neuron").getMethod("main", String[].class).invoke(null, (Object) arguments);
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyElementsOf(block("text").lines().toList());
  }

  @Test
  void everyErrorIsInTheGuide() throws Exception {
    for (CompilerError error : CompilerError.values()) {
      assertThat(guide()).contains("`" + error + "`");
    }
  }
}
