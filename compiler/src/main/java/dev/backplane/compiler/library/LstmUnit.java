package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.IntegerTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_lstm} as a layer: the parameters and memories of the
 * linear layer in it, its own parameters, and the tables.
 *
 * @param layer the layer
 * @param gates its gates
 */
record LstmUnit(LstmLayer layer, LinearUnit gates) {
  private static final String UNIT = "backplane_lstm";

  static LstmUnit of(LstmLayer layer) {
    return new LstmUnit(layer, LinearUnit.of(layer.gates()));
  }

  HdlInstance instance() {
    int gateWidth = layer.gates().output().width();
    int stateShift = layer.cell().fraction() - layer.gates().output().fraction();
    int resultShift = 2 * layer.activation().fraction() - layer.output().fraction();
    SequencedMap<String, Integer> parameters = gates.parameters();
    rename(parameters, "IN_WIDTH", "OPERAND_WIDTH");
    rename(parameters, "OUT_WIDTH", "GATE_WIDTH");
    rename(parameters, "SHIFT", "GATE_SHIFT");
    parameters.put("IN_WIDTH", layer.input().format().width());
    parameters.put("IN_ZEROS", layer.inputZeros());
    parameters.put("FEATURES", layer.features());
    parameters.put("UNIT_COUNT", layer.units());
    parameters.put("UNIT_WIDTH", Rom.indexWidth(layer.units()));
    parameters.put("STEPS", layer.steps());
    parameters.put("STEP_WIDTH", Rom.indexWidth(layer.steps()));
    parameters.put("LAST_ONLY", layer.lastOnly() ? 1 : 0);
    parameters.put("ACTIVATION_WIDTH", layer.activation().width());
    parameters.put("CELL_WIDTH", layer.cell().width());
    parameters.put("CELL_SUM_WIDTH", layer.cellSumWidth());
    parameters.put("KEPT_ZEROS", layer.keptZeros());
    parameters.put("ADDED_ZEROS", layer.addedZeros());
    parameters.put("CELL_SHIFT", layer.cellSumFraction() - layer.cell().fraction());
    parameters.put("STATE_WIDTH", wider(layer.cell().width(), gateWidth, stateShift));
    parameters.put("STATE_SHIFT", stateShift);
    parameters.put(
        "RESULT_WIDTH", wider(2 * layer.activation().width(), layer.output().width(), resultShift));
    parameters.put("RESULT_SHIFT", resultShift);
    parameters.put("OUT_WIDTH", layer.output().width());
    parameters.put("OUT_ZEROS", layer.outputZeros());
    List<String> uses = new ArrayList<>(LinearUnit.USES);
    uses.add(UNIT);
    return new HdlInstance(UNIT, true, parameters, uses);
  }

  List<Rom> roms() {
    List<Rom> roms = new ArrayList<>(gates.roms());
    roms.add(table("gate_table", layer.gateTable()));
    roms.add(table("cell_table", layer.cellTable()));
    return roms;
  }

  private Rom table(String name, IntegerTensor table) {
    return Rom.of(
        name, table.size(), 1, layer.activation().width(), (address, _) -> table.get(address));
  }

  private static int wider(int width, int result, int shift) {
    return 1 + Math.max(width, Math.max(result, shift));
  }

  private static void rename(SequencedMap<String, Integer> parameters, String from, String to) {
    Integer value = parameters.remove(from);
    if (value != null) {
      parameters.put(to, value);
    }
  }
}
