package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.RandomNetlist;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassUnloadingTest {
  @Test
  void classesOfUnreachableDesignsAreUnloaded() {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      loaders.add(compileAndRun(i));
    }
    // One collection is enough, but the JVM may ignore the first request.
    for (int i = 0; i < 20 && alive(loaders) > 0; i++) {
      System.gc();
    }
    assertThat(alive(loaders)).isZero();
  }

  private static long alive(List<WeakReference<ClassLoader>> loaders) {
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }

  private static WeakReference<ClassLoader> compileAndRun(int seed) {
    JvmDesign design =
        DesignCompiler.compile(RandomNetlist.of(seed, 10, 64), CodeSizeLimits.DEFAULT);
    try (Engine engine = design.newEngine()) {
      engine.settle();
      engine.edge(0);
    }
    return new WeakReference<>(design.loader());
  }
}
