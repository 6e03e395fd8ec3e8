/**
 * Facets of coherent accelerators. These work on the memory of a process at its own addresses, as
 * IBM's coherent accelerator interface (CAPI, {@code cxl} in Linux) describes them.
 */
package dev.backplane.api.capi;
