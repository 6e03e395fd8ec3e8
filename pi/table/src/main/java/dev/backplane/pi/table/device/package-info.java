/**
 * The facets of a device behind the plugin interface, written once for every table of calls: a
 * driver finds a table and a device, and {@link dev.backplane.pi.table.device.PiDevice} does the
 * rest.
 *
 * <p>Reading order: {@code PiContext} holds the table, the handles and what translates results into
 * errors; {@code Waiting} is how the end of a command is awaited; then each facet with the objects
 * that it makes: {@code PiMemory} and {@code PiBuffer}, {@code PiImages}, {@code PiProgram} and
 * {@code PiKernel}, {@code PiCall}, {@code PiQueues} with {@code PiQueue} and {@code PiRun}, which
 * lets go of its {@code NativeEvent}.
 */
package dev.backplane.pi.table.device;
