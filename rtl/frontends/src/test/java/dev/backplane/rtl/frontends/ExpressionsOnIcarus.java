package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** A netlist computes the same values as Icarus Verilog from the same random expressions. */
public final class ExpressionsOnIcarus {
  private static final int VECTORS = 24;

  private ExpressionsOnIcarus() {}

  /** Compares a front end with Icarus Verilog; returns how many outputs were compared. */
  public static int check(Path folder, long seed, FrontEnd frontEnd) throws IOException {
    Random random = new Random(seed);
    RandomVerilog design = new RandomVerilog(random, 6, 40);
    Path source = Files.writeString(folder.resolve("dut.v"), design.module("dut"));
    List<List<BigInteger>> vectors = new ArrayList<>();
    for (int i = 0; i < VECTORS; i++) {
      vectors.add(design.inputs().stream().map(wire -> value(random, wire.width())).toList());
    }
    Path bench = Files.writeString(folder.resolve("bench.v"), bench(design, vectors));
    List<String> expected = Icarus.run(folder, "bench", source, bench);

    Netlist netlist = frontEnd.elaborate(Sources.of(List.of(source)), "dut").netlist();
    try (Engine engine = new ReferenceEngine(netlist)) {
      for (int i = 0; i < VECTORS; i++) {
        List<BigInteger> vector = vectors.get(i);
        for (int input = 0; input < vector.size(); input++) {
          NamedPins.drive(NamedPins.pin(engine, "i" + input), vector.get(input));
        }
        engine.settle();
        String[] words = expected.get(i).strip().split(" +");
        for (int output = 0; output < words.length; output++) {
          assertThat(Icarus.known(NamedPins.pin(engine, "o" + output).value(), words[output]))
              .as("seed %d, inputs %s\n%s", seed, hex(vector), design.explain(output))
              .isEqualTo(words[output].toLowerCase(Locale.ROOT));
        }
      }
    }
    return design.outputs().size();
  }

  private static String bench(RandomVerilog design, List<List<BigInteger>> vectors) {
    StringBuilder text = new StringBuilder("module bench;\n");
    design
        .inputs()
        .forEach(wire -> text.append("  ").append(wire.declaration("reg")).append(";\n"));
    design
        .outputs()
        .forEach(wire -> text.append("  ").append(wire.declaration("wire")).append(";\n"));
    text.append("  dut dut(");
    List<String> all = new ArrayList<>();
    design.inputs().forEach(wire -> all.add("." + wire.name() + "(" + wire.name() + ")"));
    design.outputs().forEach(wire -> all.add("." + wire.name() + "(" + wire.name() + ")"));
    text.append(String.join(", ", all)).append(");\n  initial begin\n");
    for (List<BigInteger> vector : vectors) {
      for (int i = 0; i < vector.size(); i++) {
        RandomVerilog.Wire wire = design.inputs().get(i);
        text.append(
            "    %s = %d'h%s;\n".formatted(wire.name(), wire.width(), vector.get(i).toString(16)));
      }
      text.append("    #1 $display(\"");
      text.append(design.outputs().stream().map(wire -> "%h").collect(Collectors.joining(" ")));
      text.append("\"");
      design.outputs().forEach(wire -> text.append(", ").append(wire.name()));
      text.append(");\n");
    }
    return text.append("  end\nendmodule\n").toString();
  }

  /** Random values with many corner values. */
  private static BigInteger value(Random random, int width) {
    BigInteger ones = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    return switch (random.nextInt(8)) {
      case 0 -> BigInteger.ZERO;
      case 1 -> ones;
      case 2 -> BigInteger.ONE.shiftLeft(width - 1);
      case 3 -> ones.shiftRight(1);
      case 4, 5 -> BigInteger.valueOf(random.nextInt(70)).and(ones);
      default -> new BigInteger(width, random);
    };
  }

  private static String hex(List<BigInteger> vector) {
    return vector.stream().map(value -> value.toString(16)).toList().toString();
  }
}
