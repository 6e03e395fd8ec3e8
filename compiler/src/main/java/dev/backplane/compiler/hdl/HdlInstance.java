package dev.backplane.compiler.hdl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The instance of a module or entity that does what a node does. Its ports are those of a stream
 * component: in_valid, in_ready, in_data, out_valid, out_ready, out_data, and clk and rst if it is
 * clocked. If the node has several inputs, the ports of the first one begin with in0, those of the
 * next with in1. Immutable.
 *
 * @param unit the module or entity
 * @param clocked whether it has clk and rst
 * @param parameters its parameters or generics, whole numbers, in order
 * @param uses the static files that have it and what it needs, without their endings
 * @param beats how many elements it takes and gives in a clock
 */
public record HdlInstance(
    String unit,
    boolean clocked,
    SequencedMap<String, Integer> parameters,
    List<String> uses,
    Beats beats)
    implements HdlPart {

  /** Copies the collections. */
  public HdlInstance {
    parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    uses = List.copyOf(uses);
  }

  /**
   * An instance that takes and gives one element at a time.
   *
   * @param unit the module or entity
   * @param clocked whether it has clk and rst
   * @param parameters its parameters or generics, whole numbers, in order
   * @param uses the static files that have it and what it needs, without their endings
   */
  public HdlInstance(
      String unit, boolean clocked, SequencedMap<String, Integer> parameters, List<String> uses) {
    this(unit, clocked, parameters, uses, Beats.SINGLE);
  }

  /** {@return the same instance with these beats} */
  public HdlInstance with(Beats beats) {
    return new HdlInstance(unit, clocked, parameters, uses, beats);
  }

  /**
   * An instance of a unit without parameters, generated for the node.
   *
   * @param unit the unit
   * @param uses the static files that it needs, without their endings
   * @return the instance, which is clocked
   */
  public static HdlInstance of(String unit, List<String> uses) {
    return new HdlInstance(unit, true, new LinkedHashMap<>(Map.of()), uses);
  }
}
