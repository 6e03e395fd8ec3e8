package dev.backplane.contracts;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.Composed;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * A method of an interface of the API.
 *
 * @param method the method
 * @param words how messages call it
 * @param result what becomes of the result
 * @param parameters what becomes of each parameter
 */
record ContractMethod(
    ExecutableElement method, String words, Shape result, List<Parameter> parameters) {
  /**
   * A parameter.
   *
   * @param element the parameter
   * @param shape what becomes of it
   */
  record Parameter(VariableElement element, Shape shape) {
    String name() {
      return element.getSimpleName().toString();
    }

    boolean isThing() {
      return shape instanceof Shape.Thing;
    }
  }

  String name() {
    return method.getSimpleName().toString();
  }

  boolean isComposed() {
    return method.getAnnotation(Composed.class) != null;
  }

  boolean isCommand() {
    return method.getAnnotation(Command.class) != null;
  }

  boolean isClose() {
    return name().equals("close") && parameters.isEmpty();
  }

  boolean takesThings() {
    return parameters.stream().anyMatch(Parameter::isThing);
  }

  /** {@return the interface that declares a method} */
  static TypeElement owner(ExecutableElement method) {
    return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
  }

  /** {@return interface, name and types of parameters: enough to find it} */
  static String signature(ExecutableElement method) {
    return owner(method).getQualifiedName()
        + "."
        + method.getSimpleName()
        + method.getParameters().stream()
            .map(parameter -> parameter.asType().toString().replaceAll("(@[\\w.]+\\s+)", ""))
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
