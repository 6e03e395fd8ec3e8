package dev.backplane.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Puts the deadline of {@link CardTimeout} around each test. */
final class CardTimeoutExtension implements InvocationInterceptor {
  /** JUnit makes it. */
  CardTimeoutExtension() {}

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    within(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    within(invocation, context);
  }

  private static void within(Invocation<@Nullable Void> invocation, ExtensionContext context)
      throws Throwable {
    CardTimeout timeout = timeout(context).orElseThrow();
    if (timeout.value() <= 0) {
      // Without this JUnit would say first that nobody has called the test.
      invocation.skip();
      throw new ExtensionConfigurationException(
          "@CardTimeout(%d): a deadline is more than 0".formatted(timeout.value()));
    }
    Deadline deadline =
        new Deadline(
            context.getDisplayName(),
            Duration.of(timeout.value(), timeout.unit().toChronoUnit()),
            CardExtension.cards(context));
    deadline.hold(invocation);
  }

  private static Optional<CardTimeout> timeout(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getTestMethod(), CardTimeout.class)
        .or(
            () ->
                AnnotationSupport.findAnnotation(
                    context.getRequiredTestClass(),
                    CardTimeout.class,
                    context.getEnclosingTestClasses()));
  }
}
