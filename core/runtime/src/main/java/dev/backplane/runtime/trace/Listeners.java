package dev.backplane.runtime.trace;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.plugin.Thrown;
import dev.backplane.runtime.TracedCall;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All who listen to one Backplane. */
final class Listeners {
  private final List<Listener> all;
  private final List<Listener> calls;
  private final InstantSource clock;

  Listeners(List<Listener> all, InstantSource clock) {
    this.all = List.copyOf(all);
    this.clock = clock;
    calls = this.all.stream().filter(Listener::takesCalls).toList();
  }

  /** {@return whether anybody takes calls} */
  boolean takeCalls() {
    return !calls.isEmpty();
  }

  boolean take(Detail detail) {
    return all.stream().anyMatch(listener -> listener.takes(detail));
  }

  void note(Detail detail, String topic, Supplier<String> step) {
    List<Listener> takers = all.stream().filter(listener -> listener.takes(detail)).toList();
    if (!takers.isEmpty()) {
      String words = step.get();
      takers.forEach(listener -> listener.noted(topic, words));
    }
  }

  Optional<Track> track(String device, String name) {
    List<Track> tracks =
        all.stream().flatMap(listener -> listener.track(device, name).stream()).toList();
    if (tracks.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        (what, start, end) -> {
          for (Track track : tracks) {
            track.span(what, start, end);
          }
        });
  }

  void close() {
    all.forEach(Listener::close);
  }

  /**
   * The description of a traced call, apart from its work.
   *
   * @param subject the device or instance
   * @param name the interface and method
   * @param arguments the arguments in parentheses
   * @param transfer the data that the call moves
   */
  record Announced(String subject, String name, String arguments, Optional<Transfer> transfer) {
    Announced(String subject, String name, String arguments) {
      this(subject, name, arguments, Optional.empty());
    }
  }

  /** Makes a call and tells of it as a line. */
  <T> T call(Announced announced, Callable<T> work, Function<@Nullable T, String> outcome) {
    return call(announced, work, outcome, (_, call) -> call + "\n");
  }

  /** Says how a call is written into a text; what it answered is null if it threw. */
  @FunctionalInterface
  interface Writing<T> {
    /** {@return whole lines} */
    String text(@Nullable T answer, TracedCall call);
  }

  /** Makes a call and tells of it. */
  <T> T call(
      Announced announced,
      Callable<T> work,
      Function<@Nullable T, String> outcome,
      Writing<T> writing) {
    Call call = begin(announced);
    T answer = null;
    try {
      answer = work.call();
      call.end(outcome.apply(answer), answer, writing);
      return answer;
    } catch (RuntimeException | Error e) {
      call.threw(e, writing);
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("no method of the API declares exceptions", e);
    }
  }

  /** Begins a call, which is told of when it has ended. */
  Call begin(Announced announced) {
    return new Call(announced);
  }

  /** A call that was begun. */
  final class Call {
    private final Announced announced;
    private final Instant time = clock.instant();
    private final CallEvent event = new CallEvent();
    private final long begin;
    private boolean told;

    private Call(Announced announced) {
      this.announced = announced;
      event.begin();
      begin = System.nanoTime();
    }

    /** Tells of it as a line. */
    void answered(@Nullable Object answer) {
      this.<Object>end(CallTracer.text(answer), answer, (_, call) -> call + "\n");
    }

    /** Tells of it as a line. */
    void threw(Throwable thrown) {
      this.<Object>threw(thrown, (_, call) -> call + "\n");
    }

    private <T> void threw(Throwable thrown, Writing<T> writing) {
      String result =
          thrown instanceof BackplaneException coded
              ? String.valueOf(coded.getMessage())
              : Thrown.describe(thrown);
      end("!" + result, null, writing);
    }

    private <T> void end(String result, @Nullable T answer, Writing<T> writing) {
      if (told) {
        return;
      }
      told = true;
      long took = System.nanoTime() - begin;
      event.end();
      if (event.shouldCommit()) {
        event.subject = announced.subject;
        event.call = announced.name;
        event.arguments = announced.arguments;
        event.outcome = result;
        event.commit();
      }
      TracedCall call =
          new TracedCall(
              time,
              Duration.ofNanos(took),
              announced.subject,
              announced.name,
              announced.arguments,
              result);
      if (!calls.isEmpty()) {
        Listener.Returned returned =
            new Listener.Returned(call, begin, writing.text(answer, call), announced.transfer);
        calls.forEach(listener -> listener.returned(returned));
      }
    }
  }
}
