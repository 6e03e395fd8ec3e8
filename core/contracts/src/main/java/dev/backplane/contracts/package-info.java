/**
 * Writes what stands between an application and a driver from the declarations of the facets, and a
 * table of C functions from the list of them: an annotation processor, used only when Backplane is
 * built.
 */
package dev.backplane.contracts;
