package dev.backplane.compiler.torch;

import dev.backplane.compiler.ir.IntegerTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Tensors of integers in the safetensors format: the length of a JSON header, the header, and the
 * elements as int64, all little-endian. Reading it runs no code. Immutable.
 *
 * @param tensors the tensors by name, in order; names need no escapes in JSON
 */
public record Safetensors(SequencedMap<String, IntegerTensor> tensors) {
  /** Copies the map. */
  public Safetensors {
    tensors = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tensors));
  }

  /** {@return the file} */
  public byte[] bytes() {
    byte[] header = header().getBytes(StandardCharsets.UTF_8);
    int elements = tensors.values().stream().mapToInt(IntegerTensor::size).sum();
    ByteBuffer file =
        ByteBuffer.allocate(Math.addExact(8 + header.length, Math.multiplyExact(8, elements)))
            .order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(header.length).put(header);
    for (IntegerTensor tensor : tensors.values()) {
      for (int i = 0; i < tensor.size(); i++) {
        file.putLong(tensor.get(i));
      }
    }
    return file.array();
  }

  /** Filled up with spaces, so that the elements are aligned. */
  private String header() {
    StringBuilder text = new StringBuilder("{");
    int begin = 0;
    for (Map.Entry<String, IntegerTensor> entry : tensors.entrySet()) {
      int end = begin + 8 * entry.getValue().size();
      text.append(begin == 0 ? "" : ",").append('"').append(entry.getKey());
      text.append("\":{\"dtype\":\"I64\",\"shape\":");
      text.append(entry.getValue().shape().extents().toString().replace(" ", ""));
      text.append(",\"data_offsets\":[").append(begin).append(',').append(end).append("]}");
      begin = end;
    }
    text.append('}');
    return text.append(" ".repeat(-text.length() & 7)).toString();
  }
}
