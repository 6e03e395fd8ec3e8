package dev.backplane.capi.door;

/** Numbers of character devices, {@code major:minor}, as the kernel gives them to cards. */
final class DeviceNumber {
  /** The last one that the kernel gives to drivers without one of their own. */
  private static final int MAJOR = 511;

  private static final int OF_CARD = 13;
  private static final int OF_SLICE = 3;
  private static final String NODES = "dms";

  private DeviceNumber() {}

  static String ofCard(int card) {
    return text(OF_CARD * card);
  }

  /**
   * {@return the number of a node}
   *
   * @param node its kind: {@code d}, {@code m} or {@code s}
   */
  static String ofNode(int card, int slice, String node) {
    return text(OF_CARD * card + 1 + OF_SLICE * slice + NODES.indexOf(node));
  }

  private static String text(int minor) {
    return MAJOR + ":" + minor;
  }
}
