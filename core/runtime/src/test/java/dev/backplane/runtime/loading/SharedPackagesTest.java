package dev.backplane.runtime.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Facet;
import dev.backplane.driverkit.UseCount;
import dev.backplane.ffi.Slab;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SharedPackagesTest {
  /** A class of its own in a plugin would be another one than the manager's. */
  @Test
  void everyPackageThatDriversMayUseIsTheSameInPluginsAndManager() {
    List<Module> modules =
        List.of(Facet.class.getModule(), UseCount.class.getModule(), Slab.class.getModule());
    assumeTrue(modules.stream().allMatch(Module::isNamed), "not run on a module path");
    assertThat(DriverLoader.SHARED)
        .containsExactlyInAnyOrderElementsOf(
            modules.stream()
                .flatMap(module -> module.getDescriptor().exports().stream())
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .toList());
  }
}
