package dev.backplane.opae.card.afu;

import dev.backplane.opae.card.AfuFault;

/** Is told what an accelerator does unasked. Waits for nobody. */
public interface AfuListener {
  /** An interrupt was raised. */
  void interrupted(int vector);

  /** The accelerator stands now. */
  void failed(AfuFault fault);
}
