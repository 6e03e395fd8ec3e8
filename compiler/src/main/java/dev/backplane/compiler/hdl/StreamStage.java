package dev.backplane.compiler.hdl;

import java.util.List;

/**
 * An instance in a network, and the streams at its ports. With one input its ports begin with
 * {@code in}, with several with {@code in0}, {@code in1} and so on; so it is with outputs. An
 * instance that computes single elements stands once for each element of a beat.
 *
 * @param label what the instance is called
 * @param instance the instance
 * @param inputs the streams that come in
 * @param outputs the streams that go out
 */
record StreamStage(
    String label, HdlInstance instance, List<ElementStream> inputs, List<ElementStream> outputs) {

  StreamStage {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** {@return how often the instance stands there} */
  int copies() {
    return instance.beats().isPerElement() ? inputs.getFirst().beat() : 1;
  }

  /** {@return the beginning of the name of an input's ports} */
  String inputPort(int index) {
    return inputs.size() == 1 ? "in" : "in" + index;
  }

  /** {@return the beginning of the name of an output's ports} */
  String outputPort(int index) {
    return outputs.size() == 1 ? "out" : "out" + index;
  }
}
