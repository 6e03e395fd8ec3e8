package dev.backplane.bench.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the signals that are memories: arrays of many bits of which one process writes words, at an
 * edge, and that are connected to nothing as a whole.
 */
final class MemoryInference {
  private static final int LEAST_DEPTH = 8;
  private static final int LEAST_BITS = 64;

  private final Engine engine;

  MemoryInference(Engine engine) {
    this.engine = engine;
  }

  void infer(Concurrent.Block block, Scope scope) {
    Map<String, Storage> candidates = new HashMap<>();
    for (Declaration declaration : block.declarations()) {
      if (declaration instanceof Declaration.Objects objects
          && objects.kind() == Declaration.Kind.SIGNAL) {
        for (String name : objects.names()) {
          if (scope.own(name).getFirst() instanceof Symbol.Stored(Reference reference)
              && isLarge(reference.type())) {
            candidates.put(name, reference.storage());
          }
        }
      } else if (declaration instanceof Declaration.Alias alias) {
        candidates.remove(root(alias.of()));
      }
    }
    if (candidates.isEmpty()) {
      return;
    }
    Writes writes = new Writes();
    block.statements().forEach(each -> writes.collect(each));
    candidates.keySet().removeAll(writes.whole);
    candidates.forEach(
        (name, storage) -> {
          if (writes.processes.getOrDefault(name, Set.of()).size() == 1) {
            engine.memories().put(storage, new MemoryUse(storage));
          }
        });
  }

  private static boolean isLarge(Type type) {
    return type instanceof Type.Array array
        && array.indices().size() == 1
        && !(array.element() instanceof Type.Enumeration)
        && array.range().length() >= LEAST_DEPTH
        && array.width() >= LEAST_BITS;
  }

  private static String root(Expression name) {
    return switch (name) {
      case Expression.Simple simple -> simple.name();
      case Expression.Applied applied -> root(applied.prefix());
      case Expression.Selected selected -> root(selected.prefix());
      default -> "";
    };
  }

  /** The processes that write words of arrays, and the arrays that are written otherwise. */
  private static final class Writes {
    private final Map<String, Set<Object>> processes = new HashMap<>();
    private final Set<String> whole = new HashSet<>();

    void collect(Concurrent statement) {
      switch (statement) {
        case Concurrent.ProcessStatement process -> {
          boolean clocked =
              process.body().toString().contains("_edge")
                  || process.body().toString().contains("name=event");
          process.body().forEach(each -> collect(each, process, clocked));
        }
        case Concurrent.Instance instance ->
            instance.ports().forEach(each -> whole.add(root(each.value())));
        case Concurrent.ForGenerate generate -> all(generate.body());
        case Concurrent.IfGenerate generate -> generate.arms().forEach(arm -> all(arm.body()));
        case Concurrent.CaseGenerate generate -> generate.arms().forEach(arm -> all(arm.body()));
        case Concurrent.Inner inner -> all(inner.body());
      }
    }

    private void all(Concurrent.Block block) {
      // A process in a generate statement may stand for several.
      Writes inner = new Writes();
      block.statements().forEach(inner::collect);
      whole.addAll(inner.whole);
      whole.addAll(inner.processes.keySet());
    }

    private void collect(Statement statement, Object process, boolean clocked) {
      switch (statement) {
        case Statement.Assign assign -> target(assign.target(), process, clocked);
        case Statement.SelectAssign assign -> target(assign.target(), process, clocked);
        case Statement.If branches ->
            branches.branches().forEach(b -> b.body().forEach(s -> collect(s, process, clocked)));
        case Statement.Case choices ->
            choices
                .alternatives()
                .forEach(a -> a.body().forEach(s -> collect(s, process, clocked)));
        case Statement.For loop -> loop.body().forEach(s -> collect(s, process, clocked));
        case Statement.While loop -> loop.body().forEach(s -> collect(s, process, clocked));
        case Statement.Call call -> arguments(call.call());
        default -> {
          // Assigns nothing.
        }
      }
    }

    private void arguments(Expression call) {
      if (call instanceof Expression.Applied applied) {
        applied.elements().forEach(each -> whole.add(root(each.value())));
      }
    }

    private void target(Expression target, Object process, boolean clocked) {
      if (target instanceof Expression.Aggregate aggregate) {
        aggregate.elements().forEach(each -> whole.add(root(each.value())));
        return;
      }
      List<Expression> way = new ArrayList<>();
      Expression at = target;
      while (!(at instanceof Expression.Simple)) {
        way.addFirst(at);
        at =
            at instanceof Expression.Applied applied
                ? applied.prefix()
                : at instanceof Expression.Selected selected
                    ? selected.prefix()
                    : new Expression.Simple("", target.place());
      }
      String name = root(at);
      boolean word =
          clocked
              && !way.isEmpty()
              && way.getFirst() instanceof Expression.Applied first
              && first.elements().size() == 1
              && !(first.elements().getFirst().value() instanceof Expression.Span)
              && !(first.elements().getFirst().value() instanceof Expression.Attribute);
      if (word) {
        processes.computeIfAbsent(name, _ -> new HashSet<>()).add(process);
      } else {
        whole.add(name);
      }
    }
  }
}
