package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the build does to jars with class files that are too old for the AOT cache. */
class NewerClassesTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theParserIsTheSameWithNewerClasses()
      throws IOException, InterruptedException, URISyntaxException {
    Path old = folder.resolve("parser.jar");
    Files.copy(
        Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
        old);
    Path newer = folder.resolve("parser-newer.jar");
    assertThat(run(old)).startsWith(newer + ": ");
    try (JarFile before = new JarFile(old.toFile());
        JarFile after = new JarFile(newer.toFile())) {
      assertThat(names(after)).isEqualTo(names(before));
      for (JarEntry entry : Collections.list(after.entries())) {
        if (entry.getName().endsWith(".class")) {
          assertThat(version(after, entry))
              .as(entry.getName())
              .isGreaterThanOrEqualTo(ClassFile.JAVA_6_VERSION);
        }
      }
    }
    String libraries = System.getProperty("backplane.test.classpath", "");
    assertThat(java("-cp", newer + ":" + libraries, "dev.backplane.cli.Main", "list", "--help"))
        .isEqualTo(Outcome.of("list", "--help").out());
  }

  @Test
  void jarsThatAreNewOrSignedAreLeftAlone() throws IOException, InterruptedException {
    Path current = jar("current.jar", ClassFile.JAVA_6_VERSION, "META-INF/notes");
    Path signed = jar("signed.jar", ClassFile.JAVA_5_VERSION, "META-INF/SOMEBODY.SF");
    assertThat(run(current, signed)).isEmpty();
    Path old = jar("old.jar", ClassFile.JAVA_5_VERSION, "META-INF/notes");
    assertThat(run(current, signed, old)).startsWith(folder.resolve("old-newer.jar").toString());
  }

  private Path jar(String name, int version, String other) throws IOException {
    Path jar = folder.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("Old.class"));
      out.write(ClassFile.of().build(ClassDesc.of("Old"), type -> type.withVersion(version, 0)));
      out.putNextEntry(new JarEntry(other));
    }
    return jar;
  }

  private static List<String> names(JarFile jar) {
    return jar.stream().map(JarEntry::getName).toList();
  }

  private static int version(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return ByteBuffer.wrap(in.readNBytes(8)).getShort(6);
    }
  }

  private String run(Path... jars) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Outcome.home().resolve("app/dist/NewerClasses.java").toString());
    for (Path jar : jars) {
      words.add(jar.toString());
    }
    return java(words.toArray(String[]::new));
  }

  private static String java(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      return text;
    }
  }
}
