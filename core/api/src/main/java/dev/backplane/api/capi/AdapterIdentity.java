package dev.backplane.api.capi;

/**
 * The identity of a card on its bus, in words of 16 bits. An image names with them the card that it
 * is for.
 *
 * @param vendor the vendor of the bridge
 * @param device the device id of the bridge
 * @param subsystemVendor the vendor of the card
 * @param subsystem the id of the card
 */
public record AdapterIdentity(int vendor, int device, int subsystemVendor, int subsystem) {
  @Override
  public String toString() {
    return "%04x:%04x (%04x:%04x)".formatted(vendor, device, subsystemVendor, subsystem);
  }
}
