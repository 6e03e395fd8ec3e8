package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
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
    WireWriter fields = new WireWriter().whole(1, model.irVersion()).text(2, model.producer());
    new TreeMap<>(model.opsets())
        .forEach(
            (domain, version) ->
                fields.message(8, new WireWriter().text(1, domain).whole(2, version)));
    return fields.message(7, graph(model.graph())).toByteArray();
  }

  private static WireWriter graph(OnnxGraph graph) {
    WireWriter fields = new WireWriter();
    graph.nodes().forEach(node -> fields.message(1, node(node)));
    fields.text(2, graph.name());
    graph.constants().forEach(tensor -> fields.message(5, tensor(tensor)));
    graph.inputs().forEach(value -> fields.message(11, value(value)));
    graph.outputs().forEach(value -> fields.message(12, value(value)));
    return fields;
  }

  private static WireWriter node(OnnxNode node) {
    WireWriter fields = new WireWriter();
    node.inputs().forEach(name -> fields.text(1, name));
    node.outputs().forEach(name -> fields.text(2, name));
    fields.text(3, node.name()).text(4, node.operator());
    new TreeMap<>(node.attributes())
        .forEach((name, value) -> fields.message(5, attribute(name, value)));
    return fields.text(7, node.domain());
  }

  private static WireWriter attribute(String name, OnnxAttribute attribute) {
    WireWriter fields = new WireWriter().text(1, name);
    return switch (attribute) {
      case OnnxAttribute.Real(float value) -> fields.real(2, value).whole(20, 1);
      case OnnxAttribute.Whole(long value) -> fields.whole(3, value).whole(20, 2);
      case OnnxAttribute.Text(String value) ->
          fields.bytes(4, value.getBytes(StandardCharsets.UTF_8)).whole(20, 3);
      case OnnxAttribute.Tensor(OnnxTensor value) -> fields.message(5, tensor(value)).whole(20, 4);
      case OnnxAttribute.Reals(var values) -> {
        values.forEach(value -> fields.real(7, value));
        yield fields.whole(20, 6);
      }
      case OnnxAttribute.Texts(var values) -> {
        values.forEach(value -> fields.bytes(9, value.getBytes(StandardCharsets.UTF_8)));
        yield fields.whole(20, 8);
      }
      case OnnxAttribute.Wholes(var values) -> fields.wholes(8, values).whole(20, 7);
      case OnnxAttribute.Other(long kind) ->
          throw new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              PLACE,
              "attribute " + name + " is of kind " + kind + ", which is not kept");
    };
  }

  private static WireWriter tensor(OnnxTensor tensor) {
    WireWriter fields = new WireWriter();
    tensor.extents().forEach(extent -> fields.whole(1, extent));
    return fields.whole(2, tensor.type().code()).text(8, tensor.name()).bytes(9, tensor.bytes());
  }

  private static WireWriter value(OnnxValue value) {
    WireWriter shape = new WireWriter();
    for (Extent extent : value.extents()) {
      WireWriter fields = new WireWriter();
      shape.message(
          1,
          switch (extent) {
            case Extent.Known(long size) -> fields.whole(1, size);
            case Extent.Dynamic(String name) -> fields.text(2, name);
          });
    }
    WireWriter tensor = new WireWriter().whole(1, value.type().code()).message(2, shape);
    return new WireWriter().text(1, value.name()).message(2, new WireWriter().message(1, tensor));
  }
}
