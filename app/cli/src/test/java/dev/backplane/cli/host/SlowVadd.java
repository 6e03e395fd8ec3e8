package dev.backplane.cli.host;

import dev.backplane.xrt.card.FunctionalKernel;

/** A {@link JavaVadd} that takes its time before it writes. */
public final class SlowVadd implements FunctionalKernel {
  private final JavaVadd vadd = new JavaVadd();

  @Override
  public void execute(Call call) throws InterruptedException {
    Thread.sleep(400);
    vadd.execute(call);
  }
}
