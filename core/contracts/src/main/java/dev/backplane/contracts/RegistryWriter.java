package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;
import java.util.function.Function;
import javax.lang.model.element.Modifier;

/** Writes lists of all facets. */
final class RegistryWriter {
  private static final ClassName FACET = ClassName.get("dev.backplane.api", "Facet");

  private final Contracts contracts;
  private final String home;

  RegistryWriter(Contracts contracts, String home) {
    this.contracts = contracts;
    this.home = home;
  }

  /** The facets and their names. */
  TypeSpec names() {
    List<Contract> facets = contracts.facets();
    MethodSpec.Builder of =
        MethodSpec.methodBuilder("of")
            .addJavadoc("{@return the name of a facet, as configurations write it}\n")
            .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
            .addParameter(
                ParameterizedTypeName.get(ClassName.get(Class.class), any(ClassName.OBJECT)),
                "facet")
            .returns(String.class);
    for (Contract facet : facets) {
      if (!facet.type().getSimpleName().contentEquals(facet.name())) {
        of.beginControlFlow("if (facet == $T.class)", facet.className())
            .addStatement("return $S", facet.name())
            .endControlFlow();
      }
    }
    return TypeSpec.classBuilder("FacetNames")
        .addJavadoc("The facets that the API defines, by name.\n")
        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
        .addField(list(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL))
        .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build())
        .addMethod(
            MethodSpec.methodBuilder("names")
                .addJavadoc("{@return the names of all facets}\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(ParameterizedTypeName.get(List.class, String.class))
                .addStatement(
                    "return $T.of($L)",
                    List.class,
                    facets.stream()
                        .map(each -> CodeBlock.of("$S", each.name()))
                        .collect(CodeBlock.joining(", ")))
                .build())
        .addMethod(of.addStatement("return facet.getSimpleName()").build())
        .build();
  }

  /** {@return the field with the interfaces of all facets} */
  FieldSpec list(Modifier... modifiers) {
    TypeName type = ParameterizedTypeName.get(ClassName.get(Class.class), any(FACET));
    return FieldSpec.builder(
            ParameterizedTypeName.get(ClassName.get(List.class), type), "ALL", modifiers)
        .addJavadoc("The facets, in the order of their names.\n")
        .initializer(
            "$T.of($L)",
            List.class,
            contracts.facets().stream()
                .map(each -> CodeBlock.of("$T.class", each.className()))
                .collect(CodeBlock.joining(", ")))
        .build();
  }

  /** Puts the checked form around a driver's facet. */
  TypeSpec checked(HandWritten hand) {
    return forms(
        "CheckedFacets",
        List.of(
            ParameterSpec.builder(hand.of("OpenDevice"), "device").build(),
            ParameterSpec.builder(hand.of("Origin"), "origin").build()),
        facet ->
            CodeBlock.of(
                "new $T(new $T<>(device, origin, ($T) facet, $S))",
                hand.form(facet),
                hand.of("Handle"),
                facet.className(),
                facet.name()));
  }

  /** Puts the traced form around a facet. */
  TypeSpec traced(TracedWriter writer) {
    return forms(
        "TracedFacets",
        List.of(ParameterSpec.builder(ClassName.get(home, "Traced"), "from").build()),
        facet -> CodeBlock.of("new $T(from, ($T) facet)", writer.form(facet), facet.className()));
  }

  private TypeSpec forms(
      String name, List<ParameterSpec> context, Function<Contract, CodeBlock> making) {
    MethodSpec.Builder of =
        MethodSpec.methodBuilder("of")
            .addModifiers(Modifier.STATIC)
            .returns(FACET)
            .addParameters(context)
            .addParameter(
                ParameterizedTypeName.get(ClassName.get(Class.class), any(ClassName.OBJECT)),
                "type")
            .addParameter(FACET, "facet");
    for (Contract facet : contracts.facets()) {
      of.beginControlFlow("if (type == $T.class)", facet.className())
          .addStatement("return $L", making.apply(facet))
          .endControlFlow();
    }
    return TypeSpec.classBuilder(name)
        .addJavadoc("Makes the form of a facet by its interface.\n")
        .addModifiers(Modifier.FINAL)
        .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build())
        .addMethod(
            of.addStatement(
                    "throw new $T(type + $S)", IllegalArgumentException.class, " is no facet")
                .build())
        .build();
  }

  private static TypeName any(TypeName bound) {
    return WildcardTypeName.subtypeOf(bound);
  }
}
