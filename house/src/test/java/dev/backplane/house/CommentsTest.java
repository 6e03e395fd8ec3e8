package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Whoever uses a module finds a comment at everything it exports. */
class CommentsTest {
  private static final Pattern EXPORTS = Pattern.compile("exports\\s+([\\w.]+)\\s*;");

  @Test
  void everyExportedTypeAndMethodHasAComment() throws IOException {
    List<Path> sources = exportedSources();
    assertThat(sources).hasSizeGreaterThan(50);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Set<String> missing = new TreeSet<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Uncommented(docs, missing).scan(unit, null);
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<Path> exportedSources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path descriptor : Checkout.files(name -> name.endsWith("main/java/module-info.java"))) {
      Matcher exports = EXPORTS.matcher(Checkout.read(descriptor));
      while (exports.find()) {
        Path folder = descriptor.resolveSibling(exports.group(1).replace('.', '/'));
        try (var files = Files.list(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    return sources;
  }

  /** Looks at what is public, and at what an interface makes public by itself. */
  private static final class Uncommented extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final Set<String> missing;

    private Uncommented(DocTrees docs, Set<String> missing) {
      this.docs = docs;
      this.missing = missing;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
      if (!type.getSimpleName().isEmpty() && isPublic(type.getModifiers())) {
        check(type.getSimpleName().toString());
        return super.visitClass(type, null);
      }
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      boolean inherits =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
      if (!inherits && isPublic(method.getModifiers())) {
        check(method.getName().toString());
      }
      return null;
    }

    private boolean isPublic(ModifiersTree modifiers) {
      Set<Modifier> flags = modifiers.getFlags();
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean inInterface =
          parent.getKind() == Tree.Kind.INTERFACE || parent.getKind() == Tree.Kind.ANNOTATION_TYPE;
      return flags.contains(Modifier.PUBLIC) || (inInterface && !flags.contains(Modifier.PRIVATE));
    }

    private void check(String name) {
      if (docs.getDocComment(getCurrentPath()) == null) {
        CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
        long line =
            unit.getLineMap()
                .getLineNumber(
                    docs.getSourcePositions().getStartPosition(unit, getCurrentPath().getLeaf()));
        missing.add(Checkout.name(Path.of(unit.getSourceFile().toUri())) + ":" + line + " " + name);
      }
    }
  }
}
