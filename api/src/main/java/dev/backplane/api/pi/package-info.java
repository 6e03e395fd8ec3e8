/**
 * Facets of devices under the plugin interface of DPC++ alone: native handles, and the choice among
 * device binaries.
 */
package dev.backplane.api.pi;
