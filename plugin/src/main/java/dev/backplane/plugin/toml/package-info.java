/**
 * A reader of TOML 1.0 that knows the place of every value. Of its own because it takes a tenth of
 * the start-up time of a generated parser, and every start reads a few of these files.
 */
package dev.backplane.plugin.toml;
