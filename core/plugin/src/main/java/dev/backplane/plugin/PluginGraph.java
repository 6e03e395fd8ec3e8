package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A graph of the plugins that a loader has loaded or is loading, by who requires whom. It finds for
 * every requirement the plugin that fulfils it, and the order of loading; refuses what is there
 * twice; and keeps what others require. Looks only at specs. Decides under its own lock, which is
 * never held while code of a plugin runs.
 */
final class PluginGraph<R> {
  private enum State {
    LOADING,
    LOADED,
    UNLOADING
  }

  private static final class Node<R> {
    private State state = State.LOADING;
    private final Set<LoadedPlugins<R>> required = new LinkedHashSet<>();
  }

  /**
   * An order of loading.
   *
   * @param ordered required plugins before those requiring them, otherwise as listed
   * @param uses every requirement with the plugin that fulfils it
   */
  record Plan(List<FoundPlugin> ordered, List<Use> uses) {}

  record Use(FoundPlugin user, FoundPlugin required) {}

  private final Map<LoadedPlugins<R>, Node<R>> nodes = new LinkedHashMap<>();

  /** Takes the names of what is to be loaded and works out the order, or throws and takes none. */
  synchronized Plan begin(LoadedPlugins<R> load) {
    refuseDuplicates(load.found());
    List<FoundPlugin> loaded = new ArrayList<>();
    for (Map.Entry<LoadedPlugins<R>, Node<R>> other : nodes.entrySet()) {
      if (other.getValue().state == State.LOADED) {
        loaded.addAll(other.getKey().found());
      }
    }
    Plan plan = new Requirements(load.found(), loaded).resolve();
    Node<R> node = new Node<>();
    for (Use use : plan.uses()) {
      LoadedPlugins<R> owner = ownerOf(use.required());
      if (owner != null) {
        node.required.add(owner);
      }
    }
    nodes.put(load, node);
    return plan;
  }

  synchronized void loaded(LoadedPlugins<R> load) {
    Node<R> node = nodes.get(load);
    if (node != null) {
      node.state = State.LOADED;
    }
  }

  synchronized void remove(LoadedPlugins<R> load) {
    nodes.remove(load);
  }

  /** {@return whether the caller is the one who unloads it} */
  synchronized boolean beginUnload(LoadedPlugins<R> load) {
    Node<R> node = nodes.get(load);
    if (node == null || node.state != State.LOADED) {
      return false;
    }
    nodes.forEach(
        (other, user) -> {
          if (user.required.contains(load)) {
            FoundPlugin one = other.found().getFirst();
            throw new PluginException(
                PluginError.STILL_REQUIRED,
                one.meta().position("requires"),
                "plugin "
                    + one.label()
                    + " is loaded and requires what is to be unloaded;"
                    + " unload it first");
          }
        });
    node.state = State.UNLOADING;
    return true;
  }

  synchronized @Nullable ClassLoader loaderOf(FoundPlugin plugin) {
    LoadedPlugins<R> owner = ownerOf(plugin);
    return owner == null ? null : owner.loaderOf(plugin);
  }

  private @Nullable LoadedPlugins<R> ownerOf(FoundPlugin plugin) {
    for (LoadedPlugins<R> load : nodes.keySet()) {
      if (load.found().contains(plugin)) {
        return load;
      }
    }
    return null;
  }

  private void refuseDuplicates(List<FoundPlugin> plugins) {
    Map<String, FoundPlugin> taken = new HashMap<>();
    for (LoadedPlugins<R> load : nodes.keySet()) {
      for (FoundPlugin plugin : load.found()) {
        taken.put(plugin.label(), plugin);
      }
    }
    List<PluginException.Problem> problems = new ArrayList<>();
    for (FoundPlugin plugin : plugins) {
      FoundPlugin by = taken.putIfAbsent(plugin.label(), plugin);
      if (by != null) {
        problems.add(
            new PluginException.Problem(
                PluginError.DUPLICATE_PLUGIN,
                plugin.meta().position(),
                "plugin " + plugin.label() + " " + whereIs(by)));
      }
    }
    PluginException.throwIfAny(problems);
  }

  private String whereIs(FoundPlugin taken) {
    Position place = taken.meta().position();
    LoadedPlugins<R> owner = ownerOf(taken);
    Node<R> node = owner == null ? null : nodes.get(owner);
    if (node == null) {
      return "is also at " + place + "; take one of them away";
    }
    String state =
        node.state == State.LOADED
            ? "is already loaded from "
            : "is just being loaded or unloaded from ";
    return state + place + "; unload that first";
  }

