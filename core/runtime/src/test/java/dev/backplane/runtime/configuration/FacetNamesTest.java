package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.Facet;
import dev.backplane.api.Program;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FacetNamesTest {
  @Test
  void everyFacetOfTheApiIsKnownToTheManager() throws Exception {
    Path api = Path.of(Device.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleReference module = ModuleFinder.of(api).find("dev.backplane.api").orElseThrow();
    assertThat(facetsOf(module))
        .containsExactlyInAnyOrderElementsOf(List.<Class<?>>copyOf(FacetNames.ALL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"configuration.md", "write-a-driver.md"})
  void everyFacetIsInTheDocuments(String document) throws IOException {
    String text = Files.readString(Path.of("../../docs").resolve(document));
    assertThat(FacetNames.ALL)
        .allSatisfy(facet -> assertThat(text).contains("`" + FacetNames.of(facet) + "`"));
  }

  private static List<Class<?>> facetsOf(ModuleReference module) throws IOException {
    try (ModuleReader reader = module.open();
        var names = reader.list()) {
      return names
          .filter(name -> name.matches("dev/backplane/api/([a-z]+/)?[A-Za-z]+\\.class"))
          .<Class<?>>map(name -> load(name.replace('/', '.').substring(0, name.length() - 6)))
          .filter(type -> type.isInterface() && Facet.class.isAssignableFrom(type))
          // A program is a facet by its methods, but what it is a facet of is an image.
          .filter(type -> type != Facet.class && !Program.class.isAssignableFrom(type))
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
