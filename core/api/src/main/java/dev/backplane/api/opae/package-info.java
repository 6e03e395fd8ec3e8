/**
 * Facets of OPAE resources beyond those of all devices: error registers, objects, metrics, clocks,
 * slots, ports, and addresses of the process. Each is a facet of its own, because plugins leave out
 * what they lack.
 */
package dev.backplane.api.opae;
