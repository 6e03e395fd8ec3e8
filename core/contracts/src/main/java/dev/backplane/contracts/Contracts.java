package dev.backplane.contracts;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Makes;
import dev.backplane.api.contract.Named;
import dev.backplane.api.contract.Out;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** All facets of some packages, and all that they make, checked. */
final class Contracts {
  private static final String FACET = "dev.backplane.api.Facet";

  private final Elements elements;
  private final Types types;
  private final Shapes shapes;

  /** By interface, in the order of names. */
  private final Map<String, Contract> byName = new TreeMap<>();

  private final Map<String, Contract> byType = new LinkedHashMap<>();

  private Contracts(Elements elements, Types types, List<String> packages) {
    this.elements = elements;
    this.types = types;
    shapes = new Shapes(elements, types, packages);
  }

  /**
   * Reads the declarations.
   *
   * @throws Problem for one that nothing can be generated of
   */
  static Contracts of(Elements elements, Types types, List<String> packages) {
    Contracts contracts = new Contracts(elements, types, packages);
    contracts.read(packages);
    return contracts;
  }

  /** {@return the facets, by name} */
  List<Contract> facets() {
    return all().stream().filter(Contract::facet).toList();
  }

  /** {@return all interfaces, by name} */
  List<Contract> all() {
    return List.copyOf(byName.values());
  }

  Contract of(TypeElement type) {
    return Objects.requireNonNull(byType.get(type.getQualifiedName().toString()), type::toString);
  }

  private void read(List<String> packages) {
    Deque<TypeElement> open = new ArrayDeque<>();
    for (String name : packages) {
      PackageElement found = elements.getPackageElement(name);
      if (found == null) {
        throw new Problem("there is no package " + name);
      }
      ElementFilter.typesIn(found.getEnclosedElements()).stream()
          .filter(Contracts::isFacet)
          .sorted(Comparator.comparing(each -> each.getQualifiedName().toString()))
          .forEach(open::add);
    }
    while (!open.isEmpty()) {
      TypeElement type = open.poll();
      if (!byType.containsKey(type.getQualifiedName().toString())) {
        Contract contract = read(type);
        byType.put(type.getQualifiedName().toString(), contract);
        Contract before = byName.putIfAbsent(contract.name(), contract);
        if (before != null) {
          throw new Problem(
              "%s and %s are both called %s: give one of them another name with @Named"
                  .formatted(before.type(), type, contract.name()));
        }
        for (ContractMethod operation : contract.operations()) {
          if (operation.result() instanceof Shape.Thing made) {
            open.add(made.type());
          }
        }
      }
    }
    byName.values().forEach(this::checkThings);
  }

  private static boolean isFacet(TypeElement type) {
    return type.getKind() == ElementKind.INTERFACE
        && type.getInterfaces().stream().anyMatch(each -> each.toString().endsWith(FACET));
  }

  private Contract read(TypeElement type) {
    if (!type.getTypeParameters().isEmpty()) {
      throw new Problem(type + " has type parameters; a facet and what it makes have none");
    }
    Named named = type.getAnnotation(Named.class);
    List<ContractMethod> operations = new ArrayList<>();
    for (ExecutableElement method : ElementFilter.methodsIn(elements.getAllMembers(type))) {
      if (isOperation(method)) {
        operations.add(operation(type, method));
      }
    }
    return new Contract(
        type,
        named == null ? type.getSimpleName().toString() : named.value(),
        isFacet(type),
        shapes.isClosable(type),
        operations);
  }

  private static boolean isOperation(ExecutableElement method) {
    return ContractMethod.owner(method).getKind() == ElementKind.INTERFACE
        && !method.getModifiers().contains(Modifier.STATIC)
        && !method.getModifiers().contains(Modifier.PRIVATE);
  }

