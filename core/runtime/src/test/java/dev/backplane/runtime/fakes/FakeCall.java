package dev.backplane.runtime.fakes;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/** A call that takes everything of its own driver, and refuses what it must while it executes. */
final class FakeCall implements Call {
  private final List<Argument> arguments;
  private final Script script;
  private final FakeRun own;

  FakeCall(List<Argument> arguments, Script script) {
    this.arguments = arguments;
    this.script = script;
    own = FakeRun.own(script);
  }

  @Override
  public String name() {
    return "twice";
  }

  @Override
  public List<Argument> arguments() {
    return arguments;
  }

  private Call unlessInFlight() {
    if (isInFlight()) {
      throw new BackplaneException(ErrorCode.IN_USE, "an execution is in flight");
    }
    return this;
  }

  private boolean isInFlight() {
    return own.state() == RunState.RUNNING;
  }

  @Override
  public Call set(int argument, Object value) {
    return unlessInFlight();
  }

  @Override
  public Call set(int argument, int value) {
    return unlessInFlight();
  }

  @Override
  public Call set(int argument, long value) {
    return unlessInFlight();
  }

  @Override
  public Call set(int argument, float value) {
    return unlessInFlight();
  }

  @Override
  public Call set(int argument, double value) {
    return unlessInFlight();
  }

  @Override
  public Call set(int argument, Buffer value) {
    FakeQueues.own(value);
    return unlessInFlight();
  }

  @Override
  public Call setLocal(int argument, long bytes) {
    return unlessInFlight();
  }

  @Override
  public Call setBytes(int argument, MemorySegment value) {
    return unlessInFlight();
  }

  @Override
  public Call range(long x) {
    return this;
  }

  @Override
  public Call range(long x, long y) {
    return this;
  }

  @Override
  public Call range(long x, long y, long z) {
    return this;
  }

  @Override
  public Call group(long x) {
    return this;
  }

  @Override
  public Call group(long x, long y) {
    return this;
  }

  @Override
  public Call group(long x, long y, long z) {
    return this;
  }

  @Override
  public Call offset(long x, long y, long z) {
    return this;
  }

  @Override
  public long largestGroup() {
    return 1;
  }

  @Override
  public Call limit(Duration limit) {
    script.step("limit");
    return this;
  }

  @Override
  public Run start() {
    unlessInFlight();
    own.start();
    return own;
  }

  @Override
  public void close() {
    script.event("closed call");
    if (isInFlight() && !own.cancel()) {
      throw new BackplaneException(ErrorCode.IN_USE, "an execution has not ended");
    }
  }
}
