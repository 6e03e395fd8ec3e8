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
    for (Map.Entry<LoadedPlugins<R>, Entry<R>> other : entries.entrySet()) {
      if (other.getValue().state == State.LOADED) {
        loaded.addAll(other.getKey().candidates());
      }
    }
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
    Map<String, Candidate> taken = new HashMap<>();
    for (LoadedPlugins<R> group : entries.keySet()) {
      for (Candidate candidate : group.candidates()) {
        taken.put(candidate.label(), candidate);
      }
    }
    List<PluginException.Problem> problems = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Candidate by = taken.putIfAbsent(candidate.label(), candidate);
      if (by != null) {
        problems.add(
            new PluginException.Problem(
                PluginError.DUPLICATE_PLUGIN,
                candidate.meta().position(),
                "plugin " + candidate.label() + " " + whereIs(by)));
      }
    }
    if (!problems.isEmpty()) {
      throw PluginException.of(problems);
    }
  }

  private String whereIs(Candidate taken) {
    Position place = taken.meta().position();
    LoadedPlugins<R> owner = ownerOf(taken);
    Entry<R> entry = owner == null ? null : entries.get(owner);
    if (entry == null) {
      return "is also at " + place + "; take one of them away";
    }
    String state =
        entry.state == State.LOADED
            ? "is already loaded from "
            : "is just being loaded or unloaded from ";
    return state + place + "; unload that first";
  }
}
