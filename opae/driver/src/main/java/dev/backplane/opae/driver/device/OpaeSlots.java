package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Gbs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.UUID;

/** Slots of a device, whose accelerators are replaced. */
final class OpaeSlots implements Slots {
  private static final int FORCE = 1;
  private static final int SKIP_USER_CLOCK = 2;

  private final OpenResource resource;

  OpaeSlots(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public int count() {
    return (int)
        Math.clamp(resource.properties().get(OpaeProperty.SLOTS).orElse(1L), 0L, Integer.MAX_VALUE);
  }

  @Override
  public UUID interfaceId() {
    return resource
        .properties()
        .guid()
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NOT_SUPPORTED, "the plugin does not tell the interface id")
                    .on(resource.key())
                    .build());
  }

  @Override
  public void reconfigure(int slot, Image image, Set<Option> options) {
    if (slot < 0 || slot >= count()) {
      throw resource.outOfRange(
          "fpgaReconfigureSlot", "there is no slot %d; there are %d".formatted(slot, count()));
    }
    UUID wanted = Gbs.read(image).interfaceId();
    byte[] bytes = image.content().toArray();
    if (resource.properties().guid().filter(own -> !own.equals(wanted)).isPresent()) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_PLATFORM_MISMATCH,
              "%s is for interface %s, the device has %s"
                  .formatted(image.name(), wanted, interfaceId()))
          .during("fpgaReconfigureSlot")
          .on(resource.key())
          .remedy("Use an image that was made for this device")
          .build();
    }
    int flags =
        (options.contains(Option.FORCE) ? FORCE : 0)
            | (options.contains(Option.SKIP_USER_CLOCK) ? SKIP_USER_CLOCK : 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(bytes.length, Long.BYTES);
      MemorySegment.copy(bytes, 0, content, ValueLayout.JAVA_BYTE, 0, bytes.length);
      long handle = resource.handle().begin("fpgaReconfigureSlot");
      try {
        int result =
            resource.opae().reconfigureSlot(handle, slot, content.address(), bytes.length, flags);
        if (result == FpgaResult.INVALID_PARAM) {
          throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "the plugin refuses it")
              .during("fpgaReconfigureSlot")
              .on(image.name())
              .remedy("Use a .gbs file that was made for this device")
              .build();
        }
        resource.check(result, "fpgaReconfigureSlot");
      } finally {
        resource.handle().end();
      }
    }
  }
}
