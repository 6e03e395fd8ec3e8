package dev.backplane.runtime.manager;

import dev.backplane.api.Filter;
import dev.backplane.plugin.limit.TimedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Asks many instances with one hand-over to another thread. The worker asks one after the other and
 * says which one it is at; the waiting thread watches the deadline of that one, and when it passes,
 * takes its place in the results and sends a fresh worker on to the next.
 *
 * <p>Whoever sets the result of an instance first, by compare-and-set, decides: a worker that comes
 * too late sees that and stops.
 */
final class QueryRound {
  private static final long SHORT_NANOS = 1_000_000;

  private final List<InstanceQuery> queries;
  private final List<Filter> filters;
  private final PluginThreads threads;
  private final AtomicReferenceArray<SearchResult> results;
  private final CountDownLatch end = new CountDownLatch(1);

  /** The shortest deadline of all. */
  private final long shortest;

  /** The query of the newest worker. */
  private volatile Step step;

  private record Step(int index, TimedCall timed) {}

  private QueryRound(List<InstanceQuery> queries, List<Filter> filters, PluginThreads threads) {
    this.queries = queries;
    this.filters = filters;
    this.threads = threads;
    results = new AtomicReferenceArray<>(queries.size());
    step = next(0);
    shortest = queries.stream().mapToLong(one -> one.call().deadline().toNanos()).min().orElse(0);
  }

  private Step next(int index) {
    return new Step(index, threads.timed(queries.get(index).call()));
  }

  /**
   * Asks all.
   *
   * @return the answers, in the order of the queries
   */
  static List<SearchResult> ask(
      List<InstanceQuery> queries, List<Filter> filters, PluginThreads threads) {
    if (queries.isEmpty()) {
      return List.of();
    }
    QueryRound round = new QueryRound(queries, filters, threads);
    threads.execute(() -> round.work(0));
    round.await();
    List<SearchResult> answers = new ArrayList<>(queries.size());
    for (int i = 0; i < queries.size(); i++) {
      answers.add(round.results.get(i));
    }
    return answers;
  }

  private void work(int from) {
    for (int i = from; i < queries.size(); i++) {
      Step mine = next(i);
      if (!advance(mine)) {
        return;
      }
      mine.timed().begin();
      SearchResult answer;
      try {
        answer = queries.get(i).ask(filters);
      } finally {
        mine.timed().end();
      }
      if (!results.compareAndSet(i, null, answer)) {
        return;
      }
    }
    end.countDown();
  }

  /**
   * Says what the newest worker is at, unless that was passed over before the worker came to it:
   * the step never goes back.
   */
  private synchronized boolean advance(Step next) {
    if (results.get(next.index()) != null) {
      return false;
    }
    step = next;
    return true;
  }

  /** Takes the place of what is stuck in the results; the next one is due now. */
  private synchronized boolean overtake(Step stuck, SearchResult instead) {
    boolean first = results.compareAndSet(stuck.index(), null, instead);
    if (first && stuck.index() + 1 < queries.size()) {
      step = next(stuck.index() + 1);
    }
    return first;
  }

  private void await() {
    try {
      while (true) {
        Step now = step;
        long left = now.timed().nanosLeft();
        // At least a while: a worker may have its answer and not have said yet that it goes on.
        // The worker may go on to a plugin with a shorter deadline meanwhile.
        long nap = Math.max(Math.min(left, shortest), SHORT_NANOS);
        if (end.await(nap, TimeUnit.NANOSECONDS)) {
          return;
        }
        if (left <= 0) {
          passOver(now, queries.get(now.index()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PluginThreads.interrupted("enumerate", "all plugins");
    }
  }

  private void passOver(Step stuck, InstanceQuery query) {
    if (overtake(stuck, SearchResult.failed(query.hung(stuck.timed())))) {
      threads.abandon(query.call(), stuck.timed());
      int next = stuck.index() + 1;
      if (next < queries.size()) {
        threads.execute(() -> work(next));
      } else {
        end.countDown();
      }
    }
  }
}
