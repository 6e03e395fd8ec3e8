/**
 * The managed way of the conformance kit: {@link dev.backplane.tck.managed.BackplaneInstances} is
 * found as a service and opens a {@code Backplane} whose configuration names one driver.
 */
package dev.backplane.tck.managed;
