package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.List;

/** VHDL of 1993, which tools for 2008 read too, with nothing but the standard's own packages. */
final class VhdlLanguage implements HdlLanguage {
  private static final String LIBRARIES = "library ieee;\nuse ieee.std_logic_1164.all;\n\n";

  @Override
  public String pass() {
    return "Ir2Vhdl";
  }

  @Override
  public String suffix() {
    return ".vhd";
  }

  @Override
  public String skeleton(Skeleton skeleton) {
    return VhdlSkeleton.text(skeleton);
  }

  @Override
  public String romUnit(RomUnit unit) {
    return VhdlRomUnit.text(unit);
  }

  @Override
  public String network(Network network) {
    List<StreamStage> stages = network.stages();
    StringBuilder text = new StringBuilder(800 + 600 * stages.size());
    text.append("-- The network ").append(network.name()).append(", stage by stage.\n");
    List<String> ports = new ArrayList<>();
    if (network.clocked()) {
      ports.add("clk : in std_logic");
      ports.add("rst : in std_logic");
    }
    ports.add("in_valid : in std_logic");
    ports.add("in_ready : out std_logic");
    ports.add("in_data : in " + vector(network.first().dataWidth()));
    ports.add("out_valid : out std_logic");
    ports.add("out_ready : in std_logic");
    ports.add("out_data : out " + vector(network.last().dataWidth()));
    entity(text, network.unit(), ports);
    for (StreamStage stage : stages) {
      stage.outputs().forEach(stream -> signals(text, stream.name(), stream.dataWidth()));
      if (stage.copies() > 1) {
        VhdlElements.signals(text, stage);
      }
    }
    text.append("begin\n");
    for (StreamStage stage : stages) {
      if (stage.copies() == 1) {
        instance(text, stage);
      } else {
        VhdlElements.append(text, stage);
      }
    }
    String last = network.last().name();
    text.append("  out_valid <= ").append(last).append("_valid;\n");
    text.append("  out_data <= ").append(last).append("_data;\n");
    text.append("  ").append(last).append("_ready <= out_ready;\n");
    return text.append("end architecture;\n").toString();
  }

  static String vector(int width) {
    return "std_logic_vector(" + (width - 1) + " downto 0)";
  }

  private static void entity(StringBuilder text, String name, List<String> ports) {
    text.append(LIBRARIES).append("entity ").append(name).append(" is\n  port (\n    ");
    text.append(String.join(";\n    ", ports)).append("\n  );\nend entity;\n\n");
    text.append("architecture rtl of ").append(name).append(" is\n");
  }

  private static void signals(StringBuilder text, String name, int width) {
    text.append("  signal ").append(name).append("_valid : std_logic;\n");
    text.append("  signal ").append(name).append("_ready : std_logic;\n");
    text.append("  signal ").append(name).append("_data : ").append(vector(width)).append(";\n");
  }

  /** An entity with its generics, on lines of their own. */
  static String unit(HdlInstance instance) {
    List<String> generics = new ArrayList<>();
    instance.parameters().forEach((name, value) -> generics.add(name + " => " + value));
    return "entity work."
        + instance.unit()
        + "\n"
        + (generics.isEmpty() ? "" : "    generic map (" + String.join(", ", generics) + ")\n");
  }

  private static void instance(StringBuilder text, StreamStage stage) {
    HdlInstance instance = stage.instance();
    text.append("  ").append(stage.label()).append(" : ").append(unit(instance));
    text.append("    port map (\n");
    if (instance.clocked()) {
      text.append("      clk => clk,\n      rst => rst,\n");
    }
    for (int i = 0; i < stage.inputs().size(); i++) {
      connect(text, stage.inputPort(i), stage.inputs().get(i).name());
      text.append(",\n");
    }
    for (int i = 0; i < stage.outputs().size(); i++) {
      text.append(i == 0 ? "" : ",\n");
      connect(text, stage.outputPort(i), stage.outputs().get(i).name());
    }
    text.append("\n    );\n");
  }

  private static void connect(StringBuilder text, String port, String signal) {
    text.append("      ").append(port).append("_valid => ").append(signal).append("_valid,\n");
    text.append("      ").append(port).append("_ready => ").append(signal).append("_ready,\n");
    text.append("      ").append(port).append("_data => ").append(signal).append("_data");
  }

  @Override
  public String kernel(Network network) {
    int in = network.input().format().width();
    int out = network.output().format().width();
    StringBuilder text = new StringBuilder(8000);
    text.append("-- The kernel ").append(network.name()).append(": the network between buffers.\n");
    List<String> ports = new ArrayList<>();
    for (KernelPort port : KernelPort.ALL) {
      ports.add(
          port.name()
              + (port.output() ? " : out " : " : in ")
              + (port.width() == 1 ? "std_logic" : vector(port.width())));
    }
    entity(text, network.name(), ports);
    text.append("  signal rst : std_logic;\n  signal start : std_logic;\n");
    text.append("  signal done : std_logic;\n");
    text.append("  signal source : ").append(vector(64)).append(";\n");
    text.append("  signal target : ").append(vector(64)).append(";\n");
    text.append("  signal samples : ").append(vector(32)).append(";\n");
    text.append("  signal errors : ").append(vector(32)).append(";\n");
    signals(text, "in", in);
    signals(text, "out", out);
    text.append("begin\n  process (ap_clk)\n  begin\n    if rising_edge(ap_clk) then\n");
    text.append("      rst <= not ap_rst_n;\n    end if;\n  end process;\n\n");
    text.append("  control : entity work.backplane_ap_ctrl_hs\n    port map (\n");
    connectAll(text, "s_axi_control");
    text.append("      ap_clk => ap_clk,\n      ap_rst_n => ap_rst_n,\n      irq => irq,\n");
    text.append("      kernel_start => start,\n      kernel_done => done,\n");
    text.append("      arg0 => source,\n      arg1 => target,\n      arg2 => samples,\n");
    text.append("      status_word => errors\n    );\n\n");
    text.append("  memory : entity work.backplane_memory_stream\n    generic map (OUT_WIDTH => ");
    text.append(in).append(", IN_WIDTH => ").append(out).append(", COUNT_OUT => ");
    text.append(network.input().shape().size()).append(", COUNT_IN => ");
    text.append(network.output().shape().size()).append(")\n    port map (\n");
    connectAll(text, "m_axi_gmem");
    text.append("      clk => ap_clk,\n      rst => rst,\n      start => start,\n");
    text.append("      done => done,\n      source => source,\n      target => target,\n");
    text.append("      samples => samples,\n      errors => errors,\n");
    connect(text, "out", "in");
    text.append(",\n");
    connect(text, "in", "out");
    text.append("\n    );\n\n  network : entity work.").append(network.unit());
    text.append("\n    port map (\n");
    if (network.clocked()) {
      text.append("      clk => ap_clk,\n      rst => rst,\n");
    }
    connect(text, "in", "in");
    text.append(",\n");
    connect(text, "out", "out");
    return text.append("\n    );\nend architecture;\n").toString();
  }

  private static void connectAll(StringBuilder text, String prefix) {
    for (KernelPort port : KernelPort.ALL) {
      if (port.name().startsWith(prefix)) {
        text.append("      ").append(port.name()).append(" => ").append(port.name()).append(",\n");
      }
    }
  }
}
