package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.vhdl.EntityPorts;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * GHDL as a simulator, which reads the same sources as its synthesis and shares no more with it
 * than the analysis.
 *
 * @param program the GHDL
 */
record GhdlSimulator(GhdlProgram program) implements LanguageSimulator {
  private static final List<List<String>> LANGUAGES =
      List.of(
          List.of("--std=08", "-fsynopsys", "-frelaxed"),
          List.of("--std=93", "-fsynopsys", "-frelaxed", "-fexplicit"));

  private static final Set<String> BITS = Set.of("std_logic", "std_ulogic");
  private static final Set<String> VECTORS =
      Set.of("std_logic_vector", "std_ulogic_vector", "unsigned", "signed");

  @Override
  public String name() {
    return program.name();
  }

  @Override
  public List<String> run(
      Sources sources, String top, Stimulus stimulus, Path folder, Duration limit)
      throws IOException, NotSimulated {
    EntityPorts entity = EntityPorts.of(sources.files(), top, folder);
    Path bench =
        Files.writeString(
            folder.resolve("bench.vhd"),
            bench(entity, sources.parameters(), stimulus),
            StandardCharsets.ISO_8859_1);
    Optional<NotSimulated> refusal = Optional.empty();
    for (List<String> language : LANGUAGES) {
      // One process, since several processes compare times to decide which results are outdated.
      List<String> command = new ArrayList<>(List.of(program.command(), "-c"));
      command.addAll(language);
      command.add("--workdir=" + folder);
      entity.files().forEach(file -> command.add(file.toAbsolutePath().normalize().toString()));
      command.add(bench.toString());
      command.addAll(List.of("-r", BENCH, "--ieee-asserts=disable", "--assert-level=none"));
      try {
        return LanguageSimulator.simulate(name(), command, folder, limit);
      } catch (NotSimulated e) {
        // The message about the language that is tried first is the one that helps.
        refusal = refusal.or(() -> Optional.of(e));
      }
    }
    throw refusal.orElseThrow();
  }

  private static String bench(EntityPorts entity, Map<String, String> generics, Stimulus stimulus)
      throws NotSimulated {
    StringBuilder text =
        new StringBuilder(
            """
            library ieee;
            use ieee.std_logic_1164.all;
            use ieee.numeric_std.all;
            use std.textio.all;
            entity %1$s is end entity;
            architecture bench of %1$s is
              function shown(v : std_logic_vector) return string is
                variable text : string(1 to v'length);
                variable at : natural := 1;
                variable image : string(1 to 3);
              begin
                for i in v'range loop
                  image := std_ulogic'image(v(i));
                  text(at) := image(2);
                  at := at + 1;
                end loop;
                return text;
              end function;
            """
                .formatted(BENCH));
    List<String> connections = new ArrayList<>();
    for (String clock : stimulus.clocks()) {
      text.append("  signal " + signal(clock) + " : std_logic := '0';\n");
      connections.add(name(clock) + " => " + signal(clock));
    }
    for (Port port : stimulus.inputs()) {
      text.append(declared(entity, port, true));
      connections.add(name(port.name()) + " => " + signal(port.name()));
    }
    for (Port port : stimulus.outputs()) {
      text.append(declared(entity, port, false));
      connections.add(name(port.name()) + " => " + signal(port.name()));
    }
    text.append("begin\n  dut : entity work." + name(entity.name()));
    text.append(genericMap(generics));
    text.append(" port map (" + String.join(", ", connections) + ");\n");
    return text.append(process(entity, stimulus)).append("end architecture;\n").toString();
  }

  private static String process(EntityPorts entity, Stimulus stimulus) throws NotSimulated {
    StringBuilder text =
        new StringBuilder("  process\n    file stimulus : text open read_mode is ");
    text.append("\"" + STIMULUS + "\";\n    variable given, line_out : line;\n");
    int at = stimulus.width();
    text.append("    variable s : string(1 to " + at + ");\n");
    text.append("    variable v : std_logic_vector(" + (at - 1) + " downto 0);\n");
    text.append(
        "  begin\n    while not endfile(stimulus) loop\n      readline(stimulus, given);\n");
    text.append("      read(given, s);\n      for i in s'range loop\n");
    text.append("        if s(i) = '1' then v(s'length - i) := '1'; else v(s'length - i) := '0';");
    text.append(" end if;\n      end loop;\n");
    for (Port port : stimulus.inputs()) {
      at -= port.width();
      String type = type(entity, port);
      text.append("      " + signal(port.name()) + " <= ");
      text.append(
          BITS.contains(type)
              ? "v(" + at + ");\n"
              : type + "(v(" + (at + port.width() - 1) + " downto " + at + "));\n");
    }
    text.append("      wait for 5 us;\n      write(line_out, string'(\"" + MARK + "\"));\n");
    for (Port port : stimulus.outputs()) {
      String value =
          BITS.contains(type(entity, port))
              ? "std_logic_vector'(0 => " + signal(port.name()) + ")"
              : "std_logic_vector(" + signal(port.name()) + ")";
      text.append("      write(line_out, shown(" + value + ") & string'(\" \"));\n");
    }
    text.append("      writeline(output, line_out);\n");
    for (String clock : stimulus.clocks()) {
      text.append("      " + signal(clock) + " <= v(" + --at + ");\n");
    }
    text.append("      wait for 5 us;\n");
    for (String clock : stimulus.clocks()) {
      text.append("      " + signal(clock) + " <= '0';\n");
    }
    return text.append("      wait for 5 us;\n    end loop;\n    wait;\n  end process;\n")
        .toString();
  }

  private static String type(EntityPorts entity, Port port) throws NotSimulated {
    String type = entity.types().getOrDefault(port.name().toLowerCase(Locale.ROOT), "unknown");
    if (BITS.contains(type) || VECTORS.contains(type)) {
      return type;
    }
    throw new NotSimulated("port '%s' is of type '%s'".formatted(port.name(), type));
  }

  private static String declared(EntityPorts entity, Port port, boolean input) throws NotSimulated {
    String type = type(entity, port);
    boolean bit = BITS.contains(type);
    // Inputs are known from the start: unknown bits could give an integer out of range.
    return "  signal %s : %s%s%s;\n"
        .formatted(
            signal(port.name()),
            type,
            bit ? "" : "(" + (port.width() - 1) + " downto 0)",
            input ? (bit ? " := '0'" : " := (others => '0')") : "");
  }

  private static String genericMap(Map<String, String> generics) throws NotSimulated {
    for (String value : generics.values()) {
      if (!value.matches("-?[0-9]+|\"[^\"]*\"|(?i)true|false")) {
        throw new NotSimulated("a generic has the value " + value);
      }
    }
    return generics.isEmpty()
        ? ""
        : generics.entrySet().stream()
            .map(each -> name(each.getKey()) + " => " + each.getValue())
            .collect(Collectors.joining(", ", " generic map (", ")"));
  }

  private static String name(String name) {
    return name.matches("[A-Za-z]\\w*") ? name : "\\" + name.replace("\\", "\\\\") + "\\";
  }

  private static String signal(String port) {
    return "\\p " + port.replace("\\", "\\\\") + "\\";
  }
}
