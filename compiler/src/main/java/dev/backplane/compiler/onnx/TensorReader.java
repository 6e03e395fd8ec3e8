package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.protobuf.FieldReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one tensor, first what it is and then its elements, wherever those are. */
final class TensorReader {
  private static final int EXTENTS = 1;
  private static final int TYPE = 2;
  private static final int FLOATS = 4;
  private static final int SHORTS = 5;
  private static final int LONGS = 7;
  private static final int NAME = 8;
  private static final int BYTES = 9;
  private static final int DOUBLES = 10;
  private static final int UNSIGNED_LONGS = 11;
  private static final int EXTERNAL = 13;
  private static final int LOCATION = 14;

  private final FieldReader message;
  private final ExternalFiles files;
  private final List<Long> extents = new ArrayList<>();
  private final Map<String, String> external = new HashMap<>();
  private String name = "";
  private long typeCode;
  private long location;
  private @Nullable ByteBuffer raw;

  private TensorReader(FieldReader message, ExternalFiles files) {
    this.message = message;
    this.files = files;
  }

  static OnnxTensor read(FieldReader message, ExternalFiles files) {
    TensorReader reader = new TensorReader(message, files);
    reader.describe(message.again());
    return reader.tensor();
  }

  private void describe(FieldReader fields) {
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case EXTENTS -> fields.numbers(extents::add);
        case TYPE -> typeCode = fields.number();
        case NAME -> name = fields.text();
        case BYTES -> raw = fields.bytes();
        case EXTERNAL -> entry(fields.message());
        case LOCATION -> location = fields.number();
        default -> {}
      }
    }
  }

  private void entry(FieldReader fields) {
    String key = "";
    String value = "";
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> key = fields.text();
        case 2 -> value = fields.text();
        default -> {}
      }
    }
    external.put(key, value);
  }

  private OnnxTensor tensor() {
    String label = "tensor " + (name.isEmpty() ? "without name" : name);
    ElementType type =
        ElementType.of(typeCode)
            .orElseThrow(
                () ->
                    new CompilerException(
                        CompilerError.MODEL_UNSUPPORTED,
                        label,
                        "its elements are of type number "
                            + typeCode
                            + "; known are whole numbers of 8 to 64 bits, and floats of 16 to 64"));
    long count = 1;
    List<Integer> checked = new ArrayList<>();
    for (long extent : extents) {
      if (extent < 0 || extent > Integer.MAX_VALUE) {
        throw damaged(label, "extents " + extents + " are negative, or are too large");
      }
      if (count * extent > Shape.LARGEST) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            label,
            "it has extents " + extents + "; tensors have up to " + Shape.LARGEST + " elements");
      }
      count *= extent;
      checked.add((int) extent);
    }
    long size = count * type.size();
    ByteBuffer elements = raw;
    if (location == 1) {
      elements = files.read(label, external, size);
    } else if (elements == null) {
      elements = listed(label, type, (int) count);
    }
    if (elements.remaining() != size) {
      throw damaged(
          label,
          "a tensor of type "
              + type
              + " and extents "
              + extents
              + " has "
              + size
              + " bytes, and there are "
              + elements.remaining());
    }
    return OnnxTensor.of(name, type, checked, elements);
  }

  /** Elements that are a list of numbers. Each has a byte at least, so that room is bounded. */
  private ByteBuffer listed(String label, ElementType type, int count) {
    if (count > message.size()) {
      throw damaged(label, "it has extents " + extents + " and too few elements");
    }
    ByteBuffer bytes = OnnxTensor.allocate(count, type);
    FieldReader fields = message.again();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case FLOATS -> fields.words(bits -> put(label, bytes, type, bits));
        case DOUBLES -> fields.doubleWords(bits -> put(label, bytes, type, bits));
        case SHORTS, LONGS, UNSIGNED_LONGS ->
            fields.numbers(value -> put(label, bytes, type, value));
        default -> {}
      }
    }
    return bytes.flip();
  }

  private void put(String label, ByteBuffer bytes, ElementType type, long value) {
    if (!bytes.hasRemaining()) {
      throw damaged(label, "it has extents " + extents + " and more elements");
    }
    OnnxTensor.putWhole(bytes, type, value);
  }

  private static CompilerException damaged(String label, String text) {
    return new CompilerException(CompilerError.MODEL_DAMAGED, label, text);
  }
}