  /**
   * The requirements of plugins that are to be loaded. Where several versions would do, the highest
   * is taken; among equals, one that is to be loaded too.
   */
  static final class Requirements {
    /** A name and version that something can require, from this load or from an earlier one. */
    private record Offer(String name, Version version, FoundPlugin plugin) {}

    private final List<FoundPlugin> plugins;
    private final List<PluginException.Problem> problems = new ArrayList<>();
    private final List<Offer> offers = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    private final Set<FoundPlugin> done = new LinkedHashSet<>();

    /** Depth first, so that the path walked is the circle to be printed. */
    private final List<FoundPlugin> path = new ArrayList<>();

    Requirements(List<FoundPlugin> plugins, List<FoundPlugin> loaded) {
      this.plugins = plugins;
      for (FoundPlugin plugin : plugins) {
        offer(plugin);
      }
      for (FoundPlugin plugin : loaded) {
        offer(plugin);
      }
    }

    Plan resolve() {
      for (FoundPlugin plugin : plugins) {
        for (Requirement requirement : plugin.spec().requires()) {
          choose(plugin, requirement);
        }
      }
      PluginException.throwIfAny(problems);
      // Plugins that are loaded already need no place in the order.
      Set<FoundPlugin> toLoad = new HashSet<>(plugins);
      for (FoundPlugin plugin : plugins) {
        visit(plugin, toLoad);
      }
      PluginException.throwIfAny(problems);
      return new Plan(List.copyOf(done), List.copyOf(uses));
    }

    private void offer(FoundPlugin plugin) {
      PluginSpec spec = plugin.spec();
      offers.add(new Offer(spec.name(), spec.version(), plugin));
      for (String provided : spec.provides()) {
        int at = provided.indexOf('@');
        try {
          offers.add(
              at < 0
                  ? new Offer(provided, spec.version(), plugin)
                  : new Offer(
                      provided.substring(0, at), Version.of(provided.substring(at + 1)), plugin));
        } catch (IllegalArgumentException e) {
          add(
              PluginError.BAD_VALUE,
              plugin.meta().positionOfElement(provided),
              "provides: " + e.getMessage());
        }
      }
    }

    private void choose(FoundPlugin user, Requirement requirement) {
      @Nullable Offer best = null;
      for (Offer offer : offers) {
        if (offer.plugin() != user
            && offer.name().equals(requirement.name())
            && requirement.range().admits(offer.version())
            && (best == null || offer.version().compareTo(best.version()) > 0)) {
          best = offer;
        }
      }
      if (best == null) {
        addMissing(user, requirement);
      } else {
        uses.add(new Use(user, best.plugin()));
      }
    }

    private void addMissing(FoundPlugin user, Requirement requirement) {
      Set<Version> others = new TreeSet<>();
      Set<String> names = new TreeSet<>();
      for (Offer offer : offers) {
        if (offer.plugin() != user) {
          names.add(offer.name());
          if (offer.name().equals(requirement.name())) {
            others.add(offer.version());
          }
        }
      }
      Position at = user.meta().positionOfElement(requirement.toString());
      String wanted = "plugin " + user.label() + " requires " + requirement;
      if (others.isEmpty()) {
        add(
            PluginError.DEPENDENCY_MISSING,
            at,
            wanted + ", which is not there; there are " + names + "; load it too");
      } else {
        add(
            PluginError.DEPENDENCY_VERSION,
            at,
            wanted + ", but only " + others + " is there; install a version that fits");
      }
    }

    private void visit(FoundPlugin plugin, Set<FoundPlugin> toLoad) {
      if (done.contains(plugin)) {
        return;
      }
      int before = path.indexOf(plugin);
      if (before >= 0) {
        StringBuilder circle = new StringBuilder();
        for (FoundPlugin step : path.subList(before, path.size())) {
          circle.append(step.spec().name()).append(" -> ");
        }
        add(
            PluginError.DEPENDENCY_CYCLE,
            plugin.meta().position("requires"),
            "plugins require one another in a circle: " + circle + plugin.spec().name());
        return;
      }
      path.add(plugin);
      for (Use use : uses) {
        if (use.user() == plugin && toLoad.contains(use.required())) {
          visit(use.required(), toLoad);
        }
      }
      path.removeLast();
      done.add(plugin);
    }

    private void add(PluginError error, Position at, String text) {
      problems.add(new PluginException.Problem(error, at, text));
    }
  }
}
