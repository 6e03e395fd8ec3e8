package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Node;
import java.security.CodeSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a component, which may be code of a plugin: what it throws or leaves out is told with
 * the node, the class that is wrong, and where it came from.
 *
 * @param component what is called
 * @param place the node, or the empty string
 */
record ComponentCall(Component component, String place) {
  ComponentCall(Component component, Node node) {
    this(component, node.label());
  }

  TensorType infer(Node node, List<TensorType> inputs) {
    return result("infer", () -> component.infer(node, inputs));
  }

  Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Operation operation = result("prepare", () -> component.prepare(node, inputs, output));
    int size = output.shape().size();
    return arguments -> {
      long[] computed = result("operation", () -> operation.apply(arguments));
      if (computed.length != size) {
        throw wrong(
            "its operation gave " + computed.length + " integers, and its output has " + size,
            null);
      }
      return computed;
    };
  }

  /**
   * Calls it.
   *
   * @param method what messages call the call
   * @param call the call
   * @return what it gives, which is not null
   */
  <T> T result(String method, Supplier<? extends @Nullable T> call) {
    T result;
    try {
      result = call.get();
    } catch (CompilerException e) {
      throw place.isEmpty() ? e : e.in(place);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw wrong("its " + method + " threw " + e, e);
    }
    if (result == null) {
      throw wrong("its " + method + " gave null", null);
    }
    return result;
  }

  private CompilerException wrong(String text, @Nullable Throwable cause) {
    return new CompilerException(
        CompilerError.BAD_COMPONENT,
        place,
        text + "; the mistake is in " + component.getClass().getName() + origin(),
        cause);
  }

  /** The jar or folder of the plugin, if that is known. */
  private String origin() {
    CodeSource source = component.getClass().getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null ? "" : " of " + source.getLocation();
  }
}
