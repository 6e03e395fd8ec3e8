/**
 * From the name of a module to a driver object: {@code ModuleFinder} finds the plugin without
 * loading any code of it, {@code DriverLoader} loads it once for all its instances.
 */
package dev.backplane.runtime.loading;
