package dev.backplane.compiler.hdl;

import java.util.List;

/**
 * The unit of one node that computes with constants: memories around an instance of the static unit
 * that reads them. The pass writes it in its language. Beside the ports of a stream component, clk
 * and rst, the static unit has the output {@code read} and the ports of each memory: in a clock in
 * which {@code read} is high, the words at the addresses are fetched, and there they are from the
 * next clock on. Immutable.
 *
 * @param name the name of the unit, that of {@link HdlNode#unit}
 * @param purpose what it is, as a sentence, for a comment
 * @param core the instance of the static unit
 * @param inputWidth how many bits a beat that comes in has
 * @param outputWidth how many bits a beat that goes out has
 * @param roms the memories
 */
public record RomUnit(
    String name, String purpose, HdlInstance core, int inputWidth, int outputWidth, List<Rom> roms)
    implements HdlPart {

  /** Copies the list. */
  public RomUnit {
    roms = List.copyOf(roms);
  }

  /**
   * The unit of a node.
   *
   * @param node the node
   * @param purpose what the unit is, as a sentence
   * @param core the instance of the static unit
   * @param roms the memories that it reads
   * @return the unit
   */
  public static RomUnit of(HdlNode node, String purpose, HdlInstance core, List<Rom> roms) {
    return new RomUnit(
        node.unit(),
        purpose,
        core,
        node.input().format().width() * core.beats().input(),
        node.output().format().width() * core.beats().output(),
        roms);
  }

  /** The instance of the unit itself. */
  HdlInstance instance() {
    return HdlInstance.of(name, core.uses()).with(core.beats());
  }

  /** About how long the unit is as text. */
  int characters() {
    return 3000 + roms.stream().mapToInt(Rom::characters).sum();
  }
}
