package dev.backplane.rtl.netlist;

import java.util.List;
import java.util.function.Predicate;

/** The cover points of a netlist. */
public final class CoverPoints {
  private CoverPoints() {}

  /**
   * Leaves out some points.
   *
   * @param netlist a design
   * @param kept whether a point is kept
   * @return the design with those points only; all else that it says is kept
   */
  public static Netlist filter(Netlist netlist, Predicate<CoverPoint> kept) {
    List<Effect> effects =
        netlist.effects().stream()
            .filter(effect -> CoverPoint.of(effect).map(kept::test).orElse(true))
            .toList();
    return effects.size() == netlist.effects().size() ? netlist : netlist.withEffects(effects);
  }
}
