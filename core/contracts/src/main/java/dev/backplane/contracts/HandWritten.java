package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a package that were written by hand: {@code ManagedX} extends the generated {@code
 * CheckedX}, and has what the interface {@code X} does not say.
 */
final class HandWritten {
  private final String home;
  private final Map<String, TypeElement> sources;
  private final Types types;

  /**
   * Looks into a package.
   *
   * @param home the package
   * @param sources what is compiled, by name; what was compiled before may be gone
   */
  HandWritten(String home, Map<String, TypeElement> sources, Types types) {
    this.home = home;
    this.sources = sources;
    this.types = types;
  }

  /** {@return a class of the package} */
  ClassName of(String name) {
    return ClassName.get(home, name);
  }

  ClassName generated(Contract contract) {
    return of("Checked" + contract.name());
  }

  ClassName written(Contract contract) {
    return of("Managed" + contract.name());
  }

  /** {@return the class to make: the hand-written one, if there is one} */
  ClassName form(Contract contract) {
    return find(contract) == null ? generated(contract) : written(contract);
  }

  /** {@return whether the hand-written form has an operation} */
  boolean has(Contract contract, ContractMethod operation) {
    TypeElement found = find(contract);
    return found != null
        && ElementFilter.methodsIn(found.getEnclosedElements()).stream()
            .anyMatch(method -> isSame(method, operation.method()));
  }

  /** {@return whether the hand-written form checks itself what an operation is passed} */
  boolean checks(Contract contract, ContractMethod operation) {
    TypeElement found = find(contract);
    return found != null
        && ElementFilter.methodsIn(found.getEnclosedElements()).stream()
            .anyMatch(
                method ->
                    method.getSimpleName().contentEquals(check(operation))
                        && parameters(method).equals(parameters(operation.method())));
  }

  /** {@return the name of the method that checks what an operation is passed} */
  static String check(ContractMethod operation) {
    String name = operation.name();
    return "check" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /**
   * Tells whether the hand-written form says itself how a driver's object is taken over.
   *
   * @param parameters of how many parameters the method is: that of a command has one more
   */
  boolean adopts(Contract contract, int parameters) {
    TypeElement found = find(contract);
    return found != null
        && ElementFilter.methodsIn(found.getEnclosedElements()).stream()
            .anyMatch(
                method ->
                    method.getSimpleName().contentEquals("adopt")
                        && method.getParameters().size() == parameters
                        && method.getModifiers().contains(Modifier.STATIC));
  }

  private @Nullable TypeElement find(Contract contract) {
    return sources.get(written(contract).canonicalName());
  }

  private boolean isSame(ExecutableElement one, ExecutableElement other) {
    return one.getSimpleName().equals(other.getSimpleName())
        && parameters(one).equals(parameters(other));
  }

  private List<String> parameters(ExecutableElement method) {
    return method.getParameters().stream().map(parameter -> erased(parameter.asType())).toList();
  }

  private String erased(TypeMirror type) {
    return types.erasure(type).toString().replaceAll("@[\\w.]+\\s+", "");
  }
}
