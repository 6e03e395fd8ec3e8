/**
 * From the name of a driver to its object: {@code DriverFinder} finds and checks its plugin without
 * loading any code of it, {@code DriverLoader} loads it once for all its instances.
 */
package dev.backplane.runtime.loading;
