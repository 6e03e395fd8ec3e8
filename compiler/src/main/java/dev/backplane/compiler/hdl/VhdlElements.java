package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a unit for each element of a beat in VHDL. All of them move in the same clocks. */
final class VhdlElements {
  private VhdlElements() {}

  static void signals(StringBuilder text, StreamStage stage) {
    for (String signal : handshakes(stage)) {
      text.append("  signal ").append(signal).append(" : ");
      text.append(VhdlLanguage.vector(stage.copies())).append(";\n");
    }
  }

  private static List<String> handshakes(StreamStage stage) {
    List<String> signals = new ArrayList<>();
    for (int i = 0; i < stage.inputs().size(); i++) {
      signals.add(stage.label() + "_" + stage.inputPort(i) + "_ready");
    }
    signals.add(stage.label() + "_out_valid");
    return signals;
  }

  static void append(StringBuilder text, StreamStage stage) {
    List<String> signals = handshakes(stage);
    List<String> ports = new ArrayList<>();
    if (stage.instance().clocked()) {
      ports.add("clk => clk");
      ports.add("rst => rst");
    }
    for (int i = 0; i < stage.inputs().size(); i++) {
      ElementStream input = stage.inputs().get(i);
      joined(text, input.name() + "_ready", signals.get(i));
      String port = stage.inputPort(i);
      ports.add(port + "_valid => " + input.name() + "_valid");
      ports.add(port + "_ready => " + signals.get(i) + "(e)");
      ports.add(port + "_data => " + data(input));
    }
    ElementStream output = stage.outputs().getFirst();
    joined(text, output.name() + "_valid", signals.getLast());
    ports.add("out_valid => " + signals.getLast() + "(e)");
    ports.add("out_ready => " + output.name() + "_ready");
    ports.add("out_data => " + data(output));
    text.append("  ").append(stage.label()).append(" : for e in 0 to ").append(stage.copies() - 1);
    text.append(" generate\n    element : ").append(VhdlLanguage.unit(stage.instance()));
    text.append("    port map (\n      ").append(String.join(",\n      ", ports));
    text.append("\n    );\n  end generate;\n");
  }

  /** All of them are the same, and a tool that does not know it needs all of them. */
  private static void joined(StringBuilder text, String signal, String signals) {
    text.append("  ").append(signal).append(" <= '1' when ").append(signals);
    text.append(" = (").append(signals).append("'range => '1') else '0';\n");
  }

  private static String data(ElementStream stream) {
    return String.format(
        Locale.ROOT,
        "%s_data(e * %d + %d downto e * %d)",
        stream.name(),
        stream.width(),
        stream.width() - 1,
        stream.width());
  }
}
