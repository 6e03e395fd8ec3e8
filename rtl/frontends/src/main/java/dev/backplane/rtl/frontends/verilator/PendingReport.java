package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.List;

/**
 * A report of a process, before it is a part of the netlist.
 *
 * @param location its location
 * @param severity its severity
 * @param format its text
 * @param arguments the values in it
 * @param signed which arguments are signed
 * @param condition the condition under which it is reported
 */
record PendingReport(
    SourceLocation location,
    Effect.Severity severity,
    String format,
    List<Node> arguments,
    List<Boolean> signed,
    Node condition) {
  /** The same under more conditions. */
  PendingReport when(NodeGraph graph, List<Node> conditions) {
    Node all = condition;
    for (Node each : conditions) {
      all = graph.and(all, each);
    }
    return new PendingReport(location, severity, format, arguments, signed, all);
  }

  /**
   * A report and its clock.
   *
   * @param report the report
   * @param trigger the clock edge; null if its process has none
   */
  record Clocked(PendingReport report, @org.jspecify.annotations.Nullable EdgeTrigger trigger) {}
}
