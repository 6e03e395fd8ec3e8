package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import dev.backplane.protobuf.FieldWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/** Writes models in the ONNX file format. The same model gives the same bytes. */
public final class OnnxWriter {
  private static final String PLACE = "model";

  private OnnxWriter() {}

  /**
   * Writes a file.
   *
   * @param model the model
   * @param file the file, which is replaced if it is there
   * @throws UncheckedIOException if it cannot be written
   */
  public static void write(OnnxModel model, Path file) {
    try {
      Files.write(file, toBytes(model));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the bytes of a file} */
  public static byte[] toBytes(OnnxModel model) {
    FieldWriter fields = new FieldWriter().number(1, model.irVersion()).text(2, model.producer());
    new TreeMap<>(model.opsets())
        .forEach(
            (domain, version) ->
                fields.message(8, new FieldWriter().text(1, domain).number(2, version)));
    return fields.message(7, graph(model.graph())).toByteArray();
  }

  private static FieldWriter graph(OnnxGraph graph) {
    FieldWriter fields = new FieldWriter();
    graph.nodes().forEach(node -> fields.message(1, node(node)));
    fields.text(2, graph.name());
    graph.constants().forEach(tensor -> fields.message(5, tensor(tensor)));
    graph.inputs().forEach(value -> fields.message(11, value(value)));
    graph.outputs().forEach(value -> fields.message(12, value(value)));
    return fields;
  }

  private static FieldWriter node(OnnxNode node) {
    FieldWriter fields = new FieldWriter();
    node.inputs().forEach(name -> fields.text(1, name));
    node.outputs().forEach(name -> fields.text(2, name));
    fields.text(3, node.name()).text(4, node.operator());
    new TreeMap<>(node.attributes())
        .forEach((name, value) -> fields.message(5, attribute(name, value)));
    return fields.text(7, node.domain());
  }

  private static FieldWriter attribute(String name, OnnxAttribute attribute) {
    FieldWriter fields = new FieldWriter().text(1, name);
    return switch (attribute) {
      case OnnxAttribute.Real(float value) -> fields.real(2, value).number(20, 1);
      case OnnxAttribute.Whole(long value) -> fields.number(3, value).number(20, 2);
      case OnnxAttribute.Text(String value) ->
          fields.bytes(4, value.getBytes(StandardCharsets.UTF_8)).number(20, 3);
      case OnnxAttribute.Tensor(OnnxTensor value) -> fields.message(5, tensor(value)).number(20, 4);
      case OnnxAttribute.Reals(var values) -> {
        values.forEach(value -> fields.real(7, value));
        yield fields.number(20, 6);
      }
      case OnnxAttribute.Texts(var values) -> {
        values.forEach(value -> fields.bytes(9, value.getBytes(StandardCharsets.UTF_8)));
        yield fields.number(20, 8);
      }
      case OnnxAttribute.Wholes(var values) -> {
        // One field for each number: every reader takes that for a list, packed or not.
        values.forEach(value -> fields.number(8, value));
        yield fields.number(20, 7);
      }
      case OnnxAttribute.Other(long kind) ->
          throw new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              PLACE,
              "attribute " + name + " is of kind " + kind + ", which is not kept");
    };
  }

  private static FieldWriter tensor(OnnxTensor tensor) {
    FieldWriter fields = new FieldWriter();
    tensor.extents().forEach(extent -> fields.number(1, extent));
    return fields.number(2, tensor.type().code()).text(8, tensor.name()).bytes(9, tensor.bytes());
  }

  private static FieldWriter value(OnnxValue value) {
    FieldWriter shape = new FieldWriter();
    for (Extent extent : value.extents()) {
      FieldWriter fields = new FieldWriter();
      shape.message(
          1,
          switch (extent) {
            case Extent.Known(long size) -> fields.number(1, size);
            case Extent.Dynamic(String name) -> fields.text(2, name);
          });
    }
    FieldWriter tensor = new FieldWriter().number(1, value.type().code()).message(2, shape);
    return new FieldWriter().text(1, value.name()).message(2, new FieldWriter().message(1, tensor));
  }
}
