package dev.backplane.junit;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a test with each seed of its {@link Seeds}. */
final class SeedsExtension implements TestTemplateInvocationContextProvider {
  /** The configuration parameter, or property, with the only seed to run. */
  static final String ONLY = "backplane.seed";

  /** JUnit makes it. */
  SeedsExtension() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), Seeds.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Seeds seeds =
        AnnotationSupport.findAnnotation(context.getTestMethod(), Seeds.class).orElseThrow();
    return context
        .getConfigurationParameter(ONLY)
        .map(only -> LongStream.of(parse(only)))
        .orElseGet(() -> all(seeds))
        .mapToObj(Invocation::new);
  }

  private static LongStream all(Seeds seeds) {
    if ((seeds.value().length > 0) == (seeds.count() != 0)) {
      throw new ExtensionConfigurationException(
          "@Seeds has either seeds, as @Seeds({1, 2, 3}), or a count of them, as @Seeds(count ="
              + " 3)");
    }
    if (seeds.count() < 0) {
      throw new ExtensionConfigurationException(
          "@Seeds(count = %d): a count is more than 0".formatted(seeds.count()));
    }
    return seeds.count() == 0
        ? LongStream.of(seeds.value())
        : LongStream.range(seeds.first(), seeds.first() + seeds.count());
  }

  private static long parse(String only) {
    try {
      return Long.parseLong(only.strip());
    } catch (NumberFormatException e) {
      throw new ExtensionConfigurationException(
          "%s is '%s', and a seed is a whole number, as in -D%s=7".formatted(ONLY, only, ONLY), e);
    }
  }

  /** One run, with one seed. */
  private record Invocation(long seed) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      return "seed " + seed;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new SeedParameters(seed));
    }
  }

  /** Gives the seed to parameters, and names it where the run fails. */
  private static final class SeedParameters implements ParameterResolver, AfterEachCallback {
    private static final Set<Class<?>> GENERATORS =
        Set.of(SplittableRandom.class, RandomGenerator.class);

    /** Types that somebody might expect to get. */
    private static final Set<Class<?>> REFUSED =
        Set.of(int.class, Integer.class, java.util.Random.class);

    private final long seed;
    private final SplittableRandom generator;

    SeedParameters(long seed) {
      this.seed = seed;
      this.generator = new SplittableRandom(seed);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      return isSeed(type) || GENERATORS.contains(type) || REFUSED.contains(type);
    }

    private static boolean isSeed(Class<?> type) {
      return type == long.class || type == Long.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      if (REFUSED.contains(type)) {
        throw new ParameterResolutionException(
            "@Seeds cannot give a parameter of the type %s; it gives long, SplittableRandom,"
                    .formatted(type.getSimpleName())
                + " RandomGenerator");
      }
      return isSeed(type) ? (Object) seed : generator;
    }

    @Override
    public void afterEach(ExtensionContext context) {
      context
          .getExecutionException()
          .filter(Evidence::isFailure)
          .ifPresent(
              failure ->
                  failure.addSuppressed(
                      new FailureNote(
                          "seed %d: -D%s=%d runs this one alone".formatted(seed, ONLY, seed))));
    }
  }
}
