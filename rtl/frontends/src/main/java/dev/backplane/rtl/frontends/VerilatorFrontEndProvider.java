package dev.backplane.rtl.frontends;

import java.time.Duration;

/** Front ends on Verilator. */
final class VerilatorFrontEndProvider implements FrontEndProvider {
  @Override
  public String name() {
    return "verilator";
  }

  @Override
  public FrontEnd find(Duration deadline) {
    return new VerilatorFrontEnd(Verilator.find(), deadline);
  }
}
