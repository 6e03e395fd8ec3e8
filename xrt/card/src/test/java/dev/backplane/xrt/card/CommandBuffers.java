package dev.backplane.xrt.card;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;

/** Buffers for packets. */
public final class CommandBuffers {
  private CommandBuffers() {}

  public static Buffer make(TestCard card, long bytes) {
    return card.facet(Memory.class).allocate(bytes, Placement.of(Placement.Kind.COMMAND));
  }
}
