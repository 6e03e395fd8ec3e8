package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.NameAllocator;
import com.palantir.javapoet.TypeName;
import dev.backplane.api.contract.Out;
import dev.backplane.api.contract.Within;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Writes the checks of what an operation is passed that need more than one parameter, or code by
 * hand: ranges and boxes that {@link Within} declares, and memory that is filled.
 */
final class RangeChecks {
  private static final String BOX = "dev.backplane.api.Rect";

  private final HandWritten hand;

  RangeChecks(HandWritten hand) {
    this.hand = hand;
  }

  /** {@return the statements before the driver is called} */
  CodeBlock of(Contract contract, Operation operation, NameAllocator names) {
    ClassName ranges = hand.of("Ranges");
    CodeBlock.Builder code = CodeBlock.builder();
    List<String> boxes =
        operation.parameters().stream()
            .filter(each -> each.element().getAnnotation(Within.class) != null && isBox(each))
            .map(names::get)
            .toList();
    if (boxes.size() == 2) {
      code.addStatement("$T.checkSameSize($N, $N)", ranges, boxes.getFirst(), boxes.getLast());
    }
    for (Operation.Parameter parameter : operation.parameters()) {
      Within within = parameter.element().getAnnotation(Within.class);
      if (within != null) {
        code.addStatement(
            "$T.checkInside($L)", ranges, inside(operation, parameter, within, names));
      }
      if (parameter.element().getAnnotation(Out.class) != null) {
        code.addStatement(
            "$T.$L($N)",
            ranges,
            operation.isCommand() ? "checkWritableByAll" : "checkWritable",
            names.get(parameter));
      }
    }
    if (hand.checks(contract, operation)) {
      code.addStatement(
          "this.$L($L)",
          HandWritten.check(operation),
          operation.parameters().stream()
              .map(each -> CodeBlock.of("$N", names.get(each)))
              .collect(CodeBlock.joining(", ")));
    }
    return code.build();
  }

  private static CodeBlock inside(
      Operation operation, Operation.Parameter parameter, Within within, NameAllocator names) {
    Operation.Parameter whole = find(operation, parameter, within.value());
    CodeBlock size =
        CodeBlock.of(isMemory(whole) ? "$N.byteSize()" : "$N.size()", names.get(whole));
    if (isBox(parameter)) {
      return CodeBlock.of("$N, $L", names.get(parameter), size);
    }
    if (parameter.element().asType().getKind() != TypeKind.LONG) {
      throw new Problem(
          Operation.signature(operation.method()) + ": only a long or a Rect is marked @Within");
    }
    Operation.Parameter length = find(operation, parameter, within.bytes());
    return CodeBlock.of(
        isMemory(length) ? "$N, $N.byteSize(), $L" : "$N, $N, $L",
        names.get(parameter),
        names.get(length),
        size);
  }

  private static Operation.Parameter find(
      Operation operation, Operation.Parameter parameter, String name) {
    return operation.parameters().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Problem(
                    "%s: parameter %s is @Within a parameter '%s' that is not there"
                        .formatted(
                            Operation.signature(operation.method()), parameter.name(), name)));
  }

  private static boolean isMemory(Operation.Parameter parameter) {
    return parameter.shape() instanceof Shape.Memory;
  }

  private static boolean isBox(Operation.Parameter parameter) {
    TypeMirror type = parameter.element().asType();
    return type.toString().endsWith(BOX);
  }

  /** {@return the declaration of the check that the hand-written form has} */
  static MethodSpec byHand(Operation operation) {
    MethodSpec.Builder method =
        MethodSpec.methodBuilder(HandWritten.check(operation)).addModifiers(Modifier.ABSTRACT);
    operation
        .parameters()
        .forEach(each -> method.addParameter(TypeName.get(each.element().asType()), each.name()));
    return method.varargs(operation.method().isVarArgs()).build();
  }
}
