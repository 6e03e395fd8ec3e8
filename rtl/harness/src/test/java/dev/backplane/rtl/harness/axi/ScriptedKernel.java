package dev.backplane.rtl.harness.axi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** A kernel that executes a script; a step takes one clock edge or several. */
final class ScriptedKernel implements FakeKernel.Body {
  private final List<Predicate<FakeKernel>> steps = new ArrayList<>();
  private Consumer<FakeKernel> inReset = _ -> {};
  private int step;

  static ScriptedKernel script() {
    return new ScriptedKernel();
  }

  /** Sets outputs at one edge. */
  ScriptedKernel then(Consumer<FakeKernel> step) {
    steps.add(
        kernel -> {
          step.accept(kernel);
          return true;
        });
    return this;
  }

  /** Waits for an edge at which a condition is true. */
  ScriptedKernel until(Predicate<FakeKernel> condition) {
    steps.add(condition);
    return this;
  }

  ScriptedKernel set(String signal, long value) {
    return then(kernel -> kernel.axi(signal).set(value));
  }

  ScriptedKernel address(String channel, long address, int beats, int size, int burst) {
    return then(kernel -> kernel.address(channel, address, beats, size, burst));
  }

  /** Waits for READY while VALID is high; then lowers VALID. */
  ScriptedKernel handshake(String channel) {
    return until(
        kernel -> {
          if (!kernel.axi(channel + "READY").isSet()) {
            return false;
          }
          kernel.axi(channel + "VALID").set(0);
          return true;
        });
  }

  ScriptedKernel data(long value, long strobes, boolean last) {
    return then(kernel -> {
          kernel.axi("WDATA").set(value);
          kernel.axi("WSTRB").set(strobes);
          kernel.axi("WLAST").set(last ? 1 : 0);
          kernel.axi("WVALID").set(1);
        })
        .handshake("W");
  }

  /** Accepts beats of read data. */
  ScriptedKernel take(int beats, Consumer<FakeKernel> each) {
    set("RREADY", 1);
    for (int i = 0; i < beats; i++) {
      boolean last = i == beats - 1;
      until(
          kernel -> {
            if (!kernel.axi("RVALID").isSet()) {
              return false;
            }
            each.accept(kernel);
            kernel.axi("RREADY").set(last ? 0 : 1);
            return true;
          });
    }
    return this;
  }

  ScriptedKernel response() {
    return response(_ -> {});
  }

  /** Accepts a write response. */
  ScriptedKernel response(LongConsumer code) {
    return set("BREADY", 1)
        .until(
            kernel -> {
              if (!kernel.axi("BVALID").isSet()) {
                return false;
              }
              code.accept(kernel.axi("BRESP").get());
              kernel.axi("BREADY").set(0);
              return true;
            });
  }

  ScriptedKernel forever() {
    return until(_ -> false);
  }

  ScriptedKernel duringReset(Consumer<FakeKernel> step) {
    inReset = step;
    return this;
  }

  @Override
  public boolean clock(FakeKernel kernel) {
    if (step < steps.size() && steps.get(step).test(kernel)) {
      step++;
    }
    return step == steps.size();
  }

  @Override
  public void reset(FakeKernel kernel) {
    step = 0;
    inReset.accept(kernel);
  }
}
