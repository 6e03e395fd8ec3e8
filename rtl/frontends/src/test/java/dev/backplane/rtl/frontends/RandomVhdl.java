package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Makes random entities of VHDL: concurrent statements, processes with and without a clock,
 * instances with generics and loops, over numeric_std, integers, enumerations, arrays and records.
 * The language says what each output is in every cycle: all objects have a value from the start,
 * and signals that no clock guards are assigned on every path.
 */
final class RandomVhdl {
  /** The package and the entity that is instantiated, as test resources. */
  static final List<String> OTHERS = List.of("vhdl/fuzzed_part.vhd", "vhdl/fuzzed_pkg.vhd");

  private static final int PIECES = 3;

  private final Random random;
  private final RandomVhdlValues values;
  private final List<VhdlObject> outputs = new ArrayList<>();
  private final List<SourceNode> declarations = new ArrayList<>();
  private final List<SourceNode> statements = new ArrayList<>();
  private final List<VhdlObject> readable = new ArrayList<>();
  private final List<SourceNode> ports = new ArrayList<>();

  RandomVhdl(Random random) {
    this.random = random;
    values = new RandomVhdlValues(random);
  }

  /** An entity of a name, after the package that it uses. */
  SourceNode entity(String name) {
    inputs();
    for (int i = 0; i < PIECES; i++) {
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> clockedProcess(i);
        case 3, 4 -> combinationalProcess(i);
        case 5 -> instance(i);
        default -> concurrent();
      }
    }
    outputs.forEach(
        o ->
            ports.add(
                RandomVhdlValues.leaf(
                    "D", "    %s : out %s;\n".formatted(o.name(), o.declared()))));
    return SourceNode.of(
        "",
        "library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; use"
            + " work.fuzzed_pkg.all;\n"
            + "entity "
            + name
            + " is\n  port (\n@    clk : in std_logic);\nend entity;\narchitecture rtl of "
            + name
            + " is\n@begin\n@end architecture;\n",
        SourceNode.list("", ports),
        SourceNode.list("", declarations),
        SourceNode.list("", statements));
  }

  private void inputs() {
    for (int i = 0; i < 7; i++) {
      VhdlObject vector = vector("i" + i, "usv".charAt(i % 3));
      input(vector);
    }
    input(VhdlObject.bits("ix", 'u', 8));
    input(VhdlObject.plain("b0", 'l'));
    input(VhdlObject.plain("b1", 'l'));
    input(VhdlObject.plain("rst", 'l'));
    if (random.nextInt(16) == 0) {
      readable.add(VhdlObject.bits("MASK", 'u', 12));
      readable.add(VhdlObject.bits("LEAST", 's', 7));
      readable.add(VhdlObject.integer("STEP", 13, 13));
    }
    declare("  alias upper : unsigned(4 downto 0) is ix(7 downto 3);\n");
    readable.add(VhdlObject.bits("upper", 'u', 5));
    declare("  alias turned : unsigned(0 to 3) is ix(5 downto 2);\n");
    readable.add(new VhdlObject("turned", 'u', 4, 0, 3, true));
    declare("  signal sum : integer range -60 to 400 := 0;\n");
    statements.add(
        SourceNode.of(
            "C",
            "  sum <= @;\n",
            SourceNode.of("i", "to_integer(ix) + STEP - ones(std_logic_vector(upper)) * 3")));
    readable.add(VhdlObject.integer("sum", -60, 400));
  }

  private void input(VhdlObject object) {
    ports.add(
        RandomVhdlValues.leaf(
            "D", "    %s : in %s;\n".formatted(object.name(), object.declared())));
    readable.add(object);
  }

  private VhdlObject vector(String name, char kind) {
    int width = values.width();
    long low = random.nextInt(4) == 0 ? random.nextInt(5) : 0;
    return new VhdlObject(name, kind, width, low, low + width - 1, random.nextInt(3) == 0);
  }

  private void declare(String text) {
    declarations.add(RandomVhdlValues.leaf("D", text));
  }

  /** A port; ranges that do not start at 0 are for objects inside. */
  private VhdlObject output(VhdlObject like) {
    VhdlObject port =
        new VhdlObject(
            "o" + outputs.size(),
            like.isVector() ? like.kind() : 'l',
            like.width(),
            0,
            like.width() - 1L,
            random.nextInt(4) == 0);
    outputs.add(port);
    return port;
  }

  /** An object of one of the kinds that are assigned as a whole and in parts. */
  private VhdlObject target(String name) {
    return switch (random.nextInt(9)) {
      case 0 -> VhdlObject.plain(name, 'l');
      case 1 -> VhdlObject.plain(name, 'b');
      case 2, 3 -> {
        int low = random.nextInt(3) == 0 ? -random.nextInt(100) : random.nextInt(9);
        yield VhdlObject.integer(name, low, low + 1 + random.nextInt(300));
      }
      case 4 -> VhdlObject.plain(name, 'e');
      default -> vector(name, "usv".charAt(random.nextInt(3)));
    };
  }

  /** Shows an object at a port. */
  private void show(VhdlObject object) {
    switch (object.kind()) {
      case 'u', 's', 'v', 'l' -> assign(output(object), object.name());
      case 'b' -> assign(output(VhdlObject.plain("", 'l')), "to_bit01(" + object.name() + ")");
      case 'i' ->
          assign(output(VhdlObject.bits("", 's', 20)), "to_signed(" + object.name() + ", 20)");
      case 'e' ->
          assign(
              output(VhdlObject.bits("", 'u', 3)),
              "to_unsigned(color_t'pos(" + object.name() + "), 3)");
      default -> {
        List<String> words = new ArrayList<>();
        for (long i = object.low(); i <= object.high(); i++) {
          words.add("%s(%d)".formatted(object.name(), i));
        }
        assign(
            output(VhdlObject.bits("", 'u', object.width() * words.size())),
            String.join(" & ", words));
      }
    }
  }

  private void assign(VhdlObject port, String value) {
    statements.add(RandomVhdlValues.leaf("C", "  %s <= %s;\n".formatted(port.name(), value)));
  }

  private void concurrent() {
    values.read(readable);
    VhdlObject port = output(vector("", "usv".charAt(random.nextInt(3))));
    String name = port.name();
    int depth = 1 + random.nextInt(3);
    SourceNode value = values.value(port, depth);
    statements.add(
        switch (random.nextInt(6)) {
          case 0 ->
              SourceNode.of(
                  "C",
                  "  " + name + " <= @ when @ else @ when @ else @;\n",
                  value,
                  values.truth(2),
                  values.value(port, 2),
                  values.truth(2),
                  values.value(port, 2));
          case 1 ->
              SourceNode.of(
                  "C",
                  "  with ix(4 downto 2) select "
                      + name
                      + " <=\n"
                      + "    @ when \"000\",\n"
                      + "    @ when \"010\" | \"111\",\n"
                      + "    @ when \"100\",\n"
                      + "    @ when others;\n",
                  value,
                  values.value(port, 2),
                  values.value(port, 2),
                  values.value(port, 1));
          case 2 -> generated(port);
          default -> SourceNode.of("C", "  " + name + " <= @;\n", value);
        });
  }

  /** Each bit is assigned by itself. */
  private SourceNode generated(VhdlObject port) {
    List<VhdlObject> inside = new ArrayList<>(readable);
    inside.add(VhdlObject.integer("g", 0, port.high()));
    values.read(inside);
    String label = "each_" + port.name();
    SourceNode node =
        SourceNode.of(
            "C",
            "  %s : for g in 0 to %d generate\n    %s(g) <= @;\n  end generate;\n"
                .formatted(label, port.high(), port.name()),
            values.bit(3));
    values.read(readable);
    return node;
  }

  private void instance(int number) {
    values.read(readable);
    int width = 2 + random.nextInt(12);
    int given = random.nextInt(9) - 3;
    VhdlObject port = output(VhdlObject.bits("", 'v', width));
    String a = "part_a" + number;
    String b = "part_b" + number;
    String others = "(%d downto 0) := (others => '0');\n".formatted(width - 1);
    declare("  signal " + a + " : unsigned" + others);
    declare("  signal " + b + " : signed" + others);
    statements.add(SourceNode.of("C", "  " + a + " <= @;\n", values.vector('u', width, 2)));
    statements.add(SourceNode.of("C", "  " + b + " <= @;\n", values.vector('s', width, 2)));
    statements.add(
        RandomVhdlValues.leaf(
            "C",
            "  part%d : entity work.fuzzed_part generic map (W => %d, K => %d, FAST => %s) port map (a => %s, b => %s, y => %s);\n"
                .formatted(number, width, given, random.nextBoolean(), a, b, port.name())));
  }

  private void clockedProcess(int number) {
    List<VhdlObject> registers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      VhdlObject register = target("r%d_%d".formatted(number, i));
      registers.add(register);
      declare(register, "signal", random.nextInt(4) != 0);
    }
    List<VhdlObject> assigned = new ArrayList<>(registers);
    if (random.nextBoolean()) {
      boolean words = random.nextBoolean();
      VhdlObject memory = new VhdlObject("m" + number, 'a', words ? 8 : 5, 0, words ? 5 : 3, false);
      declare(memory, "signal", true);
      assigned.add(memory);
    }
    if (random.nextBoolean()) {
      String name = "f" + number;
      declare("  signal %s : fields_t := NOTHING;\n".formatted(name));
      assigned.addAll(fields(name));
    }
    List<VhdlObject> variables = List.of(target("v" + number), target("w" + number));
    readable.addAll(assigned);
    List<VhdlObject> inside = new ArrayList<>(readable);
    inside.addAll(variables);
    List<SourceNode> locals = new ArrayList<>();
    variables.forEach(
        v -> locals.add(RandomVhdlValues.leaf("D", "  " + declaration(v, "variable", true))));
    values.read(inside);
    RandomVhdlStatements made = new RandomVhdlStatements(random, values);
    List<SourceNode> list = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean variable = random.nextInt(3) == 0;
      list.add(variable ? made.statement(variables, ":=", 2) : made.statement(assigned, "<=", 2));
    }
    List<SourceNode> resets = new ArrayList<>();
    registers.forEach(
        r ->
            resets.add(
                RandomVhdlValues.leaf("S", "%s <= %s;\n".formatted(r.name(), values.constant(r)))));
    SourceNode body = SourceNode.list("S", list);
    SourceNode reset = SourceNode.list("S", resets);
    SourceNode local = SourceNode.list("", locals);
    String head = "  process (clk%s)\n@  begin\n";
    statements.add(
        switch (random.nextInt(4)) {
          case 0 ->
              SourceNode.of(
                  "C",
                  head.formatted("")
                      + "    if rising_edge(clk) then\n"
                      + "@      if rst = '1' then\n"
                      + "@      end if;\n"
                      + "    end if;\n"
                      + "  end process;\n",
                  local,
                  body,
                  reset);
          case 1 ->
              SourceNode.of(
                  "C",
                  head.formatted("")
                      + "    if rising_edge(clk) then\n"
                      + "      if rst = '1' then\n"
                      + "@      elsif b0 = '1' then\n"
                      + "@      end if;\n"
                      + "    end if;\n"
                      + "  end process;\n",
                  local,
                  reset,
                  body);
          default ->
              SourceNode.of(
                  "C",
                  head.formatted("")
                      + "    if clk'event and clk = '1' then\n@    end if;\n  end process;\n",
                  local,
                  body);
        });
    assigned.forEach(this::show);
  }

  private List<VhdlObject> fields(String name) {
    return List.of(
        VhdlObject.plain(name + ".f", 'l'),
        VhdlObject.bits(name + ".u", 'u', 9),
        new VhdlObject(name + ".s", 's', 5, 0, 4, true),
        VhdlObject.integer(name + ".i", -20, 50),
        VhdlObject.plain(name + ".e", 'e'));
  }

  private void declare(VhdlObject object, String what, boolean valued) {
    declare(declaration(object, what, valued || !Set.of('i', 'e', 'b').contains(object.kind())));
  }

  private String declaration(VhdlObject object, String what, boolean valued) {
    return "  %s %s : %s%s;\n"
        .formatted(
            what, object.name(), object.declared(), valued ? " := " + values.constant(object) : "");
  }

  private void combinationalProcess(int number) {
    List<VhdlObject> variables = new ArrayList<>();
    List<SourceNode> locals = new ArrayList<>();
    List<SourceNode> list = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      VhdlObject variable = target("c" + i);
      locals.add(RandomVhdlValues.leaf("D", "  " + declaration(variable, "variable", false)));
      List<VhdlObject> before = new ArrayList<>(readable);
      before.addAll(variables);
      values.read(before);
      list.add(SourceNode.of("", "    " + variable.name() + " := @;\n", values.value(variable, 2)));
      variables.add(variable);
    }
    List<VhdlObject> inside = new ArrayList<>(readable);
    inside.addAll(variables);
    values.read(inside);
    RandomVhdlStatements made = new RandomVhdlStatements(random, values);
    for (int i = 0; i < 4; i++) {
      list.add(made.statement(variables, ":=", 2));
    }
    for (VhdlObject variable : variables) {
      VhdlObject signal = variable.named("s%d_%s".formatted(number, variable.name()));
      declare(signal, "signal", true);
      list.add(
          RandomVhdlValues.leaf("S", "    %s <= %s;\n".formatted(signal.name(), variable.name())));
      show(signal);
    }
    statements.add(
        SourceNode.of(
            "C",
            "  process (all)\n@  begin\n@  end process;\n",
            SourceNode.list("", locals),
            SourceNode.list("", list)));
  }
}
