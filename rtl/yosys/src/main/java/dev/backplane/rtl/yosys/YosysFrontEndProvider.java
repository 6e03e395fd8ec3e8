package dev.backplane.rtl.yosys;

import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.FrontEndProvider;
import java.time.Duration;

/** Front ends on yosys. Stateless. */
public final class YosysFrontEndProvider implements FrontEndProvider {
  /** Creates it. */
  public YosysFrontEndProvider() {}

  @Override
  public String name() {
    return "yosys";
  }

  @Override
  public FrontEnd find(Duration deadline) {
    return new YosysFrontEnd(Yosys.find(), deadline);
  }
}
