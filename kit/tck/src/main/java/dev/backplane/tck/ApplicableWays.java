package dev.backplane.tck;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Runs a suite once for each of its ways, or not at all where the driver declared that it lacks
 * what the suite is about.
 */
final class ApplicableWays implements ClassTemplateInvocationContextProvider {
  private static final Namespace DRIVERS = Namespace.create(ApplicableWays.class);

  @Override
  public boolean supportsClassTemplate(ExtensionContext context) {
    return Conformance.class.isAssignableFrom(context.getRequiredTestClass());
  }

  @Override
  public boolean mayReturnZeroClassTemplateInvocationContexts(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
      ExtensionContext context) {
    Class<? extends Conformance> suite =
        context.getRequiredTestClass().asSubclass(Conformance.class);
    return declared(context).waysOf(suite).stream().map(Invocation::new);
  }

  /** {@return the driver's declaration, made once for each test class} */
  private static DriverUnderTest declared(ExtensionContext suite) {
    Class<?> type = suite.getEnclosingTestClasses().getFirst();
    return suite
        .getParent()
        .orElse(suite)
        .getStore(DRIVERS)
        .computeIfAbsent(
            type,
            key -> ((DriverConformance) ReflectionSupport.newInstance(key)).driver(),
            DriverUnderTest.class);
  }

  /** A suite on one way. */
  private record Invocation(Way way)
      implements ClassTemplateInvocationContext, BeforeEachCallback, AfterEachCallback {
    @Override
    public String getDisplayName(int index) {
      return way.toString();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      List<Object> instances = context.getRequiredTestInstances().getAllInstances();
      var driver = (DriverConformance) instances.getFirst();
      ((Conformance) instances.getLast()).start(driver.driver(), way);
    }

    @Override
    public void afterEach(ExtensionContext context) {
      ((Conformance) context.getRequiredTestInstance()).finish();
    }
  }
}
