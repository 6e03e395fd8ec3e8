package dev.backplane.api;

/**
 * An ability that a device may or may not have. A facet is a small interface; a driver provides
 * those that it can serve and the others are simply absent, as in OPAE's adapter table.
 *
 * <p>A facet lives as long as the device it came from.
 */
public interface Facet {}
