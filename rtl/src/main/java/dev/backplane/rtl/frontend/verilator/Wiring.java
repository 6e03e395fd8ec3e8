package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What drives each word, put together from all that drives bits of it. */
final class Wiring {
  private final Design design;
  private final Nodes nodes;
  private final Map<Leaf, Node> values = new HashMap<>();

  Wiring(Design design) {
    this.design = design;
    this.nodes = design.nodes();
  }

  /** The value of a word that is no input of the design. */
  Node value(Leaf leaf) {
    Node known = values.get(leaf);
    if (known == null) {
      known = assemble(leaf);
      values.put(leaf, known);
    }
    return known;
  }

  private Node assemble(Leaf leaf) {
    List<Design.Driver> drivers = new ArrayList<>(design.drivers().getOrDefault(leaf, List.of()));
    drivers.sort(Comparator.comparingInt(Design.Driver::lsb));
    Node otherwise = design.initial().get(leaf);
    List<Node> parts = new ArrayList<>();
    int at = 0;
    for (Design.Driver driver : drivers) {
      if (driver.lsb() < at && design.couldBeMemory(leaf.variable())) {
        throw new SharedArray(leaf.variable().path());
      }
      if (driver.lsb() < at) {
        throw conflict(leaf, drivers);
      }
      if (driver.lsb() > at) {
        parts.add(undriven(leaf, at, driver.lsb() - at, otherwise, true));
      }
      parts.add(driver.value());
      at = driver.lsb() + driver.width();
    }
    if (at < leaf.width()) {
      parts.add(undriven(leaf, at, leaf.width() - at, otherwise, at > 0));
    }
    return nodes.join(parts);
  }

  private Node undriven(Leaf leaf, int lsb, int width, @Nullable Node otherwise, boolean partly) {
    if (otherwise != null) {
      return nodes.slice(otherwise, lsb, width);
    }
    Variable variable = leaf.variable();
    if (!partly && variable.origin() == Variable.Origin.INNER && variable.leaves().size() == 1) {
      throw design
          .texts()
          .refused(
              RtlError.SOURCE_INVALID,
              variable.place(),
              "'" + leaf.name() + "' is used and nothing drives it. Drive it");
    }
    design.warn(
        variable.place(),
        "nothing drives %s of '%s': 0 is taken"
            .formatted(partly ? "bits " + (lsb + width - 1) + " to " + lsb : "all", leaf.name()));
    return nodes.fixed(0, width);
  }

  private RuntimeException conflict(Leaf leaf, List<Design.Driver> drivers) {
    String places =
        drivers.stream()
            .map(driver -> design.texts().where(driver.place()).replaceFirst(": $", ""))
            .distinct()
            .collect(Collectors.joining(", "));
    return design
        .texts()
        .refused(
            RtlError.SOURCE_INVALID,
            leaf.variable().place(),
            "'%s' has several drivers: %s. Drive it from one place".formatted(leaf.name(), places));
  }
}
