/**
 * The meters of devices, resolved when a device is opened. What a program's metrics throw ends
 * here.
 */
package dev.backplane.runtime.meter;
