package dev.backplane.junit;

import dev.backplane.xrt.card.FunctionalKernel;

/** A kernel in Java that ends only when it is cancelled. */
public final class SpinKernel implements FunctionalKernel {
  /** Made by the card. */
  public SpinKernel() {}

  @Override
  public void execute(Call call) {
    while (!call.cancelled()) {
      Thread.onSpinWait();
    }
  }
}
