/**
 * The managed way of the conformance kit: {@link dev.backplane.managed.BackplaneInstances} is found
 * as a service and opens a {@code Backplane} whose configuration names one driver.
 */
package dev.backplane.managed;
