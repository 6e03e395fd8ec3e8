/**
 * The configuration of a site: where it is looked for ({@code ConfigurationSearch}), and what
 * its text means ({@code ConfigurationDecoder}, {@code Configuration}). All values are immutable.
 */
package dev.backplane.runtime.configuration;
