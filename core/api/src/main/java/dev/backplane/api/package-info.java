/**
 * The device model: what applications hold and drivers implement.
 *
 * <p>Reading order: {@link dev.backplane.api.Filter} finds a {@link dev.backplane.api.Token}; a
 * token opens a {@link dev.backplane.api.Device}; a device offers {@link dev.backplane.api.Facet}s,
 * of which {@link dev.backplane.api.Images} loads an {@link dev.backplane.api.Image} and gives a
 * {@link dev.backplane.api.Program}; a program has {@link dev.backplane.api.Kernel}s; a kernel
 * takes {@link dev.backplane.api.Buffer}s and is started as a {@link dev.backplane.api.Run}.
 *
 * <p>Applications get every one of these from the plugin manager, which wraps the driver's own
 * object. A driver implements the same interfaces, so a wrapper and what it wraps have one face.
 * Everything here is safe for use by several threads unless it says otherwise. Every failure is a
 * {@link dev.backplane.api.BackplaneException} with a code.
 */
package dev.backplane.api;
