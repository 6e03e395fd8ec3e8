package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeSpec;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Writes the list of the kit's suites: a nested class for each class {@code XConformance} that
 * extends the kit's {@code Conformance}, so that one class of a driver runs them all.
 */
final class KitWriter {
  private static final String SUITE = "Conformance";

  private final Contracts contracts;
  private final String home;

  /** The suites of the kit, by name. */
  private final Map<String, TypeElement> suites = new TreeMap<>();

  KitWriter(Contracts contracts, String home, Map<String, TypeElement> sources) {
    this.contracts = contracts;
    this.home = home;
    sources.forEach(
        (name, type) -> {
          if (name.startsWith(home + '.') && isSuite(type, sources)) {
            suites.put(type.getSimpleName().toString(), type);
          }
        });
  }

  private boolean isSuite(TypeElement type, Map<String, TypeElement> sources) {
    if (!type.getModifiers().contains(Modifier.PUBLIC)) {
      return false;
    }
    TypeElement of = type;
    while (of != null) {
      of = sources.get(of.getSuperclass().toString());
      if (of != null && of.getQualifiedName().contentEquals(home + '.' + SUITE)) {
        return true;
      }
    }
    return false;
  }

  TypeSpec write(RegistryWriter registry) {
    contracts.facets().forEach(this::check);
    TypeSpec.Builder type =
        TypeSpec.classBuilder("Suites")
            .addJavadoc("All suites of the kit.\n")
            .addModifiers(Modifier.ABSTRACT)
            .addField(registry.list(Modifier.STATIC, Modifier.FINAL));
    for (TypeElement suite : suites.values()) {
      String name = suite.getSimpleName().toString();
      type.addType(
          TypeSpec.classBuilder(name.substring(0, name.length() - SUITE.length()))
              .addAnnotation(ClassName.get("org.junit.jupiter.api", "Nested"))
              .superclass(ClassName.get(suite))
              .build());
    }
    return type.build();
  }

  /** A facet has a suite by its name, or one that needs it. */
  private void check(Contract facet) {
    if (!suites.containsKey(facet.name() + SUITE)
        && suites.values().stream().noneMatch(suite -> needs(suite, facet))) {
      throw new Problem(
          "the facet %s has no conformance class: write %s.%s%s"
              .formatted(facet.type(), home, facet.name(), SUITE));
    }
  }

  private static boolean needs(TypeElement suite, Contract facet) {
    return suite.getAnnotationMirrors().stream()
        .map(AnnotationMirror::toString)
        .anyMatch(needs -> needs.contains(facet.type().getQualifiedName() + ".class"));
  }
}
