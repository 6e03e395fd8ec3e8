package dev.backplane.xrt.card.unit;

import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.image.JavaKernel;
import dev.backplane.xrt.card.image.RtlKernel;

/** Makes the model of a compute unit from the code of its kernel. */
public final class UnitModels {
  private UnitModels() {}

  /** {@return the model at power-up; to be made by the thread that uses it} */
  public static UnitModel make(CardImage.KernelPlan kernel, UnitMemory memory, CardConfig config) {
    return switch (kernel.code()) {
      case JavaKernel java -> new JavaModel(java.functions().get(), kernel, memory);
      case RtlKernel rtl -> {
        KernelHarness harness = RtlHarness.atPowerUp(rtl, memory, config);
        boolean chained = rtl.protocol() == ControlProtocol.AP_CTRL_CHAIN;
        yield new RtlModel(
            harness, kernel, kernel.startable() ? new RtlStarted(harness, chained) : null);
      }
    };
  }
}
