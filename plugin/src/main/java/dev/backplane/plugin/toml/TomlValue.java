package dev.backplane.plugin.toml;

/**
 * A value and its place: of a list element, where it begins; of a table's entry, where its key
 * does; of a table in an array of tables, where its header does.
 *
 * @param content a {@code String}, {@code Long}, {@code Double}, {@code Boolean}, an object of
 *     {@code java.time}, a {@code List<TomlValue>}, or a {@link TomlTable}
 * @param line counted from 1
 * @param column in UTF-16 units, counted from 1
 */
public record TomlValue(Object content, int line, int column) {}
