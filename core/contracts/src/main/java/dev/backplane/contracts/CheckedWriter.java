package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.NameAllocator;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.OneThread;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Types;

/**
 * Writes the checked form of an interface: each operation asks whether the object is open, checks
 * and unwraps what it is passed, calls the driver, completes its errors and wraps what it gives.
 * Nothing is made for a call that has numbers alone. An operation that the hand-written form has is
 * left to it.
 */
final class CheckedWriter {
  private final Contracts contracts;
  private final Types types;
  private final HandWritten hand;
  private final RangeChecks checks;

  CheckedWriter(Contracts contracts, Types types, HandWritten hand) {
    this.contracts = contracts;
    this.types = types;
    this.hand = hand;
    checks = new RangeChecks(hand);
  }

  TypeSpec write(Contract contract) {
    boolean complete =
        contract.operations().stream()
            .allMatch(
                each ->
                    each.isComposed()
                        || (!hand.has(contract, each) && !hand.checks(contract, each)));
    boolean keepsHandle =
        contract.closable()
            && contract.operations().stream()
                .anyMatch(each -> each.isClose() && !hand.has(contract, each));
    ClassName form = hand.generated(contract);
    TypeName handle =
        ParameterizedTypeName.get(
            hand.of(keepsHandle ? "OwnedHandle" : "Handle"), contract.className());
    TypeSpec.Builder type =
        TypeSpec.classBuilder(form)
            .addJavadoc("The checked form of {@link $T}.\n", contract.className())
            .superclass(hand.of("Checked"))
            .addSuperinterface(contract.className())
            .addField(FieldSpec.builder(contract.className(), "target", Modifier.FINAL).build());
    if (!complete) {
      type.addModifiers(Modifier.ABSTRACT);
    }
    MethodSpec.Builder constructor =
        MethodSpec.constructorBuilder()
            .addParameter(handle, "handle")
            .addStatement("super(handle)")
            .addStatement("this.target = handle.target()");
    if (keepsHandle) {
      type.addField(FieldSpec.builder(handle, "handle", Modifier.FINAL).build());
      constructor.addStatement("this.handle = handle");
    }
    type.addMethod(constructor.build());
    type.addMethod(
        MethodSpec.methodBuilder("unwrapped")
            .addAnnotation(Override.class)
            .addModifiers(Modifier.FINAL)
            .returns(contract.className())
            .addStatement("return this.target")
            .build());
    for (ContractMethod operation : contract.operations()) {
      if (!operation.isComposed() && !hand.has(contract, operation)) {
        type.addMethod(operation.isClose() ? close(contract) : write(contract, operation));
        if (hand.checks(contract, operation)) {
          type.addMethod(RangeChecks.byHand(operation));
        }
      }
    }
    return type.build();
  }

  private static MethodSpec close(Contract contract) {
    if (!contract.closable()) {
      throw new Problem(contract.type() + " has a method close and is not AutoCloseable");
    }
    return MethodSpec.methodBuilder("close")
        .addAnnotation(Override.class)
        .addModifiers(Modifier.PUBLIC)
        .addStatement("this.handle.close()")
        .build();
  }

  private MethodSpec write(Contract contract, ContractMethod operation) {
    DeclaredType owner = (DeclaredType) contract.type().asType();
    MethodSpec.Builder method = MethodSpec.overriding(operation.method(), owner, types);
    NameAllocator names = new NameAllocator();
    operation.parameters().forEach(each -> names.newName(each.name(), each));
    CodeBlock words = words(operation, names);
    method.addCode(
        isConstant(operation)
            ? CodeBlock.of("this.lifetime.check($L);\n", words)
            : CodeBlock.of(
                "if (this.lifetime.isOver()) {\n  throw this.lifetime.closed($L);\n}\n", words));
    operation.parameters().forEach(each -> checkNumber(method, operation, each, names, words));
    String own = names.newName("own", "own");
    boolean takesThings = operation.parameters().stream().anyMatch(contracts::isMade);
    if (takesThings || operation.isCommand()) {
      method.addStatement("$1T $2N = new $1T(this, $3L)", hand.of("Arguments"), own, words);
      method.beginControlFlow("try");
    }
    CodeBlock arguments =
        operation.parameters().stream()
            .map(each -> argument(contract, operation, each, method, names, own))
            .collect(CodeBlock.joining(", "));
    ExecutableType actual = (ExecutableType) types.asMemberOf(owner, operation.method());
    call(
        method,
        contract,
        operation,
        checks.of(contract, operation, names),
        TypeName.get(actual.getReturnType()),
        CodeBlock.of("this.target.$N($L)", operation.name(), arguments),
        names,
        words);
    if (takesThings || operation.isCommand()) {
      method.nextControlFlow("finally").addStatement("$N.close()", own).endControlFlow();
    }
    return method.build();
  }

  private static void checkNumber(
      MethodSpec.Builder method,
      ContractMethod operation,
      ContractMethod.Parameter parameter,
      NameAllocator names,
      CodeBlock words) {
    String name = names.get(parameter);
    AtLeast least = parameter.element().getAnnotation(AtLeast.class);
    if (least != null) {
      TypeKind kind = parameter.element().asType().getKind();
      if (kind != TypeKind.INT && kind != TypeKind.LONG) {
        throw new Problem(
            ContractMethod.signature(operation.method())
                + ": only an int or a long is marked @AtLeast");
      }
      method
          .beginControlFlow("if ($N < $LL)", name, least.value())
          .addStatement(
              "throw this.origin.tooSmall($L, $S, $N, $LL, $T.$L)",
              words,
              parameter.name(),
              name,
              least.value(),
              least.error().getDeclaringClass(),
              least.error().name())
          .endControlFlow();
    }
    if (parameter.shape() instanceof Shape.Time) {
      method
          .beginControlFlow("if ($N.isNegative())", name)
          .addStatement("throw this.origin.negative($L, $S, $N)", words, parameter.name(), name)
          .endControlFlow();
    }
  }

