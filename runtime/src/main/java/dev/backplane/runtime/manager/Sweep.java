package dev.backplane.runtime.manager;

import dev.backplane.api.Filter;
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
final class Sweep {
  private static final long SHORT_NANOS = 1_000_000;

  private final List<Question> questions;
  private final List<Filter> filters;
  private final PluginThreads threads;
  private final AtomicReferenceArray<Found> results;
  private final CountDownLatch end = new CountDownLatch(1);

  /** What the newest worker is at. */
  private volatile Step step;

  /** The thread is the waiting one as long as no worker has begun. */
  private record Step(int index, long since, Thread thread) {}

  private Sweep(List<Question> questions, List<Filter> filters, PluginThreads threads) {
    this.questions = questions;
    this.filters = filters;
    this.threads = threads;
    results = new AtomicReferenceArray<>(questions.size());
    step = new Step(0, System.nanoTime(), Thread.currentThread());
  }

  /**
   * Asks all.
   *
   * @return the answers, in the order of the questions
   */
  static List<Found> ask(List<Question> questions, List<Filter> filters, PluginThreads threads) {
    if (questions.isEmpty()) {
      return List.of();
    }
    Sweep sweep = new Sweep(questions, filters, threads);
    threads.execute(() -> sweep.work(0));
    sweep.await();
    List<Found> answers = new ArrayList<>(questions.size());
    for (int i = 0; i < questions.size(); i++) {
      answers.add(sweep.results.get(i));
    }
    return answers;
  }

  private void work(int from) {
    for (int i = from; i < questions.size(); i++) {
      if (!advance(new Step(i, System.nanoTime(), Thread.currentThread()))) {
        return;
      }
      if (!results.compareAndSet(i, null, questions.get(i).ask(filters))) {
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
  private synchronized boolean overtake(Step stuck, Found instead) {
    boolean first = results.compareAndSet(stuck.index(), null, instead);
    if (first && stuck.index() + 1 < questions.size()) {
      step = new Step(stuck.index() + 1, System.nanoTime(), Thread.currentThread());
    }
    return first;
  }

  private void await() {
    try {
      while (true) {
        Step now = step;
        Question question = questions.get(now.index());
        long left = question.call().deadline().toNanos() - (System.nanoTime() - now.since());
        // At least a while: a worker may have its answer and not have said yet that it goes on.
        if (end.await(Math.max(left, SHORT_NANOS), TimeUnit.NANOSECONDS)) {
          return;
        }
        if (left <= 0) {
          passOver(now, question);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PluginThreads.interrupted("enumerate", "all plugins");
    }
  }

  private void passOver(Step stuck, Question question) {
    boolean started = stuck.thread() != Thread.currentThread();
    String where = PluginThreads.where(started ? stuck.thread() : null);
    if (overtake(stuck, Found.failed(question.hung(where)))) {
      if (started) {
        threads.abandon(question.call(), stuck.thread());
      }
      int next = stuck.index() + 1;
      if (next < questions.size()) {
        threads.execute(() -> work(next));
      } else {
        end.countDown();
      }
    }
  }
}
