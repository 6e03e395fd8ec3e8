package dev.backplane.compiler.library.table;

import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A memory that is read at the numbers of a stream.
 *
 * @param words what it holds, row after row
 * @param first the number that reads the first row
 * @param elements how many elements a row has
 */
record Lookup(IntegerTensor words, long first, int elements) {
  int rows() {
    return words.size() / elements;
  }

  /** Each number becomes its row, or zeros where there is none. */
  long[] apply(long[] numbers) {
    long[] result = new long[numbers.length * elements];
    for (int i = 0; i < numbers.length; i++) {
      long row = numbers[i] - first;
      if (row >= 0 && row < rows()) {
        for (int e = 0; e < elements; e++) {
          result[i * elements + e] = words.get((int) row * elements + e);
        }
      }
    }
    return result;
  }

  HdlPart hardware(HdlNode node, String purpose) {
    int width = node.output().format().width();
    Rom rom = Rom.of("words", words.size(), 1, width, (address, _) -> words.get(address));
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    parameters.put("FROM_SMALLEST", first < 0 ? 1 : 0);
    parameters.put("ELEMENTS", elements);
    parameters.put("INDEX_WIDTH", Rom.indexWidth(elements));
    parameters.put("WORD_COUNT", words.size());
    parameters.put("ADDRESS_WIDTH", rom.addressWidth());
    parameters.put("OUT_WIDTH", width);
    return RomUnit.of(
        node,
        purpose,
        new HdlInstance(
            "backplane_lookup",
            true,
            parameters,
            List.of("backplane_lookup"),
            elements == 1 ? Beats.PER_ELEMENT : Beats.SINGLE),
        List.of(rom));
  }

  TorchCall call(Shape shape) {
    return new TorchCall(
        "lookup",
        Attributes.NONE
            .with("words", IntegerTensor.of(Shape.of(rows(), elements), words.toArray()))
            .with("first", first)
            .with("shape", shape.asAttribute()),
        List.of("lookup.py"));
  }
}
