/**
 * Building blocks that drivers share.
 *
 * <ul>
 *   <li>Configuration: {@link dev.backplane.driverkit.ConfigurationNode} reads the {@code config}
 *       of an instance and tells what is wrong with its path, line and column.
 *   <li>Lifetimes: {@link dev.backplane.driverkit.UseCount} keeps what is in use from being closed,
 *       {@link dev.backplane.driverkit.CallsInFlight} keeps a plugin from being unloaded under its
 *       calls, {@link dev.backplane.driverkit.NativeHandle} releases a handle after its last call,
 *       {@link dev.backplane.driverkit.SharedDevices} has one device for all of its holders.
 *   <li>Runs: {@link dev.backplane.driverkit.Completion} is the end of an execution, {@link
 *       dev.backplane.driverkit.WaitLimit} bounds the waiting for it.
 *   <li>Native libraries: {@link dev.backplane.driverkit.CLibrary} loads one, {@link
 *       dev.backplane.driverkit.NativeErrors} says what its error numbers mean.
 * </ul>
 *
 * <p>Everything here is safe for use by several threads unless it says otherwise. Nothing on the
 * path of a call allocates or takes a lock.
 */
package dev.backplane.driverkit;
