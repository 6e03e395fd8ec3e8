package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.selector.AllowList;
import dev.backplane.runtime.selector.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Searches over instances: loads those that are due, asks them, and applies error policies. */
final class Search {
  private final InstanceLoader loader;
  private final PluginThreads threads;
  private final Pause pause;
  private final AllowList allowed;

  Search(InstanceLoader loader, PluginThreads threads, Pause pause, AllowList allowed) {
    this.allowed = allowed;
    this.loader = loader;
    this.threads = threads;
    this.pause = pause;
  }

  /** The search result of one instance. */
  record Answer(PluginInstance instance, SearchResult found) {}

  /**
   * Asks instances.
   *
   * @param instances all instances, in order
   * @param filters alternatives; none means everything
   * @return the answers of those that were asked, in the same order
   * @throws BackplaneException what the first instance did whose policy is to fail, at loading or
   *     at enumerating, after the others were judged too: one that hung behind it is not asked
   *     again
   */
  List<Answer> search(List<PluginInstance> instances, List<Filter> filters) {
    return search(instances, instance -> filters, filters);
  }

  /**
   * Asks instances for more than a search is after: all that they have, for example, of which
   * somebody chooses by numbers.
   *
   * @param instances all instances, in order
   * @param wanted what the search is after in each: whether that is worth loading it or asking it
   * @param filters what they are asked
   * @return as {@link #search(List, List)}
   * @throws BackplaneException as {@link #search(List, List)}
   */
  List<Answer> search(
      List<PluginInstance> instances,
      Function<PluginInstance, List<Filter>> wanted,
      List<Filter> filters) {
    List<InstanceQuery> queries = new ArrayList<>(instances.size());
    BackplaneException failure = null;
    try {
      for (PluginInstance instance : instances) {
        try {
          enter(instance, wanted.apply(instance)).ifPresent(queries::add);
        } catch (BackplaneException e) {
          if (e.code() == ErrorCode.CANCELLED) {
            throw e;
          }
          failure = failure == null ? e : failure;
        }
      }
      return ask(queries, filters, failure);
    } finally {
      queries.forEach(query -> query.binding().users().leave());
    }
  }

  private Optional<InstanceQuery> enter(PluginInstance instance, List<Filter> reasons) {
    if (instance.phase() instanceof Phase.Lazy && !instance.isWantedFor(reasons)) {
      return Optional.empty();
    }
    loader.ensure(instance);
    if (instance.state() == PluginState.FAILED) {
      instance.require("enumerate", instance.name());
    }
    return Optional.ofNullable(loader.enter(instance))
        .map(binding -> new InstanceQuery(instance, binding, reasons));
  }

  private List<Answer> ask(
      List<InstanceQuery> queries, List<Filter> filters, @Nullable BackplaneException earlier) {
    List<SearchResult> found = QueryRound.ask(queries, filters, threads);
    List<Answer> answers = new ArrayList<>(queries.size());
    BackplaneException failure = earlier;
    for (int i = 0; i < queries.size(); i++) {
      try {
        answers.add(allowed(judge(queries.get(i), found.get(i), filters)));
      } catch (BackplaneException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return answers;
  }

  private Answer allowed(Answer answer) {
    if (allowed.allowsAll()) {
      return answer;
    }
    PluginInstance instance = answer.instance();
    Backend backend = new Backend(instance.name(), instance.moduleName());
    List<Resource> resources =
        answer.found().resources().stream()
            .filter(resource -> allowed.allows(backend, resource.properties()))
            .toList();
    return new Answer(instance, new SearchResult(resources, answer.found().error()));
  }

  private Answer judge(InstanceQuery query, SearchResult found, List<Filter> filters) {
    PluginInstance instance = query.instance();
    BackplaneException error = found.error();
    if (error == null) {
      return new Answer(instance, found);
    }
    instance.note(error);
    Reaction reaction = instance.errors().enumerate();
    if (error.code() == ErrorCode.PLUGIN_HUNG || reaction == Reaction.QUARANTINE) {
      instance.quarantine(error);
    } else if (reaction == Reaction.RETRY) {
      return new Answer(instance, retry(query, found, filters));
    }
    if (reaction == Reaction.FAIL) {
      throw error.with().build();
    }
    return new Answer(instance, found);
  }

  private SearchResult retry(InstanceQuery query, SearchResult first, List<Filter> filters) {
    PluginInstance instance = query.instance();
    SearchResult found = first;
    for (int tries = 1; tries <= instance.errors().retries() && found.error() != null; tries++) {
      try {
        pause.pass(instance.errors().pauseAfter(tries));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw PluginThreads.interrupted("enumerate", instance.name());
      }
      found = QueryRound.ask(List.of(query), filters, threads).getFirst();
      BackplaneException error = found.error();
      if (error != null) {
        instance.note(error);
        if (error.code() == ErrorCode.PLUGIN_HUNG) {
          instance.quarantine(error);
          return found;
        }
      }
    }
    return found;
  }
}
