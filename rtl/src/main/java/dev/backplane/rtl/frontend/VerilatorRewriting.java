package dev.backplane.rtl.frontend;

import dev.backplane.rtl.frontend.rewrite.PortDefaults;
import dev.backplane.rtl.frontend.rewrite.WiredNets;

/** Rewrites what Verilator does not know, or reads otherwise than the language has it. */
final class VerilatorRewriting {
  private VerilatorRewriting() {}

  static String rewrite(String source) {
    return PortDefaults.rewrite(WiredNets.rewrite(source));
  }
}