  /** {@return what the driver is passed} */
  private CodeBlock argument(
      Contract contract,
      ContractMethod operation,
      ContractMethod.Parameter parameter,
      MethodSpec.Builder method,
      NameAllocator names,
      String own) {
    String name = names.get(parameter);
    if (parameter.shape() instanceof Shape.Anything) {
      throw new Problem(
          ContractMethod.signature(operation.method())
              + ": an Object may be a value or an object of the device; write the operation in "
              + hand.written(contract));
    }
    if (!contracts.isMade(parameter)) {
      return CodeBlock.of("$N", name);
    }
    String driver =
        names.newName("driver" + Character.toUpperCase(name.charAt(0)) + name.substring(1));
    method.addStatement("var $N = $N.take($N)", driver, own, name);
    return CodeBlock.of("$N", driver);
  }

  private void call(
      MethodSpec.Builder method,
      Contract contract,
      ContractMethod operation,
      CodeBlock check,
      TypeName result,
      CodeBlock call,
      NameAllocator names,
      CodeBlock words) {
    boolean direct =
        switch (operation.result()) {
          case Shape.Nothing _, Shape.Itself _ -> true;
          case Shape.Value value -> value.primitive();
          default -> false;
        };
    String answer = names.newName("answer");
    String thrown = names.newName("thrown");
    if (!direct) {
      method.addStatement("$T $N", result, answer);
    }
    boolean oneThread = contract.type().getAnnotation(OneThread.class) != null;
    if (oneThread) {
      method.addStatement("this.enter($L)", words);
    }
    method.beginControlFlow("try");
    method.addCode(check);
    switch (operation.result()) {
      case Shape.Nothing _, Shape.Itself _ -> method.addStatement(call);
      case Shape.Value value when value.primitive() -> method.addStatement("return $L", call);
      default -> method.addStatement("$N = $L", answer, call);
    }
    method
        .nextControlFlow("catch ($T $N)", Throwable.class, thrown)
        .addStatement("throw this.origin.failed($L, $N)", words, thrown);
    if (oneThread) {
      method.nextControlFlow("finally").addStatement("this.leave()");
    }
    method.endControlFlow();
    if (operation.result() instanceof Shape.Itself) {
      method.addStatement("return this");
    } else if (!direct) {
      method
          .beginControlFlow("if ($N == null)", answer)
          .addStatement("throw this.origin.answeredNull($L)", words)
          .endControlFlow()
          .addStatement("return $L", wrapped(operation, answer, names, words));
    }
  }

  private CodeBlock wrapped(
      ContractMethod operation, String answer, NameAllocator names, CodeBlock words) {
    return switch (operation.result()) {
      case Shape.Later _ -> CodeBlock.of("this.origin.later($L, $N)", words, answer);
      case Shape.Thing(TypeElement type, Shape.Within within) -> {
        Contract made = contracts.of(type);
        String found = names.newName("found");
        yield switch (within) {
          case BARE -> made(operation, made, answer, names, words);
          case OPTIONAL ->
              CodeBlock.of(
                  "$N.map($N -> $L)", answer, found, made(operation, made, found, names, words));
          case LIST ->
              CodeBlock.of(
                  "$N.stream().<$T>map($N -> $L).toList()",
                  answer,
                  made.className(),
                  found,
                  made(operation, made, found, names, words));
          case ARRAY -> throw new IllegalStateException("no operation gives an array");
        };
      }
      default -> CodeBlock.of("$N", answer);
    };
  }

  /** {@return what makes the form of a driver's object} */
  private CodeBlock made(
      ContractMethod operation,
      Contract made,
      String answer,
      NameAllocator names,
      CodeBlock words) {
    if (operation.isCommand()) {
      if (!hand.adopts(made, 4)) {
        throw new Problem(
            ContractMethod.signature(operation.method())
                + ": what a @Command gives keeps memory in use; write a method adopt in "
                + hand.written(made));
      }
      return CodeBlock.of(
          "$T.adopt(this, $L, $N, $N)", hand.form(made), words, answer, names.get("own"));
    }
    if (hand.adopts(made, 3)) {
      return CodeBlock.of("$T.adopt(this, $L, $N)", hand.form(made), words, answer);
    }
    return made.closable()
        ? CodeBlock.of(
            "new $T(this.device.adopt(this.origin, $L, $S, $N))",
            hand.form(made),
            words,
            made.words(),
            answer)
        : CodeBlock.of(
            "new $T(new $T<>(this.device, this.origin, $N, $S))",
            hand.form(made),
            hand.of("Handle"),
            answer,
            made.words());
  }

  private static boolean isConstant(ContractMethod operation) {
    return operation.words().indexOf('{') < 0;
  }

  /** {@return the words of an operation, with what it is passed where they name it} */
  private static CodeBlock words(ContractMethod operation, NameAllocator names) {
    if (isConstant(operation)) {
      return CodeBlock.of("$S", operation.words());
    }
    CodeBlock.Builder code = CodeBlock.builder();
    List<String> parts = List.of(operation.words().split("(?=\\{\\d\\})|(?<=\\{\\d\\})", -1));
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      code.add(i == 0 ? "" : " + ");
      if (!part.matches("\\{\\d\\}")) {
        code.add("$S", part);
        continue;
      }
      int index = part.charAt(1) - '0';
      if (index >= operation.parameters().size()) {
        throw new Problem(
            ContractMethod.signature(operation.method()) + ": there is no parameter " + part);
      }
      code.add("$N", names.get(operation.parameters().get(index)));
    }
    return code.build();
  }
}
