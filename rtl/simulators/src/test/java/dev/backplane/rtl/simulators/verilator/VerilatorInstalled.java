package dev.backplane.rtl.simulators.verilator;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.backplane.rtl.simulators.VerilatorEngine;

/** Skips tests without Verilator. */
final class VerilatorInstalled {
  private VerilatorInstalled() {}

  static void assumeTools() {
    assumeThat(VerilatorEngine.isAvailable())
        .as("Verilator and g++ are installed; tools/setup does it")
        .isTrue();
  }
}
