package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles the examples of the how-to pages and runs the tests in them. A block of Java that begins
 * with a package is a file of the example; so is a text whose first line names a service.
 */
class HowToTest {
  private static final Pattern SOURCE = Pattern.compile("(?ms)^```java\\n(package .*?)^```$");
  private static final Pattern SERVICE =
      Pattern.compile("(?ms)^```text\\n# (META-INF/services/\\S+)\\n(.*?)^```$");
  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public )?(?:final )?(?:class|enum|interface|record) (\\w+)");

  private static final List<String> PAGES =
      Stream.of("pass", "front-end", "bus-protocol", "command", "component")
          .map(what -> "docs/write-a-" + what + ".md")
          .toList();

  private static final Map<String, List<String>> TYPES = new HashMap<>();

  @TempDir static Path folder;
  private static URLClassLoader loader;

  /** All at once: most of the time goes into reading what they use. */
  @BeforeAll
  static void compile() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<Path> files = new ArrayList<>();
    for (String page : PAGES) {
      String text = Checkout.read(Checkout.ROOT.resolve(page));
      List<String> types = new ArrayList<>();
      for (MatchResult block : SOURCE.matcher(text).results().toList()) {
        String source = block.group(1);
        String type = first(PACKAGE, source) + "." + first(TYPE, source);
        types.add(type);
        files.add(write(folder.resolve("src/" + type.replace('.', '/') + ".java"), source));
      }
      for (MatchResult service : SERVICE.matcher(text).results().toList()) {
        write(classes.resolve(service.group(1)), service.group(2));
      }
      TYPES.put(page, types);
    }
    compile(files, classes);
    loader = ClassPath.loader(classes);
  }

  @AfterAll
  static void close() throws IOException {
    loader.close();
  }

  static List<String> pages() {
    return PAGES;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theExampleOfAPageWorks(String page) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      int tests = 0;
      for (String type : TYPES.getOrDefault(page, List.of())) {
        for (Method method : loader.loadClass(type).getDeclaredMethods()) {
          if (isTest(method)) {
            run(method);
            tests++;
          }
        }
      }
      assertThat(tests).isPositive();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static String first(Pattern pattern, String source) {
    Matcher matcher = pattern.matcher(source);
    assertThat(matcher.find()).as(source).isTrue();
    return matcher.group(1);
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static void compile(List<Path> files, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-nowarn",
              "-proc:none",
              "-cp",
              String.join(File.pathSeparator, ClassPath.entries()),
              "-d",
              classes.toString());
      boolean done =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      assertThat(done).as(messages.toString()).isTrue();
    }
  }

  /** Its annotation is that of the other loader. */
  private static boolean isTest(Method method) {
    return Stream.of(method.getAnnotations())
        .anyMatch(each -> each.annotationType().getName().equals(Test.class.getName()));
  }

  private static void run(Method method) throws Exception {
    var constructor = method.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw new AssertionError(method.getName() + ": " + e.getCause(), e.getCause());
    }
  }
}
