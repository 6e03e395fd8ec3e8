package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.NameAllocator;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.util.Types;

/**
 * Writes the traced form of an interface: each operation tells of its call and what came of it.
 * What it gives is traced in turn; what it is passed is unwrapped, so that nothing behind a traced
 * form ever meets one.
 */
final class TracedWriter {
  private final Contracts contracts;
  private final Types types;
  private final String home;

  TracedWriter(Contracts contracts, Types types, String home) {
    this.contracts = contracts;
    this.types = types;
    this.home = home;
  }

  ClassName form(Contract contract) {
    return ClassName.get(home, "Traced" + contract.name());
  }

  TypeSpec write(Contract contract) {
    TypeSpec.Builder type =
        TypeSpec.classBuilder(form(contract))
            .addModifiers(Modifier.FINAL)
            .addJavadoc("The traced form of {@link $T}.\n", contract.className())
            .superclass(ClassName.get(home, "Traced"))
            .addSuperinterface(contract.className())
            .addField(contract.className(), "target", Modifier.PRIVATE, Modifier.FINAL)
            .addMethod(
                MethodSpec.constructorBuilder()
                    .addParameter(ClassName.get(home, "Traced"), "from")
                    .addParameter(contract.className(), "target")
                    .addStatement("super(from)")
                    .addStatement("this.target = target")
                    .build())
            .addMethod(
                MethodSpec.methodBuilder("unwrapped")
                    .addAnnotation(Override.class)
                    .returns(contract.className())
                    .addStatement("return this.target")
                    .build());
    contract.operations().forEach(each -> type.addMethod(write(contract, each)));
    return type.build();
  }

  private MethodSpec write(Contract contract, ContractMethod operation) {
    DeclaredType owner = (DeclaredType) contract.type().asType();
    MethodSpec.Builder method = MethodSpec.overriding(operation.method(), owner, types);
    NameAllocator names = new NameAllocator();
    operation.parameters().forEach(each -> names.newName(each.name(), each));
    CodeBlock.Builder told = CodeBlock.builder();
    CodeBlock.Builder passed = CodeBlock.builder();
    for (ContractMethod.Parameter parameter : operation.parameters()) {
      String name = names.get(parameter);
      if (parameter.isThing() || parameter.shape() instanceof Shape.Anything) {
        String own =
            names.newName("own" + Character.toUpperCase(name.charAt(0)) + name.substring(1));
        method.addStatement("var $N = own($N)", own, name);
        name = own;
      }
      told.add(", $N", name);
      passed.add(passed.isEmpty() ? "$N" : ", $N", name);
    }
    String call = names.newName("call");
    method.addStatement(
        "var $N = begin($S, $S$L)",
        call,
        contract.name(),
        operation.name(),
        toldAs(operation, told));
    ExecutableType actual = (ExecutableType) types.asMemberOf(owner, operation.method());
    finish(method, operation, TypeName.get(actual.getReturnType()), passed.build(), names, call);
    return method.build();
  }

  /** A single array would be taken for all arguments. */
  private static CodeBlock toldAs(ContractMethod operation, CodeBlock.Builder told) {
    return operation.parameters().size() == 1
        ? CodeBlock.of(", (Object) $L", told.build().toString().substring(2))
        : told.build();
  }

  private void finish(
      MethodSpec.Builder method,
      ContractMethod operation,
      TypeName result,
      CodeBlock passed,
      NameAllocator names,
      String call) {
    String answer = names.newName("answer");
    String thrown = names.newName("thrown");
    boolean empty = operation.result() instanceof Shape.Nothing;
    if (!empty) {
      method.addStatement("$T $N", result, answer);
    }
    method.beginControlFlow("try");
    CodeBlock forward = CodeBlock.of("this.target.$N($L)", operation.name(), passed);
    if (empty) {
      method.addStatement(forward).addStatement("$N.answered(null)", call);
    } else {
      method.addStatement("$N = $L", answer, forward).addStatement("$N.answered($N)", call, answer);
    }
    method
        .nextControlFlow("catch ($T | $T $N)", RuntimeException.class, Error.class, thrown)
        .addStatement("$N.threw($N)", call, thrown)
        .addStatement("throw $N", thrown)
        .endControlFlow();
    if (!empty) {
      method.addStatement("return $L", wrapped(operation, answer, names));
    }
  }

  private CodeBlock wrapped(ContractMethod operation, String answer, NameAllocator names) {
    return switch (operation.result()) {
      case Shape.Itself _ -> CodeBlock.of("this");
      case Shape.Thing(TypeElement type, Shape.Within within) -> {
        ClassName form = form(contracts.of(type));
        String found = names.newName("found");
        yield switch (within) {
          case BARE -> CodeBlock.of("new $T(this, $N)", form, answer);
          case OPTIONAL ->
              CodeBlock.of("$N.map($N -> new $T(this, $N))", answer, found, form, found);
          case LIST ->
              CodeBlock.of(
                  "$N.stream().<$T>map($N -> new $T(this, $N)).toList()",
                  answer,
                  contracts.of(type).className(),
                  found,
                  form,
                  found);
          case ARRAY -> throw new IllegalStateException("no operation gives an array");
        };
      }
      default -> CodeBlock.of("$N", answer);
    };
  }
}
