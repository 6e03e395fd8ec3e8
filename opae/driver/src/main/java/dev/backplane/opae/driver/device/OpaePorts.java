package dev.backplane.opae.driver.device;

import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.api.opae.Ports;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ports of a device. OPAE assigns them and does not tell how they are assigned: it is told what was
 * assigned here, and before that the physical function, which has a device that nobody has shared.
 */
final class OpaePorts implements Ports {
  private final OpenResource resource;
  private final Map<Integer, Integer> assigned = new ConcurrentHashMap<>();

  OpaePorts(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public int hostInterface(int slot) {
    check(slot);
    return assigned.getOrDefault(slot, PHYSICAL);
  }

  private void check(int slot) {
    long count = resource.properties().get(OpaeProperty.SLOTS).orElse((long) Integer.MAX_VALUE);
    if (slot < 0 || slot >= count) {
      throw resource.outOfRange(
          "fpgaAssignPortToInterface", "there is no slot %d; there are %d".formatted(slot, count));
    }
  }

  @Override
  public void assign(int slot, int hostInterface) {
    check(slot);
    long handle = resource.handle().begin("fpgaAssignPortToInterface");
    try {
      resource.checkRange(
          resource.opae().assignPortToInterface(handle, hostInterface, slot, 0),
          "fpgaAssignPortToInterface",
          "slot %d cannot be given to host interface %d".formatted(slot, hostInterface));
    } finally {
      resource.handle().end();
    }
    assigned.put(slot, hostInterface);
  }
}
