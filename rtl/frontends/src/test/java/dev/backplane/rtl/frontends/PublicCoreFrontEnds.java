package dev.backplane.rtl.frontends;

import java.util.Optional;

/** Finds the front ends that read public designs. */
public final class PublicCoreFrontEnds {
  private PublicCoreFrontEnds() {}

  /**
   * A front end on the installed tools.
   *
   * @param ghdl the release of Debian whose GHDL is taken in place of the installed one
   */
  public static FrontEnd of(Optional<String> ghdl) {
    return ghdl.map(TestGhdl::ofRelease).orElseGet(TestGhdl::frontEnd);
  }
}
