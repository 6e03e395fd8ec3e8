package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import dev.backplane.api.contract.Form;
import dev.backplane.api.contract.Functions;
import dev.backplane.api.contract.Generate;
import dev.backplane.api.contract.Numbered;
import dev.backplane.api.contract.Served;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * Generates a {@link Form} of all facets into each package that is marked with {@link Generate},
 * and the forms of a table of C functions beside the interface that has its list, with its server
 * if it is {@link Served}, and the numbers of a {@link Numbered} enum for C.
 */
public final class ContractProcessor extends AbstractProcessor {
  private static final String SCHEMA_PACKAGE = "dev.backplane.runtime";

  /** The option that names the schema of configurations; without it, none is written. */
  private static final String SCHEMA = "contracts.schema";

  private static final Pattern FACETS =
      Pattern.compile("(\"facet\":\\s*\\{\\s*\"enum\":\\s*)\\[[^]]*]");

  /** A processor, as the compiler makes it. */
  public ContractProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Stream.of(Generate.class, Functions.class, Served.class, Numbered.class)
        .map(Class::getName)
        .collect(Collectors.toSet());
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Set.of(SCHEMA);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Map<String, TypeElement> sources =
        ElementFilter.typesIn(round.getRootElements()).stream()
            .collect(
                Collectors.toMap(type -> type.getQualifiedName().toString(), Function.identity()));
    for (PackageElement home :
        ElementFilter.packagesIn(round.getElementsAnnotatedWith(Generate.class))) {
      report(home, () -> generate(home, sources));
    }
    for (TypeElement table :
        ElementFilter.typesIn(round.getElementsAnnotatedWith(Functions.class))) {
      report(table, () -> functions(table));
    }
    for (TypeElement numbers :
        ElementFilter.typesIn(round.getElementsAnnotatedWith(Numbered.class))) {
      report(numbers, () -> numbers(numbers));
    }
    return false;
  }

  /** An action that writes sources. */
  private interface Writing {
    void write() throws IOException;
  }

  private void report(Element place, Writing writing) {
    try {
      writing.write();
    } catch (Problem e) {
      processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), place);
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, "cannot write a form: " + e.getMessage(), place);
    }
  }

  private void functions(TypeElement table) throws IOException {
    ClassName name = ClassName.get(table);
    Functions list = table.getAnnotation(Functions.class);
    for (TypeSpec each : new FunctionsWriter(name, list).types()) {
      write(name.packageName(), each);
    }
    Served served = table.getAnnotation(Served.class);
    if (served != null) {
      ServerWriter writer = new ServerWriter(name, list, served);
      write(name.packageName(), writer.server());
      writeResource(name.packageName(), served.macros(), writer.macros());
    }
  }

  private void numbers(TypeElement list) throws IOException {
    String numbers =
        list.getEnclosedElements().stream()
            .filter(each -> each.getKind() == ElementKind.ENUM_CONSTANT)
            .map(each -> "NUMBER(" + each.getSimpleName() + ")\n")
            .collect(Collectors.joining());
    writeResource(
        ClassName.get(list).packageName(),
        list.getAnnotation(Numbered.class).macros(),
        "/* Made of " + list.getQualifiedName() + ". */\n" + numbers + "#undef NUMBER\n");
  }

  private void generate(PackageElement home, Map<String, TypeElement> sources) throws IOException {
    Generate wanted = home.getAnnotation(Generate.class);
    Elements elements = processingEnv.getElementUtils();
    Types types = processingEnv.getTypeUtils();
    String name = home.getQualifiedName().toString();
    Contracts contracts = Contracts.of(elements, types, List.of(wanted.from()));
    RegistryWriter registry = new RegistryWriter(contracts, name);
    switch (wanted.value()) {
      case NAMES -> {
        write(name, registry.names());
        String schema = processingEnv.getOptions().get(SCHEMA);
        if (schema != null) {
          writeSchema(contracts, Path.of(schema));
        }
      }
      case CHECKED -> {
        HandWritten hand = new HandWritten(name, sources, types);
        CheckedWriter writer = new CheckedWriter(contracts, types, hand);
        for (Contract contract : contracts.all()) {
          write(name, writer.write(contract));
        }
        write(name, registry.checked(hand));
      }
      case TRACED -> {
        TracedWriter writer = new TracedWriter(contracts, types, name);
        for (Contract contract : contracts.all()) {
          write(name, writer.write(contract));
        }
        write(name, registry.traced(writer));
      }
      case KIT -> write(name, new KitWriter(contracts, name, sources).write(registry));
    }
  }

  private void write(String home, TypeSpec type) throws IOException {
    JavaFile.builder(home, type)
        .skipJavaLangImports(true)
        .indent("  ")
        .build()
        .writeTo(processingEnv.getFiler());
  }

  /** Only the names of facets are missing in what was written by hand. */
  private void writeSchema(Contracts contracts, Path source) throws IOException {
    String names =
        contracts.facets().stream()
            .map(facet -> '"' + facet.name() + '"')
            .collect(Collectors.joining(", ", "[", "]"));
    Matcher place = FACETS.matcher(Files.readString(source));
    if (!place.find()) {
      throw new IOException(source + " has no list of facets");
    }
    String written = place.replaceFirst(Matcher.quoteReplacement(place.group(1) + names));
    writeResource(SCHEMA_PACKAGE, String.valueOf(source.getFileName()), written);
  }

  private void writeResource(String home, String name, String text) throws IOException {
    FileObject file =
        processingEnv.getFiler().createResource(StandardLocation.CLASS_OUTPUT, home, name);
    try (Writer writer = file.openWriter()) {
      writer.write(text);
    }
  }
}
