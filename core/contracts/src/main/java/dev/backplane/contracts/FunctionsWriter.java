package dev.backplane.contracts;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.backplane.api.contract.Functions;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Writes a table of C functions: its interface, and the two forms that call functions by their
 * addresses. These are final fields that are looked up once, so that a call asks whether there is
 * an address and does nothing else before it is made.
 */
final class FunctionsWriter {
  private static final ClassName CALLS = ClassName.get("dev.backplane.pi.table", "PiCalls");
  private static final ClassName WORDS = ClassName.get("dev.backplane.ffi", "WordCalls");
  private static final ClassName NATIVE_CALL = ClassName.get("dev.backplane.api.spi", "NativeCall");

  private final ClassName table;
  private final List<Prototype> functions;
  private final int absent;

  /**
   * Writes of a list.
   *
   * @param table the interface that has the list
   */
  FunctionsWriter(ClassName table, Functions list) {
    this.table = table;
    functions = Prototype.parse(list);
    absent = list.absent();
  }

  /** {@return the types that the list stands for} */
  List<TypeSpec> types() {
    return functions.stream().allMatch(each -> each.same().isEmpty())
        ? List.of(declared(), bound())
        : List.of(declared(), bound(), sameAsOpenCl());
  }

  /** {@return the interface that the table extends} */
  private TypeSpec declared() {
    TypeSpec.Builder type =
        TypeSpec.interfaceBuilder(table.simpleName() + "Functions")
            .addModifiers(Modifier.PUBLIC)
            .addJavadoc("The functions of {@link $T}.\n", table)
            .addField(
                FieldSpec.builder(
                        ParameterizedTypeName.get(List.class, String.class),
                        "NAMES",
                        Modifier.PUBLIC,
                        Modifier.STATIC,
                        Modifier.FINAL)
                    .addJavadoc("The names in C, in the order of the list.\n")
                    .initializer("$T.of($L)", List.class, names(functions))
                    .build());
    for (Prototype function : functions) {
      type.addMethod(
          method(function)
              .addModifiers(Modifier.ABSTRACT)
              .addJavadoc("$L\n", function.comment())
              .addAnnotation(
                  AnnotationSpec.builder(NATIVE_CALL)
                      .addMember("value", "$S", function.text())
                      .build())
              .build());
    }
    return type.build();
  }

  /** {@return the table over the functions themselves} */
  private TypeSpec bound() {
    return forms(
            "Native" + table.simpleName(),
            "{@link $T} over functions in C.\n",
            functions,
            Prototype::name,
            this::call)
        .addModifiers(Modifier.FINAL)
        .build();
  }

  /** {@return the table over functions of OpenCL, without what OpenCL has not} */
  private TypeSpec sameAsOpenCl() {
    return forms(
            "SameAsOpenCl",
            "The functions of {@link $T} that OpenCL has under another name.\n",
            functions.stream().filter(each -> !each.same().isEmpty()).toList(),
            Prototype::same,
            each -> each.made().isEmpty() ? call(each) : create(each))
        .addModifiers(Modifier.ABSTRACT)
        .build();
  }

  private TypeSpec.Builder forms(
      String name,
      String comment,
      List<Prototype> has,
      Function<Prototype, String> lookedUp,
      Function<Prototype, CodeBlock> body) {
    MethodSpec.Builder constructor =
        MethodSpec.constructorBuilder()
            .addModifiers(Modifier.PUBLIC)
            .addJavadoc(
                """
                Looks the functions up.

                @param functions the address of a function by its name; a null pointer where it is missing
                """)
            .addParameter(
                ParameterizedTypeName.get(Function.class, String.class, MemorySegment.class),
                "functions");
    TypeSpec.Builder type =
        TypeSpec.classBuilder(name)
            .addModifiers(Modifier.PUBLIC)
            .addJavadoc(comment, table)
            .addSuperinterface(table);
    for (Prototype each : has) {
      type.addField(MemorySegment.class, each.java(), Modifier.PRIVATE, Modifier.FINAL)
          .addMethod(
              method(each)
                  .addAnnotation(Override.class)
                  .addStatement("return $L", body.apply(each))
                  .build());
      constructor.addStatement("this.$N = functions.apply($S)", each.java(), lookedUp.apply(each));
    }
    return type.addMethod(constructor.build());
  }

  /** {@return the names of functions in C, as constants of Java} */
  static CodeBlock names(List<Prototype> functions) {
    return functions.stream()
        .map(each -> CodeBlock.of("$S", each.name()))
        .collect(CodeBlock.joining(",\n"));
  }

  static MethodSpec.Builder method(Prototype function) {
    MethodSpec.Builder method =
        MethodSpec.methodBuilder(function.java())
            .addModifiers(Modifier.PUBLIC)
            .returns(TypeName.INT);
    function
        .parameters()
        .forEach(
            each -> method.addParameter(each.small() ? TypeName.INT : TypeName.LONG, each.name()));
    return method;
  }

  private CodeBlock call(Prototype function) {
    return CodeBlock.of(
        "this.$1N.address() == 0 ? $2L : (int) $3T.call($4L)",
        function.java(),
        absent,
        WORDS,
        Stream.concat(Stream.of("this." + function.java()), function.names())
            .collect(Collectors.joining(", ")));
  }

  private static CodeBlock create(Prototype function) {
    return CodeBlock.of(
        "$1T.create($2N, this.$3N, error -> $4T.call(this.$3N, $5L, error))",
        CALLS,
        function.made(),
        function.java(),
        WORDS,
        function
            .names()
            .limit(function.parameters().size() - 1L)
            .collect(Collectors.joining(", ")));
  }
}
