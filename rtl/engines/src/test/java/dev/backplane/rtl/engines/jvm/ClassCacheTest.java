package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.base.cache.ContentCache;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {
  private static final String FILE = "classes";

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void aPlaceThatIsNotThereYet() {
    root = folder.resolve("cache");
  }

  /** A register that starts at a value and is inverted at each edge. */
  private static Netlist design(int start) {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal value = sketch.wire("value", 8);
    sketch.register(value, sketch.cell(8, Operation.NOT, value), clock, start);
    sketch.output("value", value);
    return sketch.netlist();
  }

  /** The value of the register at power-up: which code runs. */
  private static long start(CompiledDesign design) {
    try (Engine engine = design.newEngine()) {
      engine.settle();
      return engine.pins().getLast().get();
    }
  }

  private long start(int value) {
    return start(new ClassCache(root).compile(design(value)));
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      return all.toList();
    }
  }

  private Path entry() throws IOException {
    assertThat(entries()).hasSize(1);
    return entries().getFirst();
  }

  /** Puts other classes there as if they had been made so. */
  private void put(GeneratedCode code) throws IOException {
    new ContentCache(root, 1 << 20)
        .replace(
            String.valueOf(entry().getFileName()),
            place -> {
              try (DataOutputStream out =
                  new DataOutputStream(Files.newOutputStream(place.resolve(FILE)))) {
                code.write(out);
              }
            });
  }

  private GeneratedCode cached() throws IOException {
    return GeneratedCode.read(
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(entry().resolve(FILE)))));
  }

  @Test
  void theSecondStartCompilesNothing() throws IOException {
    assertThat(start(5)).isEqualTo(5);
    put(DesignCompiler.generate(design(7), CodeSizeLimits.DEFAULT));
    assertThat(start(5)).isEqualTo(7);
  }

  @Test
  void cachedClassesAreTheSameAndDesignsDoNotShareThem() throws IOException {
    start(5);
    GeneratedCode code = cached();
    GeneratedCode again = DesignCompiler.generate(design(5), CodeSizeLimits.DEFAULT);
    assertThat(code.classes()).hasSameSizeAs(again.classes());
    assertThat(code.classes().getFirst()).isEqualTo(again.classes().getFirst());
    assertThat(start(6)).isEqualTo(6);
    assertThat(entries()).hasSize(2);
  }

  @Test
  void aDamagedFileIsRefusedAndMadeAgain() throws IOException {
    start(5);
    Path file = entry().resolve(FILE);
    byte[] bytes = Files.readAllBytes(file);
    byte[] damaged = bytes.clone();
    damaged[damaged.length / 2] ^= 1;
    Files.write(file, damaged);
    assertThat(start(5)).isEqualTo(5);
    assertThat(cached().classes()).hasSize(1);
    Files.write(file, new byte[3]);
    assertThat(start(5)).isEqualTo(5);
  }

  @Test
  void classesThatDoNotLoadOrAreNoPartsAreRefusedAndMadeAgain() throws IOException {
    start(5);
    GeneratedCode good = cached();
    put(good(good, new byte[] {1, 2, 3}));
    assertThat(start(5)).isEqualTo(5);
    try (var other = ClassCacheTest.class.getResourceAsStream("ClassCacheTest.class")) {
      put(good(good, other.readAllBytes()));
    }
    assertThat(start(5)).isEqualTo(5);
    byte[] broken = good.classes().getFirst().clone();
    broken[broken.length - 20] ^= 0x55;
    put(good(good, broken));
    assertThat(start(5)).isEqualTo(5);
    put(new GeneratedCode(1, 0, good.statistics(), List.of()));
    assertThat(start(5)).isEqualTo(5);
  }

  private static GeneratedCode good(GeneratedCode code, byte[] file) {
    return new GeneratedCode(
        code.pinWords(), code.scratchWords(), code.statistics(), List.of(file));
  }

  @Test
  void aFolderThatOthersCanWriteToIsNotUsed() throws IOException {
    start(5);
    put(DesignCompiler.generate(design(7), CodeSizeLimits.DEFAULT));
    for (String permissions : List.of("rwxrwx---", "rwx----w-")) {
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString(permissions));
      assertThat(start(5)).isEqualTo(5);
    }
  }

  @Test
  void aFolderOfSomebodyElseIsNotUsed() throws IOException {
    boolean root = Files.getOwner(folder).getName().equals("root");
    Path foreign = root ? Files.createDirectory(folder.resolve("foreign")) : Path.of("/");
    if (root) {
      Files.setAttribute(foreign, "unix:uid", 12345);
    }
    assertThat(new ContentCache(foreign, 1).isPrivate()).isFalse();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNoError() throws IOException {
    Files.writeString(root, "a file");
    assertThat(start(5)).isEqualTo(5);
  }

  @Test
  void manyThreadsCompileTheSameDesign() throws IOException {
    assertThat(IntStream.range(0, 16).parallel().mapToLong(_ -> start(5)).distinct().toArray())
        .containsExactly(5);
    assertThat(entry()).isDirectory();
  }
}
