package dev.backplane.contracts;

import dev.backplane.api.contract.Local;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Tells the shapes of types. */
final class Shapes {
  private static final Set<String> VALUES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Short",
          "java.lang.String",
          "java.lang.Void",
          "java.nio.file.Path",
          "java.time.Duration",
          "java.time.Instant",
          "java.util.OptionalDouble",
          "java.util.OptionalInt",
          "java.util.OptionalLong",
          "java.util.UUID");

  private static final Set<String> CONTAINERS =
      Set.of("java.util.List", "java.util.Map", "java.util.Optional", "java.util.Set");

  private final Elements elements;
  private final Types types;
  private final List<String> packages;

  Shapes(Elements elements, Types types, List<String> packages) {
    this.elements = elements;
    this.types = types;
    this.packages = packages;
  }

  Shape of(TypeMirror type) {
    return switch (type.getKind()) {
      case VOID -> new Shape.Nothing();
      case ARRAY -> ofArray((ArrayType) type);
      case DECLARED -> ofDeclared((DeclaredType) type);
      default ->
          type.getKind().isPrimitive()
              ? new Shape.Value(true)
              : new Shape.Foreign(type + " is not a type that is known", false);
    };
  }

  private Shape ofArray(ArrayType type) {
    return switch (of(type.getComponentType())) {
      case Shape.Thing(TypeElement thing, Shape.Within within) when within == Shape.Within.BARE ->
          new Shape.Thing(thing, Shape.Within.ARRAY);
      case Shape.Anything anything -> anything;
      default -> new Shape.Value(false);
    };
  }

  private Shape ofDeclared(DeclaredType type) {
    TypeElement element = (TypeElement) type.asElement();
    String name = element.getQualifiedName().toString();
    return switch (name) {
      case "java.time.Duration" -> new Shape.Time();
      case "java.lang.foreign.MemorySegment" -> new Shape.Memory();
      case "java.lang.Object" -> new Shape.Anything();
      case "java.util.concurrent.CompletionStage" -> new Shape.Later();
      case "java.util.Optional", "java.util.List" -> ofContainer(type, name);
      default -> {
        if (isThing(element)) {
          yield new Shape.Thing(element, Shape.Within.BARE);
        }
        yield isValue(type, new HashSet<>())
            ? new Shape.Value(false)
            : new Shape.Foreign(type + " cannot be sent", !isClosable(element));
      }
    };
  }

  private Shape ofContainer(DeclaredType type, String name) {
    if (type.getTypeArguments().size() == 1
        && type.getTypeArguments().getFirst() instanceof DeclaredType content
        && isThing((TypeElement) content.asElement())) {
      Shape.Within within =
          name.equals("java.util.List") ? Shape.Within.LIST : Shape.Within.OPTIONAL;
      return new Shape.Thing((TypeElement) content.asElement(), within);
    }
    return isValue(type, new HashSet<>())
        ? new Shape.Value(false)
        : new Shape.Foreign(type + " has content that cannot be sent", true);
  }

  /** Tells whether something is an interface of the API, which may have a form. */
  boolean isThing(TypeElement type) {
    return type.getKind() == ElementKind.INTERFACE
        && !type.getModifiers().contains(Modifier.SEALED)
        && isOfApi(type);
  }

  boolean isClosable(TypeElement type) {
    return types.isAssignable(
        types.erasure(type.asType()), elements.getTypeElement("java.lang.AutoCloseable").asType());
  }

  /** Tells whether a type is of the packages of facets, or of packages below them. */
  private boolean isOfApi(Element type) {
    String name = elements.getPackageOf(type).getQualifiedName().toString();
    return packages.stream().anyMatch(one -> name.equals(one) || name.startsWith(one + "."));
  }

  private boolean isValue(TypeMirror type, Set<String> seen) {
    if (type.getKind().isPrimitive() || type.getKind() == TypeKind.TYPEVAR) {
      return type.getKind().isPrimitive();
    }
    if (type instanceof ArrayType array) {
      return isValue(array.getComponentType(), seen);
    }
    if (!(type instanceof DeclaredType declared)) {
      return false;
    }
    TypeElement element = (TypeElement) declared.asElement();
    String name = element.getQualifiedName().toString();
    if (VALUES.contains(name) || element.getKind() == ElementKind.ENUM) {
      return true;
    }
    if (CONTAINERS.contains(name)) {
      return declared.getTypeArguments().stream().allMatch(each -> isValue(each, seen));
    }
    if (element.getKind() == ElementKind.RECORD) {
      return !seen.add(name)
          || element.getRecordComponents().stream()
              .filter(each -> each.getAnnotation(Local.class) == null)
              .map(RecordComponentElement::asType)
              .allMatch(each -> isValue(each, seen));
    }
    // A class of the API that is no interface is content, such as an image. A sealed interface is
    // its records.
    return isOfApi(element)
        && (element.getKind() == ElementKind.CLASS
            || element.getModifiers().contains(Modifier.SEALED));
  }
}
