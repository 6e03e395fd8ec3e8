/**
 * The interfaces that a driver implements besides the device model itself.
 *
 * <p>A driver's jar exports a {@link dev.backplane.api.spi.Driver}. For each configured instance
 * the plugin manager calls {@link dev.backplane.api.spi.Driver#configure}, which fills an {@link
 * dev.backplane.api.spi.Adapter}: how to initialise, enumerate, open and finalise. Opening gives a
 * {@link dev.backplane.api.spi.DriverDevice}, whose facets are the driver's own implementations of
 * the interfaces of the device model.
 */
package dev.backplane.api.spi;