  private ContractMethod operation(TypeElement type, ExecutableElement method) {
    String signature = ContractMethod.signature(method);
    if (!method.getTypeParameters().isEmpty()) {
      throw new Problem(signature + ": an operation has no type parameters");
    }
    if (!method.getThrownTypes().isEmpty()) {
      throw new Problem(signature + ": an operation declares no checked exceptions");
    }
    if (has(method, Composed.class) && !method.isDefault()) {
      throw new Problem(signature + ": only a default method can be @Composed");
    }
    ExecutableType actual = (ExecutableType) types.asMemberOf((DeclaredType) type.asType(), method);
    boolean local =
        has(method, Local.class)
            || has(method, Composed.class)
            || has(type, Local.class)
            || has(ContractMethod.owner(method), Local.class);
    List<ContractMethod.Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < method.getParameters().size(); i++) {
      VariableElement parameter = method.getParameters().get(i);
      Shape shape = shapes.of(actual.getParameterTypes().get(i));
      check(signature, "parameter " + parameter.getSimpleName(), shape, local);
      if (shape instanceof Shape.Memory
          && !local
          && has(parameter, In.class) == has(parameter, Out.class)) {
        throw new Problem(
            signature
                + ": memory has a direction: mark parameter "
                + parameter.getSimpleName()
                + " with @In or @Out, or the operation with @Local");
      }
      parameters.add(new ContractMethod.Parameter(parameter, shape));
    }
    return new ContractMethod(
        method, words(method), result(signature, type, method, actual, local), parameters);
  }

  private Shape result(
      String signature,
      TypeElement type,
      ExecutableElement method,
      ExecutableType actual,
      boolean local) {
    TypeMirror declared = actual.getReturnType();
    Shape shape = shapes.of(declared);
    check(signature, "the result", shape, local);
    boolean ownType =
        types.isSameType(declared, type.asType())
            || types.isSameType(declared, ContractMethod.owner(method).asType());
    if (has(method, Makes.class) && !ownType) {
      throw new Problem(signature + ": only what has its interface's own type is marked @Makes");
    }
    boolean itself = ownType && !has(method, Makes.class);
    if (has(method, Command.class) && !(shape instanceof Shape.Thing)) {
      throw new Problem(signature + ": a @Command gives what stands for its work");
    }
    return switch (shape) {
      case Shape.Memory _ when !local ->
          throw new Problem(
              signature + ": memory of the host cannot be sent as a result; mark it @Local");
      case Shape.Thing(_, Shape.Within within) when within == Shape.Within.ARRAY ->
          throw new Problem(signature + ": objects are given in a List, not in an array");
      case Shape.Thing _ when itself -> new Shape.Itself();
      case Shape.Anything _ ->
          throw new Problem(signature + ": a result of type Object is not known to be anything");
      case Shape.Time _ -> new Shape.Value(false);
      default -> shape;
    };
  }

  private static void check(String signature, String what, Shape shape, boolean local) {
    if (shape instanceof Shape.Foreign foreign && !(local && foreign.allowed())) {
      throw new Problem(
          signature
              + ": "
              + what
              + ": "
              + foreign.why()
              + (foreign.allowed()
                  ? "; mark the operation @Local"
                  : "; give a value or an interface of the API"));
    }
  }

  /** Checks that each object that is passed to an operation was made by one. */
  private void checkThings(Contract contract) {
    for (ContractMethod operation : contract.operations()) {
      for (ContractMethod.Parameter parameter : operation.parameters()) {
        if (parameter.shape() instanceof Shape.Thing(TypeElement thing, _)
            && !byType.containsKey(thing.getQualifiedName().toString())
            && !has(operation.method(), Local.class)
            && !has(contract.type(), Local.class)) {
          throw new Problem(
              ContractMethod.signature(operation.method())
                  + ": no operation makes a "
                  + thing.getSimpleName()
                  + ", so it is code of the caller; mark the operation @Local");
        }
      }
    }
  }

  /** {@return whether a parameter is an object that some operation made} */
  boolean isMade(ContractMethod.Parameter parameter) {
    return parameter.shape() instanceof Shape.Thing(TypeElement thing, _)
        && byType.containsKey(thing.getQualifiedName().toString());
  }

  private static String words(ExecutableElement method) {
    var operation = method.getAnnotation(dev.backplane.api.contract.Operation.class);
    return operation == null ? Words.of(method.getSimpleName().toString()) : operation.value();
  }

  private static boolean has(
      Element element, Class<? extends java.lang.annotation.Annotation> annotation) {
    return element.getAnnotation(annotation) != null;
  }
}
