package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds for every requirement the plugin that fulfils it, and an order of loading. Looks only at
 * specs. Where several versions would do, the highest is taken; among equals, one of this load.
 */
final class Dependencies {
  private final List<Candidate> candidates;
  private final List<Candidate> loaded;
  private final List<PluginException.Problem> problems = new ArrayList<>();
  private final List<LoadPlan.Offer> offers = new ArrayList<>();
  private final List<LoadPlan.Use> uses = new ArrayList<>();

  /**
   * Prepares to look.
   *
   * @param candidates what is to be loaded
   * @param loaded what is loaded already
   */
  Dependencies(List<Candidate> candidates, List<Candidate> loaded) {
    this.candidates = candidates;
    this.loaded = loaded;
  }

  LoadPlan resolve() {
    for (Candidate candidate : candidates) {
      offer(candidate);
    }
    for (Candidate candidate : loaded) {
      offer(candidate);
    }
    for (Candidate candidate : candidates) {
      for (Requirement requirement : candidate.spec().requires()) {
        choose(candidate, requirement);
      }
    }
    throwProblems();
    Order order = new Order();
    for (Candidate candidate : candidates) {
      order.visit(candidate);
    }
    throwProblems();
    return new LoadPlan(List.copyOf(order.done), List.copyOf(uses));
  }

  private void offer(Candidate candidate) {
    PluginSpec spec = candidate.spec();
    offers.add(new LoadPlan.Offer(spec.name(), spec.version(), candidate));
    for (String provided : spec.provides()) {
      int at = provided.indexOf('@');
      try {
        offers.add(
            at < 0
                ? new LoadPlan.Offer(provided, spec.version(), candidate)
                : new LoadPlan.Offer(
                    provided.substring(0, at), Version.of(provided.substring(at + 1)), candidate));
      } catch (IllegalArgumentException e) {
        add(
            PluginError.BAD_VALUE,
            candidate.meta().positionOfElement(provided),
            "provides: " + e.getMessage());
      }
    }
  }

  private void choose(Candidate user, Requirement requirement) {
    LoadPlan.@Nullable Offer best = null;
    for (LoadPlan.Offer offer : offers) {
      if (!offer.candidate().equals(user)
          && offer.name().equals(requirement.name())
          && requirement.range().admits(offer.version())
          && (best == null || offer.version().compareTo(best.version()) > 0)) {
        best = offer;
      }
    }
    if (best == null) {
      addMissing(user, requirement);
    } else {
      uses.add(new LoadPlan.Use(user, best));
    }
  }

  private void addMissing(Candidate user, Requirement requirement) {
    Set<Version> others = new TreeSet<>();
    Set<String> names = new TreeSet<>();
    for (LoadPlan.Offer offer : offers) {
      if (!offer.candidate().equals(user)) {
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

  private void add(PluginError error, Position at, String text) {
    problems.add(new PluginException.Problem(error, at, text));
  }

  private void throwProblems() {
    if (!problems.isEmpty()) {
      throw PluginException.of(problems);
    }
  }

  /** Depth first, so that the path walked is the circle to be printed. */
  private final class Order {
    private final List<Candidate> done = new ArrayList<>();
    private final List<Candidate> path = new ArrayList<>();
    private final Map<Candidate, List<Candidate>> required = new LinkedHashMap<>();

    Order() {
      for (Candidate candidate : candidates) {
        required.put(candidate, new ArrayList<>());
      }
      for (LoadPlan.Use use : uses) {
        // What is loaded already needs no place in the order.
        if (required.containsKey(use.offer().candidate())) {
          List<Candidate> ofUser = required.get(use.user());
          if (ofUser != null) {
            ofUser.add(use.offer().candidate());
          }
        }
      }
    }

    void visit(Candidate candidate) {
      if (done.contains(candidate)) {
        return;
      }
      int before = path.indexOf(candidate);
      if (before >= 0) {
        StringBuilder circle = new StringBuilder();
        for (Candidate step : path.subList(before, path.size())) {
          circle.append(step.spec().name()).append(" -> ");
        }
        add(
            PluginError.DEPENDENCY_CYCLE,
            candidate.meta().position("requires"),
            "plugins require one another in a circle: " + circle + candidate.spec().name());
        return;
      }
      path.add(candidate);
      for (Candidate needed : required.getOrDefault(candidate, List.of())) {
        visit(needed);
      }
      path.removeLast();
      done.add(candidate);
    }
  }
}
