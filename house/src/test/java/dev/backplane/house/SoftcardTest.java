package dev.backplane.house;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the layers of the software card: docs/rationale/software-card.md has the table. */
class SoftcardTest {
  private static final String MODULE = "dev.backplane.xrt.card";
  private static final String SOURCES = "xrt/card/src/";
  private static final int MOST_LINES = 400;

  /** What programs implement; the rest of the root package is the driver, which uses all. */
  private static final Set<String> KERNELS = Set.of("FunctionalKernel", "ShortKernel");

  /** Which packages each package uses. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          entry("kernels", Set.of()),
          entry("memory", Set.of()),
          entry("board", Set.of()),
          entry("ert", Set.of()),
          entry("config", Set.of("kernels", "memory", "board", "ert")),
          entry("image", Set.of("kernels", "board", "config")),
          entry("unit", Set.of("kernels", "memory", "config", "image")),
          entry("schedule", Set.of("memory", "board", "ert", "config", "image", "unit")),
          entry("device", Set.of("memory", "board", "config", "image", "unit", "schedule")),
          entry(
              "holder",
              Set.of("memory", "board", "ert", "config", "image", "unit", "schedule", "device")),
          entry("driver", Set.of("config", "image", "schedule", "device", "holder")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(MODULE);

  @Test
  void packagesStandOnThoseBelowThem() {
    Set<String> seen = new TreeSet<>();
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      String from = layer(each);
      seen.add(from);
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().startsWith(MODULE)) {
          String to = layer(target);
          if (!from.equals(to) && !ARROWS.getOrDefault(from, Set.of()).contains(to)) {
            wrong.add(from + " -> " + to + ": " + dependency.getDescription());
          }
        }
      }
    }
    assertThat(seen).isEqualTo(new TreeSet<>(ARROWS.keySet()));
    assertThat(wrong).isEmpty();
  }

  /** The table above leaves no way back: each package can be taken out after those it uses. */
  @Test
  void packagesFormNoCircles() {
    Set<String> standing = new TreeSet<>();
    for (int round = 0; round < ARROWS.size(); round++) {
      ARROWS.forEach(
          (from, uses) -> {
            if (standing.containsAll(uses)) {
              standing.add(from);
            }
          });
    }
    assertThat(standing).containsExactlyInAnyOrderElementsOf(ARROWS.keySet());
  }

  @Test
  void noFileIsLongerThanWhatOneReadsAtOnce() {
    Set<String> tooLong = new TreeSet<>();
    for (Path file : Checkout.files(name -> name.endsWith(".java"))) {
      String name = Checkout.name(file);
      long lines = name.startsWith(SOURCES) ? Checkout.read(file).lines().count() : 0;
      if (lines > MOST_LINES) {
        tooLong.add(name + ": " + lines + " lines");
      }
    }
    assertThat(tooLong).isEmpty();
  }

  private static String layer(JavaClass each) {
    String rest = each.getPackageName().substring(MODULE.length());
    if (!rest.isEmpty()) {
      return rest.substring(1);
    }
    String outer = each.getName().substring(MODULE.length() + 1).split("\\$", 2)[0];
    return KERNELS.contains(outer) ? "kernels" : "driver";
  }
}
