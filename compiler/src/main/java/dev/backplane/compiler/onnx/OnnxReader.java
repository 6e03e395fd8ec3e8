package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import dev.backplane.plugin.RegularFile;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.MalformedMessageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads models from the ONNX file format. What no operator of the compiler needs is passed over:
 * documentation, metadata, graphs within operators.
 */
public final class OnnxReader {
  private static final long LARGEST = 1L << 29;
  private static final long STRING = 8;
  private static final int SEQUENCE = 4;
  private static final int MAP = 5;
  private static final int SPARSE = 8;
  private static final int OPTIONAL = 9;

  private final ExternalFiles files;

  private OnnxReader(ExternalFiles files) {
    this.files = files;
  }

  /**
   * Reads a file, and the files beside it that have elements of its tensors.
   *
   * @param file the file
   * @return the model
   * @throws CompilerException with {@link CompilerError#MODEL_DAMAGED} and the offset or tensor
   * @throws UncheckedIOException if the file cannot be read
   */
  public static OnnxModel read(Path file) {
    try {
      RegularFile.check(file);
      long size = Files.size(file);
      if (size > LARGEST) {
        throw new CompilerException(
            CompilerError.MODEL_UNSUPPORTED,
            file.toString(),
            "it has " + size + " bytes; models have up to " + LARGEST);
      }
      Optional<Path> folder = Optional.ofNullable(file.toAbsolutePath().getParent());
      return new OnnxReader(new ExternalFiles(folder)).model(RegularFile.read(file, LARGEST));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the bytes of a file.
   *
   * @param bytes the bytes, not to be changed while the model is in use
   * @return the model
   * @throws CompilerException with {@link CompilerError#MODEL_DAMAGED} and the offset or tensor
   */
  public static OnnxModel read(byte[] bytes) {
    return new OnnxReader(new ExternalFiles(Optional.empty())).model(bytes);
  }

  private OnnxModel model(byte[] bytes) {
    try {
      return model(FieldReader.of(bytes));
    } catch (MalformedMessageException e) {
      throw damaged(e.offset(), e.problem() + "; this is no ONNX model, or it is damaged", e);
    }
  }

  private OnnxModel model(FieldReader fields) {
    long version = 0;
    String producer = "";
    Map<String, Long> opsets = new HashMap<>();
    Optional<OnnxGraph> graph = Optional.empty();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> version = fields.number();
        case 2 -> producer = fields.text();
        case 7 -> graph = Optional.of(graph(fields.message()));
        case 8 -> opset(fields.message(), opsets);
        default -> {}
      }
    }
    OnnxGraph network =
        graph.orElseThrow(
            () ->
                damaged(
                    fields.size(),
                    "the file ends and has no graph; it is no ONNX model, or it is damaged",
                    null));
    return new OnnxModel(version, producer, opsets, network);
  }

  private static CompilerException damaged(int offset, String problem, @Nullable Throwable cause) {
    return new CompilerException(CompilerError.MODEL_DAMAGED, "offset " + offset, problem, cause);
  }

  private static void opset(FieldReader fields, Map<String, Long> opsets) {
    String domain = "";
    long version = 0;
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> domain = fields.text();
        case 2 -> version = fields.number();
        default -> {}
      }
    }
    opsets.put(domain.equals("ai.onnx") ? "" : domain, version);
  }

  private OnnxGraph graph(FieldReader fields) {
    String name = "";
    List<OnnxNode> nodes = new ArrayList<>();
    List<OnnxTensor> constants = new ArrayList<>();
    List<OnnxValue> inputs = new ArrayList<>();
    List<OnnxValue> outputs = new ArrayList<>();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> nodes.add(node(fields.message()));
        case 2 -> name = fields.text();
        case 5 -> constants.add(TensorReader.read(fields.message(), files));
        case 11 -> inputs.add(value("input ", fields.message()));
        case 12 -> outputs.add(value("output ", fields.message()));
        default -> {}
      }
    }
    return new OnnxGraph(name, nodes, constants, inputs, outputs);
  }

  private OnnxNode node(FieldReader fields) {
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    Map<String, OnnxAttribute> attributes = new HashMap<>();
    String name = "";
    String operator = "";
    String domain = "";
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> inputs.add(fields.text());
        case 2 -> outputs.add(fields.text());
        case 3 -> name = fields.text();
        case 4 -> operator = fields.text();
        case 5 -> attribute(fields.message(), attributes);
        case 7 -> domain = fields.text();
        default -> {}
      }
    }
    return new OnnxNode(
        name, operator, domain.equals("ai.onnx") ? "" : domain, inputs, outputs, attributes);
  }

  private void attribute(FieldReader fields, Map<String, OnnxAttribute> attributes) {
    String name = "";
    long kind = 0;
    Map<Integer, OnnxAttribute> values = new HashMap<>();
    List<Long> wholes = new ArrayList<>();
    List<Float> reals = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> name = fields.text();
        case 2 -> values.put(1, new OnnxAttribute.Real(fields.real()));
        case 3 -> values.put(2, new OnnxAttribute.Whole(fields.number()));
        case 4 -> values.put(3, new OnnxAttribute.Text(fields.text()));
        case 5 ->
            values.put(4, new OnnxAttribute.Tensor(TensorReader.read(fields.message(), files)));
        case 7 -> fields.words(bits -> reals.add(Float.intBitsToFloat((int) bits)));
        case 8 -> fields.numbers(wholes::add);
        case 9 -> texts.add(fields.text());
        case 20 -> kind = fields.number();
        default -> {}
      }
    }
    values.put(6, new OnnxAttribute.Reals(reals));
    values.put(7, new OnnxAttribute.Wholes(wholes));
    values.put(8, new OnnxAttribute.Texts(texts));
    attributes.put(name, values.getOrDefault((int) kind, zero((int) kind)));
  }

  /**
   * {@return the attribute for a value that is missing in the file, as the default of protobuf is
   * not written}
   */
  private static OnnxAttribute zero(int kind) {
    return switch (kind) {
      case 1 -> new OnnxAttribute.Real(0);
      case 2 -> new OnnxAttribute.Whole(0);
      case 3 -> new OnnxAttribute.Text("");
      default -> new OnnxAttribute.Other(kind);
    };
  }

  private static OnnxValue value(String kind, FieldReader fields) {
    String name = "";
    FieldReader type = new FieldReader();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> name = fields.text();
        case 2 -> type = fields.message();
        default -> {}
      }
    }
    try {
      OnnxValue typed = type(type, new OnnxValue("", ElementType.FLOAT, List.of()));
      return new OnnxValue(name, typed.type(), typed.extents());
    } catch (CompilerException e) {
      throw e.error() == CompilerError.MODEL_UNSUPPORTED ? e.in(kind + name) : e;
    }
  }

  private static OnnxValue type(FieldReader fields, OnnxValue before) {
    OnnxValue typed = before;
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> typed = tensorType(fields.message());
        case SEQUENCE, MAP, SPARSE, OPTIONAL ->
            throw new CompilerException(
                CompilerError.MODEL_UNSUPPORTED,
                "",
                "it is a sequence, a map, a sparse tensor, or optional; tensors are supported");
        default -> {}
      }
    }
    return typed;
  }

  private static OnnxValue tensorType(FieldReader fields) {
    ElementType type = ElementType.FLOAT;
    List<Extent> extents = new ArrayList<>();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> type = elementType(fields.number());
        case 2 -> shape(fields.message(), extents);
        default -> {}
      }
    }
    return new OnnxValue("", type, extents);
  }

  private static ElementType elementType(long code) {
    return ElementType.of(code)
        .orElseThrow(
            () ->
                new CompilerException(
                    CompilerError.MODEL_UNSUPPORTED,
                    "",
                    "its elements are of type number "
                        + code
                        + (code == STRING ? ", strings" : "")
                        + "; known are whole numbers of 8 to 64 bits, and floats of 16 to 64"));
  }

  private static void shape(FieldReader fields, List<Extent> extents) {
    for (int field = fields.next(); field != 0; field = fields.next()) {
      if (field == 1) {
        extents.add(extent(fields.message()));
      }
    }
  }

  private static Extent extent(FieldReader fields) {
    Extent extent = new Extent.Dynamic("");
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> extent = new Extent.Known(fields.number());
        case 2 -> extent = new Extent.Dynamic(fields.text());
        default -> {}
      }
    }
    return extent;
  }
}
