package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What components say of their attributes is how they take them. */
class ComponentDescriptionsTest {
  private static final int TRIES = 40;

  private final Compiler compiler = Compiler.load();

  static Stream<String> layers() {
    return RandomLayer.ALL.stream().map(RandomLayer::type);
  }

  private List<AttributeDescription> described(String type) {
    return compiler.components().find(type).orElseThrow().description().attributes();
  }

  private TypedGraph compile(Attributes input, Attributes attributes, String type) {
    return compiler.infer(
        compiler.quantize(Networks.chain(input, List.of(attributes), List.of(type))));
  }

  /** Every other random layer is refused by its component, for other reasons. */
  private List<Attributes> accepted(RandomLayer layer, Attributes input, Shape shape) {
    Random random = new Random(7);
    List<Attributes> accepted = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      Attributes attributes = layer.attributes().apply(random, shape);
      try {
        compile(input, attributes, layer.type());
        accepted.add(attributes);
      } catch (CompilerException e) {
        // Not this one.
      }
    }
    assertThat(accepted).as(layer.type()).isNotEmpty();
    return accepted;
  }

  @ParameterizedTest
  @MethodSource("layers")
  void nodesHaveWhatIsDescribedAndNothingElse(String type) {
    RandomLayer layer =
        RandomLayer.ALL.stream().filter(each -> each.type().equals(type)).findFirst().orElseThrow();
    Shape shape =
        Stream.of(Shape.of(6), Shape.of(5, 2), Shape.of(4, 4, 2))
            .filter(layer.fits())
            .toList()
            .getLast();
    Attributes input =
        Networks.input(6, 0, shape.extents().stream().mapToInt(Integer::intValue).toArray());
    Set<String> names = new HashSet<>();
    described(type).forEach(each -> assertThat(names.add(each.name())).as(each.name()).isTrue());
    for (Attributes attributes : accepted(layer, input, shape)) {
      for (Node node : compile(input, attributes, type).order()) {
        if (node.type().equals(type)) {
          // Branches are what the chain of the test is made of, not the component's.
          assertThat(names).containsAll(node.attributes().without("branches").values().keySet());
        }
      }
      for (AttributeDescription each : described(type)) {
        checkWithout(each, input, attributes, type);
      }
    }
  }

  private void checkWithout(
      AttributeDescription left, Attributes input, Attributes attributes, String type) {
    Attributes others = attributes.without(left.name());
    if (!left.isNeeded() && List.of("width", "fraction").contains(left.name())) {
      // They go together.
      others = others.without("width").without("fraction");
    }
    Attributes rest = others;
    CompilerException thrown =
        catchThrowableOfType(CompilerException.class, () -> compile(input, rest, type));
    if (left.isNeeded()) {
      assertThat(thrown).as(left.name()).hasMessageContaining(left.name());
      assertThat(thrown.error()).isEqualTo(CompilerError.ATTRIBUTE_MISSING);
    } else if (thrown != null) {
      assertThat(thrown.error()).as(left.name()).isNotEqualTo(CompilerError.ATTRIBUTE_MISSING);
    }
  }

  @Test
  void everyComponentSaysWhatItIs() {
    for (String type : compiler.components().types()) {
      Component component = compiler.components().find(type).orElseThrow();
      assertThat(component.description().purpose()).as(type).isNotBlank().doesNotEndWith(".");
      for (AttributeDescription each : component.description().attributes()) {
        assertThat(each.meaning()).as(type + " " + each.name()).isNotBlank();
      }
    }
  }
}
