/**
 * The door for XRT programs in hardware emulation: the protocol that XRT's emulation shim speaks
 * with a simulator, answered by a device of the API. Reading order: {@link
 * dev.backplane.xrt.door.XrtDoor} finds the other side, {@code HwEmuSession} answers its calls,
 * {@code Connection} frames them, {@link dev.backplane.xrt.door.FlightRecord} remembers what was
 * seen.
 */
package dev.backplane.xrt.door;
