package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.backplane.api.contract.Functions;
import dev.backplane.api.contract.Served;
import dev.backplane.contracts.Prototype.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Writes what serves a table of C functions to programs: a class in Java, and macros for C. */
final class ServerWriter {
  private static final ClassName MEMORY = ClassName.get("dev.backplane.ffi", "RawMemory");

  private final ClassName table;
  private final ClassName functionsOfTable;
  private final ClassName server;
  private final ClassName target;
  private final Served list;
  private final List<String> prefixes;
  private final List<Prototype> ofTable;
  private final List<Prototype> own;
  private final List<Prototype> all = new ArrayList<>();
  private final Set<String> translated = new HashSet<>();

  ServerWriter(ClassName table, Functions functions, Served list) {
    this.table = table;
    this.list = list;
    functionsOfTable = table.peerClass(table.simpleName() + "Functions");
    server = table.peerClass("Served" + table.simpleName());
    target = server.nestedClass("Target");
    prefixes = List.of(functions.prefixes());
    ofTable = Prototype.parse(functions);
    own = Prototype.parse(list.value(), functions);
    all.addAll(ofTable);
    all.addAll(own);
    translated.addAll(List.of(list.targets()));
    translated.addAll(List.of(list.translated()));
  }

  /** {@return the class that finds the method of a number and forwards what it can} */
  TypeSpec server() {
    TypeSpec.Builder type =
        TypeSpec.classBuilder(server)
            .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
            .addSuperinterface(functionsOfTable)
            .addJavadoc(
                """
                Serves the functions of {@link $T} to programs in C. A function of a target that means
                the same on both sides is forwarded to it. A subclass has the others. As safe for use
                by several threads as its subclass.
                """,
                table)
            .addField(
                FieldSpec.builder(
                        ParameterizedTypeName.get(List.class, String.class),
                        "FUNCTIONS",
                        Modifier.PUBLIC,
                        Modifier.STATIC,
                        Modifier.FINAL)
                    .addJavadoc("The names of the functions, by number.\n")
                    .initializer("$T.of($L)", List.class, FunctionsWriter.names(all))
                    .build())
            .addType(targetType())
            .addMethod(
                MethodSpec.constructorBuilder()
                    .addModifiers(Modifier.PROTECTED)
                    .addJavadoc("For subclasses.\n")
                    .build());
    for (String each : list.targets()) {
      type.addMethod(
          MethodSpec.methodBuilder(Words.camel(each))
              .addModifiers(Modifier.PROTECTED, Modifier.ABSTRACT)
              .returns(target)
              .addParameter(TypeName.LONG, "number")
              .addJavadoc("{@return the object that a program names}\n")
              .build());
    }
    type.addMethod(
        MethodSpec.methodBuilder("required")
            .addModifiers(Modifier.PROTECTED, Modifier.ABSTRACT)
            .addParameter(TypeName.LONG, "pointer")
            .addParameter(String.class, "name")
            .addJavadoc("Refuses a null pointer in an argument.\n")
            .build());
    for (Prototype each : own) {
      type.addMethod(
          FunctionsWriter.method(each)
              .addModifiers(Modifier.ABSTRACT)
              .addJavadoc("$L\n", each.comment())
              .build());
    }
    ofTable.stream().filter(this::isForwarded).map(this::forward).forEach(type::addMethod);
    return type.addMethod(dispatch()).build();
  }

  private TypeSpec targetType() {
    return TypeSpec.interfaceBuilder(target)
        .addModifiers(Modifier.PUBLIC)
        .addJavadoc("An object that a program names by a number.\n")
        .addMethod(
            MethodSpec.methodBuilder("functions")
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .addJavadoc("{@return the functions that it is used with}\n")
                .returns(functionsOfTable)
                .build())
        .addMethod(
            MethodSpec.methodBuilder("inner")
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .addJavadoc("{@return the number by which these know it}\n")
                .returns(TypeName.LONG)
                .build())
        .build();
  }

  private boolean isForwarded(Prototype function) {
    List<Parameter> parameters = function.parameters();
    return !parameters.isEmpty()
        && List.of(list.targets()).contains(parameters.getFirst().type())
        && parameters.stream().skip(1).noneMatch(each -> translated.contains(each.base()));
  }

  private MethodSpec forward(Prototype function) {
    Parameter first = function.parameters().getFirst();
    MethodSpec.Builder method =
        FunctionsWriter.method(function)
            .addAnnotation(Override.class)
            .addStatement("$T target = $N($N)", target, Words.camel(first.type()), first.name());
    for (Parameter each : function.parameters()) {
      if (each.isPointer() && !each.nullable()) {
        method.addStatement("required($N, $S)", each.name(), each.nameInC());
      }
    }
    String passed =
        function
            .names()
            .skip(1)
            .map(each -> ", " + each)
            .collect(Collectors.joining("", "target.inner()", ""));
    return method.addStatement("return target.functions().$N($L)", function.java(), passed).build();
  }

  private MethodSpec dispatch() {
    CodeBlock.Builder choice = CodeBlock.builder().add("return switch (number) {\n").indent();
    for (int number = 0; number < all.size(); number++) {
      choice.add("case $L -> $L;\n", number, call(all.get(number)));
    }
    choice
        .add(
            "default -> throw new $T($S + number);\n",
            IllegalArgumentException.class,
            "no function has the number ")
        .unindent()
        .add("};\n");
    return MethodSpec.methodBuilder("call")
        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
        .returns(TypeName.INT)
        .addParameter(TypeName.INT, "number")
        .addParameter(TypeName.LONG, "words")
        .addJavadoc(
            """
            Calls a function.

            @param number its place in {@link #FUNCTIONS}
            @param words the address of its arguments, 64 bits each
            @return its result
            """)
        .addCode(choice.build())
        .build();
  }

  private static CodeBlock call(Prototype function) {
    List<CodeBlock> arguments = new ArrayList<>();
    for (Parameter each : function.parameters()) {
      arguments.add(
          CodeBlock.of(
              "$T.$L(words + $L)",
              MEMORY,
              each.small() ? "getInt" : "getLong",
              (long) Long.BYTES * arguments.size()));
    }
    return CodeBlock.of(
        "$N($L)", function.java(), arguments.stream().collect(CodeBlock.joining(", ")));
  }

  /** {@return the macros, as C includes them} */
  String macros() {
    StringBuilder text =
        new StringBuilder(
            """
            /* Made of the list of %s: NUMBER(name) for each function, in the order of the numbers that
             * Java knows, and STUB(name, (parameters), (words)) for those that programs call. */
            #ifndef NUMBER
            #define NUMBER(name)
            #endif
            #ifndef STUB
            #define STUB(name, parameters, words)
            #endif
            """
                .formatted(table.canonicalName()));
    for (Prototype each : all) {
      text.append("NUMBER(%s)\n".formatted(each.name()));
      if (prefixes.stream().anyMatch(each.name()::startsWith)) {
        text.append(
            """
            #ifndef OWN_%1$s
            STUB(%1$s, (%2$s), (%3$s))
            #endif
            """
                .formatted(
                    each.name(),
                    each.parameters().stream()
                        .map(Parameter::text)
                        .collect(Collectors.joining(", ")),
                    each.parameters().stream()
                        .map(parameter -> "WORD(" + parameter.nameInC() + ")")
                        .collect(Collectors.joining(", "))));
      }
    }
    return text.append("#undef NUMBER\n#undef STUB\n").toString();
  }
}
