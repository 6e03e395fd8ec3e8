package dev.backplane.compiler;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Node;
import dev.backplane.rtl.frontends.PreparedSources;
import dev.backplane.rtl.frontends.ReachableSources;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Networks in VHDL that are translated together: GHDL takes longer to start and to tell about the
 * packages of the language than for all the networks.
 */
final class VhdlNetworks {
  private static final String TOP = "all_networks";

  private final List<TypedGraph> graphs;
  private final Sources modules;

  private VhdlNetworks(List<TypedGraph> graphs, Sources modules) {
    this.graphs = List.copyOf(graphs);
    this.modules = modules;
  }

  /** {@return networks of these graphs, whose files are written into a folder} */
  static VhdlNetworks of(HdlPass vhdl, List<TypedGraph> graphs, Path folder) {
    SequencedMap<String, String> files = new LinkedHashMap<>();
    StringBuilder ports = new StringBuilder();
    StringBuilder instances = new StringBuilder();
    for (int i = 0; i < graphs.size(); i++) {
      TypedGraph graph = graphs.get(i);
      for (HdlFile file : vhdl.lower(name(i), graph, Wrapper.STREAM).files()) {
        // A static unit is the same in all of them.
        files.put(file.name(), file.text());
      }
      boolean isClocked = files.getOrDefault(name(i) + "_network.vhd", "").contains("clk");
      ports.append(ports(name(i), graph));
      instances.append(instance(name(i), isClocked));
    }
    files.put(TOP + ".vhd", top(ports, instances));
    List<Path> written =
        files.entrySet().stream()
            .map(file -> write(folder.resolve(file.getKey()), file.getValue()))
            .toList();
    try (PreparedSources translated =
        PreparedSources.of(Sources.of(written), TOP, RtlNetwork.DEADLINE)) {
      return new VhdlNetworks(graphs, modules(translated.sources(), folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Modules in files of their own, so that a network is elaborated from what it needs alone. */
  private static Sources modules(Sources translated, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : translated.files()) {
      for (String module : Files.readString(file).split("(?<=\nendmodule\n)")) {
        files.add(write(folder.resolve("module" + files.size() + ".v"), module));
      }
    }
    return Sources.of(files);
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(int index) {
    return "net" + index;
  }

  /** {@return one of the networks, by the index of its graph} */
  RtlNetwork network(int index) throws IOException {
    String name = name(index);
    Sources needed = ReachableSources.of(modules, name + "_network").sources();
    return RtlNetwork.of(needed, name, graphs.get(index));
  }

  private static String top(CharSequence ports, CharSequence instances) {
    return """
    library ieee;
    use ieee.std_logic_1164.all;

    entity %1$s is
      port (
    %2$s    clk, rst : in std_logic);
    end entity;

    architecture rtl of %1$s is
    begin
    %3$send architecture;
    """
        .formatted(TOP, ports, instances);
  }

  private static String ports(String name, TypedGraph graph) {
    return """
        %1$s_in_valid, %1$s_out_ready : in std_logic;
        %1$s_in_ready, %1$s_out_valid : out std_logic;
        %1$s_in_data : in std_logic_vector(%2$d downto 0);
        %1$s_out_data : out std_logic_vector(%3$d downto 0);
    """
        .formatted(
            name,
            width(graph, graph.order().getFirst()) - 1,
            width(graph, graph.order().getLast()) - 1);
  }

  private static String instance(String name, boolean isClocked) {
    return """
      i_%1$s : entity work.%1$s_network
        port map (
          %2$s%1$s_in_valid, %1$s_in_ready, %1$s_in_data,
          %1$s_out_valid, %1$s_out_ready, %1$s_out_data);
    """
        .formatted(name, isClocked ? "clk, rst, " : "");
  }

  private static int width(TypedGraph graph, Node end) {
    return graph.type(end).format().width() * RtlStream.beat(end);
  }
}
