package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import dev.backplane.rtl.netlist.pass.Substitution;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables that a clocked process assigns both with = and with {@code <=}. A {@code <=} has
 * the last word, also over a = that is executed after it; where none is executed, the last = has
 * it. What that leaves is known at the end of the process alone, so a placeholder stands for it.
 */
final class MixedAssignments {
  /** No variables. */
  static final MixedAssignments NONE = new MixedAssignments(Set.of());

  /** Stands for the final value of a word if no {@code <=} to it is executed. */
  private record Placeholder(Leaf leaf) {}

  /** Names without instances: a variable of the same name elsewhere comes to no harm. */
  private final Set<String> names;

  private MixedAssignments(Set<String> names) {
    this.names = names;
  }

  /** Finds them in the body of a process. */
  static MixedAssignments of(List<Statement> body) {
    Set<String> now = new HashSet<>();
    Set<String> later = new HashSet<>();
    body.forEach(each -> collect(each, now, later));
    now.retainAll(later);
    return now.isEmpty() ? NONE : new MixedAssignments(now);
  }

  private static void collect(Statement statement, Set<String> now, Set<String> later) {
    switch (statement) {
      case Statement.Assign assign ->
          collectTargets(assign.target(), assign.nonBlocking() ? later : now);
      case Statement.If choice -> {
        collect(choice.yes(), now, later);
        collect(choice.no(), now, later);
      }
      case Statement.Case choice ->
          choice.items().forEach(item -> collect(item.body(), now, later));
      case Statement.While loop -> {
        collect(loop.before(), now, later);
        collect(loop.body(), now, later);
      }
      case Statement.Block block -> collect(block.body(), now, later);
      case Statement.Labelled labelled -> collect(labelled.body(), now, later);
      case Statement.Afterwards after -> collect(after.body(), now, later);
      case Statement.Jump _, Statement.CallStatement _, Statement.ReadFile _ -> {}
      case Statement.Report _, Statement.Ignored _, Statement.Unsupported _ -> {}
    }
  }

  private static void collect(List<Statement> body, Set<String> now, Set<String> later) {
    body.forEach(each -> collect(each, now, later));
  }

  private static void collectTargets(Expression target, Set<String> into) {
    switch (target) {
      case Expression.Name name -> into.add(name.name());
      case Expression.Apply apply -> apply.arguments().forEach(each -> collectTargets(each, into));
      case Expression.Bits bits -> collectTargets(bits.from(), into);
      case Expression.ElementOf element -> collectTargets(element.from(), into);
      case Expression.MemberOf member -> collectTargets(member.from(), into);
      case Expression.Range range -> collectTargets(range.from(), into);
      case Expression.Elements elements ->
          elements.elements().forEach(each -> collectTargets(each, into));
      case Expression.Constant _, Expression.Call _, Expression.Unsupported _ -> {}
    }
  }

  boolean contains(Leaf leaf) {
    String path = leaf.variable().path();
    return !names.isEmpty() && names.contains(path.substring(path.lastIndexOf('.') + 1));
  }

  /**
   * {@return the value of a word that no {@code <=} has assigned yet: a placeholder if both kinds
   * of assignment are used for it}
   */
  Node untouched(Leaf leaf, NodeGraph graph) {
    return contains(leaf) ? graph.source(new Placeholder(leaf), leaf.width()) : leaf.read(graph);
  }

  /**
   * {@return the final value of a word after a process}
   *
   * @param later the value that {@code <=} gave it
   * @param now the value that = gave it
   */
  Node resolve(Leaf leaf, Node later, Node now, NodeGraph graph) {
    return new Substitution(graph, untouched(leaf, graph), now).in(later);
  }
}
