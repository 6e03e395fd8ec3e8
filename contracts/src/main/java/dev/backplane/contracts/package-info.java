/**
 * Writes what stands between an application and a driver from the declarations of the facets: an
 * annotation processor, used only when Backplane is built.
 */
package dev.backplane.contracts;
