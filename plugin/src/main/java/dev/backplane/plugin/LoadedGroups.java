package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a loader has loaded and not unloaded. Decides under its own lock, which is never held while
 * code of a plugin runs.
 */
final class LoadedGroups<R> {
  private enum State {
    LOADING,
    LOADED,
    UNLOADING
  }

  private static final class Entry<R> {
    private State state = State.LOADING;
    private final Set<LoadedPlugins<R>> required = new LinkedHashSet<>();
  }

  private final Map<LoadedPlugins<R>, Entry<R>> entries = new LinkedHashMap<>();

  /** Takes the names of a group and works out its plan, or throws and takes nothing. */
  synchronized LoadPlan begin(LoadedPlugins<R> group) {
    refuseDuplicates(group.candidates());
    List<Candidate> loaded = new ArrayList<>();
    entries.forEach(
        (other, entry) -> {
          if (entry.state == State.LOADED) {
            loaded.addAll(other.candidates());
          }
        });
    LoadPlan plan = new Dependencies(group.candidates(), loaded).resolve();
    Entry<R> entry = new Entry<>();
    for (LoadPlan.Use use : plan.uses()) {
      LoadedPlugins<R> owner = ownerOf(use.offer().candidate());
      if (owner != null) {
        entry.required.add(owner);
      }
    }
    entries.put(group, entry);
    return plan;
  }

  synchronized void loaded(LoadedPlugins<R> group) {
    Entry<R> entry = entries.get(group);
    if (entry != null) {
      entry.state = State.LOADED;
    }
  }

  synchronized void remove(LoadedPlugins<R> group) {
    entries.remove(group);
  }

  /** {@return whether the caller is the one who unloads the group} */
  synchronized boolean beginUnload(LoadedPlugins<R> group) {
    Entry<R> entry = entries.get(group);
    if (entry == null || entry.state != State.LOADED) {
      return false;
    }
    entries.forEach(
        (other, user) -> {
          if (user.required.contains(group)) {
            Candidate one = other.candidates().getFirst();
            throw new PluginException(
                PluginError.STILL_REQUIRED,
                one.meta().position("requires"),
                "plugin "
                    + one.label()
                    + " is loaded and requires what is to be unloaded;"
                    + " unload it first");
          }
        });
    entry.state = State.UNLOADING;
    return true;
  }

  synchronized @Nullable ClassLoader loaderOf(Candidate candidate) {
    LoadedPlugins<R> owner = ownerOf(candidate);
    return owner == null ? null : owner.loaderOf(candidate);
  }

  private @Nullable LoadedPlugins<R> ownerOf(Candidate candidate) {
    for (LoadedPlugins<R> group : entries.keySet()) {
      if (group.candidates().contains(candidate)) {
        return group;
      }
    }
    return null;
  }

  private void refuseDuplicates(List<Candidate> candidates) {
    Map<String, String> taken = new HashMap<>();
    entries.forEach(
        (group, entry) -> {
          for (Candidate candidate : group.candidates()) {
            String state =
                entry.state == State.LOADED
                    ? "is already loaded from "
                    : "is just being loaded or unloaded from ";
            taken.put(
                candidate.label(), state + candidate.meta().position() + "; unload that first");
          }
        });
    List<PluginException.Problem> problems = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Position here = candidate.meta().position();
      String by =
          taken.putIfAbsent(candidate.label(), "is also at " + here + "; take one of them away");
      if (by != null) {
        problems.add(
            new PluginException.Problem(
                PluginError.DUPLICATE_PLUGIN, here, "plugin " + candidate.label() + " " + by));
      }
    }
    if (!problems.isEmpty()) {
      throw PluginException.of(problems);
    }
  }
}
