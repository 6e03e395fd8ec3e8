package dev.backplane.pi.table.device;

/** Something that the program got from a device, and can be used with that device alone. */
interface MadeFrom {
  /** Tells whether it was made from a device. */
  boolean isOf(PiContext context);
}
