/**
 * What applications hold: wrappers around a driver's own objects. Each checks that what it stands
 * for is still there, keeps count of what is in use, turns whatever the driver throws into a coded
 * error that names operation, device and plugin, and forwards.
 *
 * <p>{@code OpenDevice} is what was opened and owns everything made from it; {@code ManagedDevice}
 * is the handle of its holder. The collector frees nothing, but reports handles that were lost.
 */
package dev.backplane.runtime.device;
