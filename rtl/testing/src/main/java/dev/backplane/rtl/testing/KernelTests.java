package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.coverage.Coverage;
import dev.backplane.rtl.engines.coverage.CoveredDesign;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file of tests of one kernel. Reading it builds the kernel and checks every field; then its
 * cases can be run, as often as wanted. Used by one thread, which may be interrupted by {@link
 * #cancel()} from another one. The same file, options and kernel give the same results, whatever
 * runs beside them.
 */
public final class KernelTests implements AutoCloseable {
  private static final int MOST_BYTES = 16 << 20;

  private static final Set<String> FIELDS =
      Stream.concat(CaseReader.OPTIONS.stream(), Stream.of("kernel", "class_path", "case"))
          .collect(Collectors.toUnmodifiableSet());

  /** Cycles before the end of a failed run that its waveform shows. */
  private static final long RECORDED_CYCLES = 200_000;

  private final KernelUnderTest kernel;
  private final List<TestCase> cases;
  private final CaseCode code;
  private final Map<String, Class<?>> classes = new HashMap<>();
  private final Map<EngineKind, CompiledDesign> designs = new EnumMap<>(EngineKind.class);
  private final Map<EngineKind, CompiledDesign> recorded = new EnumMap<>(EngineKind.class);
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final AtomicBoolean timedOut = new AtomicBoolean();
  private boolean covered;

  private KernelTests(KernelUnderTest kernel, List<TestCase> cases, CaseCode code) {
    this.kernel = kernel;
    this.cases = cases;
    this.code = code;
  }

  /**
   * Reads a file and builds its kernel.
   *
   * @param file the file, TOML
   * @param build sets what a build of the kernel needs beside its sources: a cache, a front end
   * @param progress receives a short text before each step of the build
   * @param warnings receives the warnings of the build
   * @return the tests
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} for a mistake in the file, with its
   *     line; others as {@link ImageBuild#build}
   * @throws IOException if the file cannot be read
   */
  public static KernelTests read(
      Path file,
      UnaryOperator<ImageBuild> build,
      Consumer<String> progress,
      Consumer<String> warnings)
      throws IOException {
    TomlDocument document = TomlDocument.read(RegularFile.read(file, MOST_BYTES), file.toString());
    Path parent = file.getParent();
    Path folder = parent == null ? Path.of("") : parent;
    document.requireKnown(FIELDS);
    KernelSource source =
        new KernelSource(
            document
                .tableOf("kernel")
                .orElseThrow(
                    () -> document.error("kernel", "is missing; say which kernel is tested")),
            folder);
    List<TomlDocument> tables = document.tables("case");
    if (tables.isEmpty()) {
      throw document.error("case", "is missing: write at least one [[case]]");
    }
    Set<String> names = new LinkedHashSet<>();
    for (TomlDocument table : tables) {
      if (!names.add(CaseReader.name(table))) {
        throw table.error("name", "is that of an earlier case: " + CaseReader.name(table));
      }
    }
    KernelUnderTest kernel = source.kernel(build, progress, warnings);
    CaseReader reader = new CaseReader(document, folder, kernel);
    List<TestCase> cases = new ArrayList<>();
    CaseCode code =
        new CaseCode(document.texts("class_path").stream().map(folder::resolve).toList());
    KernelTests tests = new KernelTests(kernel, cases, code);
    for (TomlDocument table : tables) {
      TestCase test = reader.read(table);
      cases.add(test);
      for (String name : test.code().stream().toList()) {
        try {
          tests.classes.computeIfAbsent(name, _ -> code.find(name, folder));
        } catch (RtlException e) {
          code.close();
          throw (table.has("java") ? table : document)
              .error("java", String.valueOf(e.getMessage()));
        }
      }
    }
    return tests;
  }

  /** {@return the name of the kernel} */
  public String kernel() {
    return kernel.name();
  }

  /**
   * Lists the runs.
   *
   * @param selection which of them
   * @return their names: the case with the engine and the seed
   */
  public List<String> names(TestSelection selection) {
    return variants(selection).stream().map(TestCase.Variant::name).toList();
  }

  /**
   * Counts the runs.
   *
   * @param selection which of them
   * @return how many there are, in all shards together
   */
  public int runs(TestSelection selection) {
    return whole(selection).size();
  }

  private List<TestCase.Variant> variants(TestSelection selection) {
    return selection.divided(whole(selection));
  }

  private List<TestCase.Variant> whole(TestSelection selection) {
    return cases.stream().flatMap(test -> selection.variants(test).stream()).toList();
  }

  /**
   * Runs cases, several at a time.
   *
   * @param selection which of them
   * @param jobs how many at a time, at least 1
   * @param waves the folder for waveforms of failures, which is created if there are any; empty for
   *     no waveforms
   * @param limit how long all of it may take; a run that has not ended by then is an error
   * @param listener gets each result, in the order of the file
   * @return all results, in the same order
   * @throws RtlException {@link RtlError#TOOL_MISSING} if an engine is not installed, {@link
   *     RtlError#CANCELLED} after {@link #cancel()}
   */
  public List<CaseResult> run(
      TestSelection selection,
      int jobs,
      Optional<Path> waves,
      Duration limit,
      Consumer<CaseResult> listener) {
    List<TestCase.Variant> variants = variants(selection);
    for (TestCase.Variant variant : variants) {
      designs.computeIfAbsent(variant.engine(), this::compile);
    }
    long end = System.nanoTime() + limit.toNanos();
    List<CaseResult> results = new ArrayList<>();
    // Not closed with try: Java code of a test may never end, and nobody waits for it then.
    ExecutorService threads =
        Executors.newFixedThreadPool(
            jobs, Thread.ofPlatform().daemon().name("backplane-test-", 0).factory());
    try {
      List<Future<CaseResult>> runs =
          variants.stream().map(variant -> threads.submit(() -> run(variant, waves))).toList();
      for (int i = 0; i < runs.size(); i++) {
        CaseResult result = await(runs.get(i), variants.get(i), end, limit);
        results.add(result);
        listener.accept(result);
      }
    } finally {
      if (results.size() < variants.size()) {
        cancel();
      }
      threads.shutdownNow();
    }
    return results;
  }

  private CaseResult await(
      Future<CaseResult> run, TestCase.Variant variant, long end, Duration limit) {
    try {
      return run.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      timedOut.set(true);
      run.cancel(true);
      return new CaseResult(
          variant.name(),
          variant.test().name(),
          variant.engine().text(),
          variant.seed(),
          variant.test().line(),
          CaseResult.Status.ERROR,
          "it has not ended within %s, which is the limit for all runs of the file"
              .formatted(limit),
          0,
          0,
          List.of(),
          Optional.empty());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException problem
          ? problem
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(RtlError.CANCELLED, "the tests were interrupted", e);
    }
  }

  private CompiledDesign compile(EngineKind engine) {
    engine.require();
    return covered
        ? CoveredDesign.compile(kernel.netlist(), engine::compile)
        : engine.compile(kernel.netlist());
  }

  /** Collects coverage in later runs, which makes them slower. */
  public void cover() {
    covered = true;
  }

  /** {@return what all runs since {@link #cover()} have covered, on all engines} */
  public Coverage coverage() {
    Coverage all = new Coverage();
    for (CompiledDesign design : designs.values()) {
      if (design instanceof CoveredDesign counted) {
        all.add(counted.coverage());
      }
    }
    return all;
  }

  private CaseResult run(TestCase.Variant variant, Optional<Path> waves) {
    CompiledDesign design = Objects.requireNonNull(designs.get(variant.engine()));
    CaseResult result = once(variant, design, Optional.empty(), 0);
    if (result.status() != CaseResult.Status.FAILED || waves.isEmpty()) {
      return result;
    }
    // The same again: recording every run would make all of them several times slower.
    Path file = waves.get().resolve(fileName(variant.name()) + ".fst");
    try {
      Files.createDirectories(waves.get());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.TRACE_FAILED, "folder " + waves.get() + " cannot be made: " + e.getMessage(), e);
    }
    long from = Math.max(0, result.cycles() - RECORDED_CYCLES);
    CaseResult again = once(variant, recorded(variant.engine()), Optional.of(file), from);
    return new CaseResult(
        result.name(),
        result.test(),
        result.engine(),
        result.seed(),
        result.line(),
        result.status(),
        result.problem(),
        result.cycles(),
        result.nanos(),
        result.warnings(),
        again.waveform());
  }

  /** The design for recordings: what they run again is not covered again. */
  private CompiledDesign recorded(EngineKind engine) {
    synchronized (recorded) {
      return covered
          ? recorded.computeIfAbsent(engine, kind -> kind.compile(kernel.netlist()))
          : Objects.requireNonNull(designs.get(engine));
    }
  }

  private CaseResult once(
      TestCase.Variant variant, CompiledDesign design, Optional<Path> waveform, long from) {
    @Nullable Object object =
        variant
            .test()
            .code()
            .map(name -> CaseCode.create(Objects.requireNonNull(classes.get(name))))
            .orElse(null);
    return new CaseRun(kernel, variant, object, () -> cancelled.get() || timedOut.get())
        .run(design, waveform, from);
  }

  private static String fileName(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-|-$", "");
  }

  /** Ends what is running soon; {@link #run} then fails. Any thread may call it. */
  public void cancel() {
    cancelled.set(true);
  }

  @Override
  public void close() {
    code.close();
  }
}
