package dev.backplane.rtl.testing;

import dev.backplane.ffi.ClassPlace;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java code of tests: classes of a class path, and sources, which are compiled in memory. Safe
 * for use by several threads.
 */
final class CaseCode implements AutoCloseable {
  private final List<Path> classPath;
  private final URLClassLoader classes;
  private final Map<String, Class<?>> known = new HashMap<>();

  /**
   * Opens a class path.
   *
   * @param classPath folders and jars
   */
  CaseCode(List<Path> classPath) {
    this.classPath = List.copyOf(classPath);
    classes =
        new URLClassLoader(
            classPath.stream().map(CaseCode::url).toArray(URL[]::new),
            CaseCode.class.getClassLoader());
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Finds a class.
   *
   * @param name a class of the class path, or a file that ends in .java, whose class is called like
   *     the file
   * @param folder where the file is looked for
   * @return a class that is a {@link KernelModel} or a {@link KernelCheck}, or both
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} if there is none, with why
   */
  synchronized Class<?> find(String name, Path folder) {
    Class<?> found = known.get(name);
    if (found == null) {
      try {
        found = name.endsWith(".java") ? compile(folder.resolve(name)) : classes.loadClass(name);
      } catch (ClassNotFoundException | LinkageError e) {
        throw invalid("class '%s' is not found in %s: %s".formatted(name, classPath, e));
      }
      if (!KernelModel.class.isAssignableFrom(found)
          && !KernelCheck.class.isAssignableFrom(found)) {
        throw invalid("'%s' is neither a KernelModel nor a KernelCheck".formatted(name));
      }
      known.put(name, found);
    }
    return found;
  }

  /** {@return a new object of a class} */
  static Object create(Class<?> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw invalid(
          "%s cannot be created: %s; it needs to be public, with a public constructor without parameters"
              .formatted(type.getName(), cause));
    }
  }

  private static RtlException invalid(String problem) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, "the Java code of the tests is not usable: " + problem);
  }

  private Class<?> compile(Path source) throws ClassNotFoundException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw invalid("this Java cannot compile " + source + ". Use a JDK, or compile it before");
    }
    if (!Files.isRegularFile(source)) {
      throw invalid("there is no file " + source);
    }
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-nowarn",
              "-g",
              "-cp",
              compilePath(),
              "-sourcepath",
              sourcePath(source));
      boolean good =
          compiler
              .getTask(
                  new StringWriter(),
                  new InMemory(files, compiled),
                  problems,
                  options,
                  null,
                  files.getJavaFileObjects(source))
              .call();
      if (!good) {
        throw problems.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .findFirst()
            .map(each -> invalid(describe(source, each)))
            .orElseGet(() -> invalid(source + " cannot be compiled"));
      }
    } catch (IOException e) {
      throw invalid(source + " cannot be compiled: " + e);
    }
    String file = Objects.requireNonNull(source.getFileName()).toString();
    String simple = file.substring(0, file.length() - ".java".length());
    String name =
        compiled.keySet().stream()
            .filter(each -> each.substring(each.lastIndexOf('.') + 1).equals(simple))
            .findFirst()
            .orElseThrow(() -> invalid(source + " has no class " + simple));
    return Class.forName(name, true, new InMemoryLoader(compiled, classes));
  }

  private static String describe(Path source, Diagnostic<? extends JavaFileObject> problem) {
    String message = problem.getMessage(null).replaceAll("\\s*\\R\\s*", "; ");
    return "%s:%d: %s".formatted(source, problem.getLineNumber(), message);
  }

  private static String sourcePath(Path source) {
    Path folder = source.toAbsolutePath().getParent();
    return folder == null ? "" : folder.toString();
  }

  /** The class path of the compiler: that of the tests, and where this module's classes are. */
  private String compilePath() {
    List<String> entries = new ArrayList<>();
    classPath.forEach(each -> entries.add(each.toString()));
    ClassPlace.of(KernelModel.class).map(Path::toString).ifPresent(entries::add);
    return String.join(java.io.File.pathSeparator, entries);
  }

  @Override
  public void close() {
    try {
      classes.close();
    } catch (IOException e) {
      System.getLogger(CaseCode.class.getName())
          .log(System.Logger.Level.DEBUG, "closing the class path of tests", e);
    }
  }

  /** Keeps compiled classes in memory. */
  private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> compiled;

    InMemory(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> compiled) {
      super(files);
      this.compiled = compiled;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(
          URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          compiled.put(name, bytes);
          return bytes;
        }
      };
    }
  }

  /** Defines the classes in memory. */
  private static final class InMemoryLoader extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> compiled;

    InMemoryLoader(Map<String, ByteArrayOutputStream> compiled, ClassLoader parent) {
      super(parent);
      this.compiled = compiled;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      ByteArrayOutputStream bytes = compiled.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }
  }
}
