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

/** Tests which module uses which. A new module, a driver too, is a new line here. */
class ArrowsTest {
  private static final String ROOT = "dev.backplane.";

  /** Modules that a family of devices may stand on. */
  private static final Set<String> BELOW =
      Set.of(
          "api",
          "plugin",
          "driverkit",
          "ffi",
          "rtl.base",
          "rtl.netlist",
          "rtl.engines",
          "rtl.simulators",
          "rtl.harness",
          "rtl.images",
          "rtl.cardkit",
          "xclbin");

  private static final Set<String> FAMILIES = Set.of("xrt", "opae", "capi", "pi");

  /** Modules of a family that its drivers stand on. */
  private static final Set<String> FOUNDATIONS =
      Set.of("opae.abi", "opae.clib", "capi.clib", "pi.table");

  /** Modules that are not drivers, by the end of their package. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          entry("plugin", Set.of()),
          entry("ffi", Set.of()),
          entry("json", Set.of()),
          entry("protobuf", Set.of()),
          entry("svg", Set.of()),
          entry("xclbin", Set.of()),
          entry("xclbin.signature", Set.of("xclbin")),
          entry("rtl.base", Set.of("ffi")),
          entry("rtl.netlist", Set.of("rtl.base")),
          entry("rtl.engines", Set.of("rtl.base", "rtl.netlist", "svg", "xclbin")),
          entry("rtl.frontends", Set.of("rtl.base", "rtl.netlist", "xclbin")),
          entry(
              "rtl.simulators",
              Set.of("rtl.base", "rtl.netlist", "rtl.engines", "rtl.frontends", "ffi")),
          entry("rtl.harness", Set.of("rtl.base", "rtl.netlist", "rtl.engines")),
          entry(
              "rtl.images",
              Set.of("rtl.base", "rtl.netlist", "rtl.frontends", "rtl.harness", "xclbin", "json")),
          entry(
              "rtl.testing",
              Set.of(
                  "ffi",
                  "rtl.base",
                  "rtl.netlist",
                  "rtl.engines",
                  "rtl.frontends",
                  "rtl.simulators",
                  "rtl.harness",
                  "rtl.images",
                  "xclbin")),
          entry("rtl.yosys", Set.of("rtl.base", "rtl.netlist", "rtl.frontends", "ffi")),
          entry(
              "rtl.cardkit",
              Set.of(
                  "api", "driverkit", "rtl.base", "rtl.engines", "rtl.simulators", "rtl.harness")),
          entry("api", Set.of("plugin")),
          entry("contracts", Set.of("api")),
          entry("driverkit", Set.of("api", "ffi", "plugin", "json")),
          entry("runtime", Set.of("api", "plugin", "driverkit", "json")),
          entry("junit", Set.of("runtime", "api")),
          entry("micrometer", Set.of("runtime", "api")),
          entry("tck", Set.of("api", "plugin")),
          entry("tck.managed", Set.of("tck", "runtime", "api")),
          entry("compiler", Set.of("plugin", "protobuf", "svg")),
          entry("pi.table", Set.of("api", "ffi", "driverkit")),
          entry("opae.abi", Set.of("api", "ffi", "driverkit")),
          entry("opae.clib", Set.of("ffi")),
          entry("opae.door", Set.of("runtime", "api", "ffi", "opae.abi", "opae.clib")),
          entry("capi.clib", Set.of("ffi")),
          entry("capi.door", Set.of("api", "ffi", "capi.clib")),
          entry("xrt.door", Set.of("api", "protobuf")),
          entry(
              "cli",
              Set.of(
                  "runtime",
                  "micrometer",
                  "api",
                  "plugin",
                  "driverkit",
                  "compiler",
                  "ffi",
                  "rtl.base",
                  "rtl.netlist",
                  "rtl.engines",
                  "rtl.frontends",
                  "rtl.simulators",
                  "rtl.harness",
                  "rtl.images",
                  "rtl.testing",
                  "xclbin",
                  "xclbin.signature",
                  "json",
                  "svg",
                  "opae.abi",
                  "capi.door",
                  "xrt.door",
                  "view")),
          entry("view", Set.of()),
          entry("examples", Set.of("runtime", "api", "compiler", "rtl.base", "rtl.images", "svg")));

  private static final Set<String> DRIVERS =
      Set.of(
          "xrt.card",
          "xrt.driver",
          "opae.card",
          "opae.driver",
          "capi.card",
          "pi.driver",
          "pi.opencl",
          "nulldriver");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.backplane");

  @Test
  void everyModuleIsLookedAt() {
    Set<String> seen = new TreeSet<>();
    CLASSES.forEach(each -> seen.add(module(each)));
    assertThat(seen).containsAll(ARROWS.keySet()).containsAll(DRIVERS);
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
        if (DRIVERS.contains(module(each))
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

  /** A driver is a new name above; it stands on what its family has, and knows no other driver. */
  private static Set<String> allowed(String module) {
    if (!DRIVERS.contains(module)) {
      return ARROWS.getOrDefault(module, Set.of());
    }
    Set<String> allowed = new TreeSet<>(BELOW);
    FOUNDATIONS.stream().filter(each -> family(each).equals(family(module))).forEach(allowed::add);
    return allowed;
  }

  private static String family(String module) {
    return module.substring(0, module.indexOf('.') + 1);
  }

  private static String module(JavaClass each) {
    String[] parts = each.getPackageName().substring(ROOT.length()).split("\\.");
    String two = parts.length == 1 ? parts[0] : parts[0] + "." + parts[1];
    return FAMILIES.contains(parts[0]) || ARROWS.containsKey(two) ? two : parts[0];
  }
}
