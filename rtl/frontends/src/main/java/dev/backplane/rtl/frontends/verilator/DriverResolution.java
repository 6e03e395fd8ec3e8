package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.frontends.rewrite.Marker;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Resolves the drivers of each word to one value. */
final class DriverResolution {
  private final Design design;
  private final NodeGraph graph;
  private final Map<Leaf, Node> values = new HashMap<>();

  DriverResolution(Design design) {
    this.design = design;
    this.graph = design.graph();
  }

  /** The value of a word that is not an input of the design. */
  Node valueOf(Leaf leaf) {
    Node known = values.get(leaf);
    if (known == null) {
      known = assemble(leaf);
      values.put(leaf, known);
    }
    return known;
  }

  private Node assemble(Leaf leaf) {
    List<Design.Driver> drivers = new ArrayList<>(design.drivers().getOrDefault(leaf, List.of()));
    Marker wired = design.wired().get(leaf.variable().path());
    if (wired != null) {
      drivers = joined(drivers, wired);
    }
    drivers.sort(Comparator.comparingInt(Design.Driver::lsb));
    Node otherwise = design.initial().get(leaf);
    List<Node> parts = new ArrayList<>();
    int at = 0;
    Design.@Nullable Driver last = null;
    for (Design.Driver driver : drivers) {
      if (last != null && isSame(last, driver)) {
        design.warn(
            driver.location(),
            "'%s' is driven twice by the same value; one of them is enough".formatted(leaf.name()));
        continue;
      }
      last = driver;
      if (driver.lsb() < at && design.couldBeMemory(leaf.variable())) {
        throw new SharedArrayException(leaf.variable().path());
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
    return graph.concat(parts);
  }

  /** The drivers of a wired net, joined where they are several. */
  private List<Design.Driver> joined(List<Design.Driver> drivers, Marker kind) {
    NavigableSet<Integer> ends = new TreeSet<>();
    for (Design.Driver driver : drivers) {
      ends.add(driver.lsb());
      ends.add(driver.lsb() + driver.width());
    }
    List<Design.Driver> parts = new ArrayList<>();
    for (int lsb : ends) {
      Integer end = ends.higher(lsb);
      Design.@Nullable Driver part = null;
      for (Design.Driver driver : end == null ? List.<Design.Driver>of() : drivers) {
        if (driver.lsb() <= lsb && lsb < driver.lsb() + driver.width()) {
          Node bits = graph.slice(driver.value(), lsb - driver.lsb(), end - lsb);
          Node value = part == null ? bits : join(kind, part.value(), bits);
          part = new Design.Driver(lsb, end - lsb, value, driver.location(), driver.procedural());
        }
      }
      if (part != null) {
        parts.add(part);
      }
    }
    return parts;
  }

  private Node join(Marker kind, Node one, Node other) {
    return kind == Marker.WIRED_AND ? graph.and(one, other) : graph.or(one, other);
  }

  /** Two drivers of one value are one driver: the wire has that value. */
  private static boolean isSame(Design.Driver one, Design.Driver other) {
    return one.lsb() == other.lsb()
        && one.width() == other.width()
        && one.value().equals(other.value());
  }

  private Node undriven(Leaf leaf, int lsb, int width, @Nullable Node otherwise, boolean partly) {
    if (otherwise != null) {
      return graph.slice(otherwise, lsb, width);
    }
    Variable variable = leaf.variable();
    if (!partly && variable.origin() == Variable.Origin.INTERNAL && variable.leaves().size() == 1) {
      throw design
          .texts()
          .error(
              RtlError.SOURCE_INVALID,
              variable.location(),
              "'" + leaf.name() + "' is used and nothing drives it. Drive it");
    }
    design.warn(
        variable.location(),
        "nothing drives %s of '%s': 0 is taken"
            .formatted(partly ? "bits " + (lsb + width - 1) + " to " + lsb : "all", leaf.name()));
    return graph.fixed(0, width);
  }

  private RuntimeException conflict(Leaf leaf, List<Design.Driver> drivers) {
    String places =
        drivers.stream()
            .map(driver -> design.texts().prefix(driver.location()).replaceFirst(": $", ""))
            .distinct()
            .collect(Collectors.joining(", "));
    return design
        .texts()
        .error(
            RtlError.SOURCE_INVALID,
            leaf.variable().location(),
            "'%s' has several drivers: %s. Drive it from one place".formatted(leaf.name(), places));
  }
}
