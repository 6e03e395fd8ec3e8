package dev.backplane.api;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A prepared run of a kernel that knows only {@link Kernel#start}: every start makes a run. */
final class RestartedRun implements PreparedRun {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Kernel kernel;
  private final Object[] values;
  private volatile @Nullable Run current;
  private volatile boolean closed;

  RestartedRun(Kernel kernel, Object... values) {
    this.kernel = kernel;
    this.values = values.clone();
    if (values.length != kernel.arguments().size()) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT,
              "takes " + kernel.arguments().size() + " values, not " + values.length)
          .during("prepare")
          .on(toString())
          .remedy("Pass one value per argument, in order")
          .build();
    }
    for (int i = 0; i < values.length; i++) {
      var _ = kernel.arguments().get(i).encode(values[i]);
    }
  }

  @Override
  public PreparedRun set(int argument, Object value) {
    checkIdle("set");
    if (argument < 0 || argument >= values.length) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT, "there is no argument " + argument)
          .during("set")
          .on(toString())
          .remedy("Use an index from 0 to " + (values.length - 1))
          .build();
    }
    var _ = kernel.arguments().get(argument).encode(value);
    values[argument] = value;
    return this;
  }

  @Override
  public PreparedRun set(int argument, long value) {
    return set(argument, (Object) value);
  }

  @Override
  public PreparedRun limit(Duration most) {
    checkIdle("limit");
    if (!most.isZero()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "this device ends no execution by itself")
          .during("limit")
          .on(toString())
          .remedy("Wait with a timeout and cancel")
          .build();
    }
    return this;
  }

  @Override
  public PreparedRun start() {
    checkIdle("start");
    current = kernel.start(values);
    return this;
  }

  private void checkIdle(String operation) {
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was closed")
          .during(operation)
          .on(toString())
          .build();
    }
    Run run = current;
    if (run != null && !run.state().isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
          .during(operation)
          .on(toString())
          .remedy("Wait for it to end, or cancel it")
          .build();
    }
  }

  private Run started(String operation) {
    Run run = current;
    if (run == null) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
          .during(operation)
          .on(toString())
          .remedy("Start it first")
          .build();
    }
    return run;
  }

  @Override
  public RunState state() {
    Run run = current;
    return run == null ? RunState.NEW : run.state();
  }

  @Override
  public RunReport await(Duration timeout) {
    return started("await").await(timeout);
  }

  @Override
  public RunState join(Duration timeout) {
    Run run = started("join");
    try {
      var _ = run.await(timeout);
      return RunState.COMPLETED;
    } catch (BackplaneException e) {
      // How it ended is what was asked for, not why.
      return run.state();
    }
  }

  @Override
  public boolean cancel() {
    Run run = current;
    return run != null && run.cancel();
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return started("completion").completion();
  }

  @Override
  public void close() {
    if (cancel() && !join(PATIENCE).isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "its execution does not end")
          .during("close")
          .on(toString())
          .remedy("Reset the device")
          .build();
    }
    closed = true;
  }

  @Override
  public String toString() {
    return "prepared run of " + kernel.name();
  }
}
