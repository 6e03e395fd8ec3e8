/**
 * Facets of devices under the plugin interface of DPC++ alone: native handles, and the linking of
 * programs from parts.
 */
package dev.backplane.api.pi;
