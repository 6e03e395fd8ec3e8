package dev.backplane.drivers.softcard;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.Memory;

/** Buffers for packets. */
public final class CommandBuffers {
  private CommandBuffers() {}

  public static Buffer make(TestCard card, long bytes) {
    return card.facet(Memory.class).allocate(BufferRequest.of(bytes, 0).with(BufferFlag.COMMAND));
  }
}
