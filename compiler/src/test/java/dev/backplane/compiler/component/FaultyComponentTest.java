package dev.backplane.compiler.component;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs components with faults, which are told with the node and the class. */
class FaultyComponentTest {
  private enum Fault {
    INPUTS_THROWS,
    INFER_THROWS,
    INFER_GIVES_NULL,
    INFER_OVERFLOWS,
    PREPARE_THROWS,
    PREPARE_GIVES_NULL,
    OPERATION_THROWS,
    OPERATION_GIVES_NULL,
    OPERATION_GIVES_TOO_LITTLE,
    EVALUATE_THROWS,
    EVALUATE_GIVES_NULL
  }

  /** The identity, with one fault. */
  private record Faulty(Fault fault) implements Component {
    @Override
    public String type() {
      return "faulty";
    }

    @Override
    public int inputs() {
      return unless(Fault.INPUTS_THROWS, null, 1);
    }

    @Override
    public TensorType infer(Node node, List<TensorType> inputs) {
      if (fault == Fault.INFER_OVERFLOWS) {
        return infer(node, inputs);
      }
      return unless(Fault.INFER_THROWS, Fault.INFER_GIVES_NULL, inputs.getFirst());
    }

    @Override
    public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
      Operation operation =
          arguments ->
              fault == Fault.OPERATION_GIVES_TOO_LITTLE
                  ? new long[1]
                  : unless(
                      Fault.OPERATION_THROWS, Fault.OPERATION_GIVES_NULL, arguments.getFirst());
      return unless(Fault.PREPARE_THROWS, Fault.PREPARE_GIVES_NULL, operation);
    }

    @Override
    public RealTensor evaluate(Node node, List<RealTensor> inputs) {
      return unless(Fault.EVALUATE_THROWS, Fault.EVALUATE_GIVES_NULL, inputs.getFirst());
    }

    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // This is what is tested.
    private <T> T unless(Fault thrown, @Nullable Fault none, T otherwise) {
      if (fault == thrown) {
        throw new IllegalStateException("broken on purpose");
      }
      return fault == none ? null : otherwise;
    }
  }

  private static void run(Component component) {
    Compiler compiler = new Compiler();
    compiler.components().register(component);
    Graph graph =
        Graph.builder()
            .node(
                new Node(
                    "in",
                    Node.INPUT,
                    Attributes.NONE
                        .with("shape", Shape.of(4).toAttribute())
                        .with("width", 8)
                        .with("fraction", 0)))
            .node(new Node("middle", "faulty", Attributes.NONE))
            .node(new Node("out", Node.OUTPUT, Attributes.NONE))
            .edge(new Edge("in", "middle", Attributes.NONE))
            .edge(new Edge("middle", "out", Attributes.NONE))
            .build();
    RealInterpreter.of(graph, compiler.components())
        .run(Map.of("in", RealTensor.of(Shape.of(4), 1, 2, 3, 4)));
    Interpreter.of(compiler.infer(graph)).run(1, 2, 3, 4);
  }

  @ParameterizedTest
  @EnumSource
  void theNodeAndTheClassAreNamed(Fault fault) {
    isTold(() -> run(new Faulty(fault)), "middle");
  }

  @Test
  void aComponentWithoutATypeIsNotRegistered() {
    Component nameless =
        new Component() {
          @Override
          @SuppressWarnings({"NullAway", "DataFlowIssue"}) // This is what is tested.
          public String type() {
            return null;
          }

          @Override
          public TensorType infer(Node node, List<TensorType> inputs) {
            return inputs.getFirst();
          }

          @Override
          public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
            return List::getFirst;
          }
        };
    isTold(() -> new Components().register(nameless), "type gave null");
  }

  private static void isTold(ThrowingCallable call, String words) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(call)
        .withMessageContaining(words)
        .withMessageContaining(FaultyComponentTest.class.getName())
        .satisfies(
            e ->
                org.assertj.core.api.Assertions.assertThat(e.error())
                    .isEqualTo(CompilerError.BAD_COMPONENT));
  }
}
