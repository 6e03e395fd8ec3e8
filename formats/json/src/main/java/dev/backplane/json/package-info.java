/**
 * JSON as values that know where they stand in their text, so that a complaint can name the place.
 *
 * <p>Jackson's streaming parser reads it. Its data binding, whose trees have no places, takes a new
 * process a fifth of a second, which a command that reads a configuration or the manifest of an
 * image has no need of.
 */
package dev.backplane.json;
