package dev.backplane.junit;

import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.runtime.Backplane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Opens the cards of {@link Card} for each test, and closes them after it. */
final class CardExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(CardExtension.class);

  /** The values that a parameter can get, by its type: of a card, and the name of a kernel. */
  private static final Map<Class<?>, BiFunction<OpenCard, String, Object>> VALUES = values();

  /** JUnit makes it. */
  CardExtension() {}

  private static Map<Class<?>, BiFunction<OpenCard, String, Object>> values() {
    Map<Class<?>, BiFunction<OpenCard, String, Object>> values = new LinkedHashMap<>();
    values.put(Device.class, (card, _) -> card.device());
    values.put(Kernel.class, OpenCard::kernel);
    values.put(Program.class, (card, _) -> card.program());
    values.put(Image.class, (card, _) -> card.image());
    values.put(Backplane.class, (card, _) -> card.backplane());
    return values;
  }

  /** {@return the cards of the test that a context is of} */
  static OpenCards cards(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(OpenCards.class, _ -> new OpenCards(), OpenCards.class);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    // One that is annotated and of another type is refused with a message of our own.
    return parameter.isAnnotated(Card.class)
        || (VALUES.containsKey(parameter.getParameter().getType())
            && !annotations(parameter, context).isEmpty());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    BiFunction<OpenCard, String, Object> value = VALUES.get(type);
    if (value == null) {
      throw new ParameterResolutionException(
          "@Card cannot give a parameter of the type %s; it gives %s"
              .formatted(
                  type.getTypeName(),
                  VALUES.keySet().stream()
                      .map(Class::getSimpleName)
                      .collect(Collectors.joining(", "))));
    }
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "each test has a card of its own, so there is none yet for %s; take it as a parameter of"
                  .formatted(parameter.getDeclaringExecutable().getName())
              + " the test or of a method with @BeforeEach");
    }
    List<Card> annotations = annotations(parameter, context);
    return value.apply(
        cards(context).card(CardSettings.of(annotations)),
        CardSettings.said(annotations, Card::kernel).orElse(""));
  }

  /** {@return the annotations that a parameter is under, from the innermost on} */
  private static List<Card> annotations(ParameterContext parameter, ExtensionContext context) {
    List<Card> found = new ArrayList<>();
    parameter.findAnnotation(Card.class).ifPresent(found::add);
    AnnotationSupport.findAnnotation(context.getTestMethod(), Card.class).ifPresent(found::add);
    AnnotationSupport.findAnnotation(context.getTestClass(), Card.class).ifPresent(found::add);
    for (Class<?> enclosing : context.getEnclosingTestClasses().reversed()) {
      AnnotationSupport.findAnnotation(enclosing, Card.class).ifPresent(found::add);
    }
    return found;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try (OpenCards cards = cards(context)) {
      Optional<Throwable> failure = context.getExecutionException().filter(Evidence::isFailure);
      if (failure.isPresent() && !cards.all().isEmpty()) {
        Evidence.keep(context, cards, failure.get());
      }
    }
  }
}
