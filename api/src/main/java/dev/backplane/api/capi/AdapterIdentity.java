package dev.backplane.api.capi;

/**
 * What a card is on its bus, in words of 16 bits. An image names the card that it is for with them.
 *
 * @param vendor who made the bridge
 * @param device what the bridge is
 * @param subsystemVendor who made the card
 * @param subsystem what the card is
 */
public record AdapterIdentity(int vendor, int device, int subsystemVendor, int subsystem) {
  @Override
  public String toString() {
    return "%04x:%04x (%04x:%04x)".formatted(vendor, device, subsystemVendor, subsystem);
  }
}
