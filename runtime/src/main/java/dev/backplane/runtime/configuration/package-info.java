/**
 * The configuration of a site: where it is looked for ({@code ConfigurationSearch}), its text as a
 * tree with places ({@code JsonReader}), and what it means ({@code ConfigurationDecoder}, {@code
 * Configuration}). All values are immutable.
 */
package dev.backplane.runtime.configuration;
