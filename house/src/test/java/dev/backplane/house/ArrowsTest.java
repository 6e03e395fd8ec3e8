package dev.backplane.house;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who may know whom. A new module is a new line here, and a new driver is none. */
class ArrowsTest {
  private static final String ROOT = "dev.backplane.";

  /** Any driver: what is allowed to one is allowed to all, and none of it is another driver. */
  private static final Set<String> DRIVER =
      Set.of(
          "api",
          "plugin",
          "pi",
          "opae",
          "rtl",
          "signature",
          "xclbin",
          "ffi",
          "driverkit",
          "cardkit",
          "shims.c");

  /** Folders of modules. */
  private static final Set<String> GROUPS = Set.of("drivers", "doors", "shims");

  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          entry("plugin", Set.of()),
          entry("ffi", Set.of()),
          entry("xclbin", Set.of()),
          entry("signature", Set.of("xclbin")),
          entry("rtl", Set.of("xclbin", "ffi")),
          entry("api", Set.of("plugin")),
          entry("contracts", Set.of("api")),
          entry("driverkit", Set.of("api", "ffi", "plugin")),
          entry("cardkit", Set.of("api", "driverkit", "rtl")),
          entry("pi", Set.of("api", "ffi", "driverkit")),
          entry("opae", Set.of("api", "ffi", "driverkit")),
          entry("runtime", Set.of("api", "plugin", "driverkit")),
          entry("tck", Set.of("api", "plugin")),
          entry("managed", Set.of("tck", "runtime", "api")),
          entry("compiler", Set.of("plugin")),
          entry("doors.capi", Set.of("api", "ffi")),
          entry("doors.xrt", Set.of("api")),
          entry("shims.c", Set.of("ffi")),
          entry("shims.opae", Set.of("runtime", "api", "opae", "ffi", "shims.c")),
          entry(
              "cli",
              Set.of(
                  "runtime",
                  "api",
                  "plugin",
                  "compiler",
                  "ffi",
                  "opae",
                  "rtl",
                  "signature",
                  "xclbin",
                  "doors.capi",
                  "doors.xrt")),
          entry("examples", Set.of("runtime", "api", "compiler", "rtl")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.backplane");

  @Test
  void everyModuleIsLookedAt() {
    Set<String> seen = new TreeSet<>();
    CLASSES.forEach(each -> seen.add(module(each)));
    assertThat(seen)
        .containsAll(ARROWS.keySet())
        .contains("drivers.softcard", "drivers.nulldriver", "drivers.opaecard", "drivers.capi");
  }

  @Test
  void arrowsPointOneWay() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      String from = module(each);
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getName().startsWith(ROOT)) {
          String to = module(target);
          if (!from.equals(to) && !allowed(from).contains(to)) {
            wrong.add(from + " -> " + to + ": " + dependency.getDescription());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Finding libraries and making handles is the same for every driver, so it is in one place. */
  @Test
  void driversCallNativeCodeThroughOneModule() {
    Set<String> plumbing = Set.of("java.lang.foreign.Linker", "java.lang.foreign.SymbolLookup");
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        if (module(each).startsWith("drivers.")
            && plumbing.contains(dependency.getTargetClass().getName())) {
          wrong.add(dependency.getDescription());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * A face and what lies behind it may know each other: the root package of a module and its other
   * packages, a package and those below it. Nothing else may be a circle.
   */
  @Test
  void packagesFormNoCircles() {
    SlicesRuleDefinition.slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass each) {
                return behindFace(each).map(SliceIdentifier::of).orElse(SliceIdentifier.ignore());
              }

              @Override
              public String getDescription() {
                return "packages behind the face of their module";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void namesSayWhatAThingIs() {
    List<String> vague = List.of("Impl", "Util", "Utils", "Helper", "Helpers", "Data", "Manager");
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      String name = each.getSimpleName();
      if (vague.stream().anyMatch(name::endsWith) && !name.equals("PluginManager")) {
        wrong.add(each.getName());
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * A suite about something that a driver lacks is absent; a skip is for a tool that is missing.
   */
  @Test
  void theConformanceKitSkipsNothing() {
    Set<String> skipping = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        if (module(each).equals("tck")
            && dependency.getTargetClass().getName().equals("org.junit.jupiter.api.Assumptions")) {
          skipping.add(each.getSimpleName());
        }
      }
    }
    // Threads and files that are left over are counted where the system has /proc.
    assertThat(skipping).containsExactly("LifecycleConformance");
  }

  /** The first logger of a process sets up all logging, for which it looks into every jar. */
  @Test
  void aLoggerIsGotWhenSomethingIsLogged() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      for (JavaField field : each.getFields()) {
        if (field.getRawType().isEquivalentTo(System.Logger.class)) {
          wrong.add(field.getFullName());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Optional<String> behindFace(JavaClass each) {
    String name = each.getPackageName();
    if (!name.startsWith(ROOT)) {
      return Optional.empty();
    }
    String face = ROOT + module(each) + ".";
    return name.startsWith(face)
        ? Optional.of(face + name.substring(face.length()).split("\\.", -1)[0])
        : Optional.empty();
  }

  private static Set<String> allowed(String module) {
    return module.startsWith("drivers.") ? DRIVER : ARROWS.getOrDefault(module, Set.of());
  }

  private static String module(JavaClass each) {
    String[] parts = each.getPackageName().substring(ROOT.length()).split("\\.");
    return GROUPS.contains(parts[0]) ? parts[0] + "." + parts[1] : parts[0];
  }
}
