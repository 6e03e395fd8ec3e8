package dev.backplane.plugin;

import java.lang.invoke.MethodHandles;

/**
 * Makes a spec of an entry in a {@code meta.toml}.
 *
 * @param <S> the type of spec
 */
@FunctionalInterface
public interface SpecReader<S> {
  /**
   * Makes a spec. Keys it does not know are ignored.
   *
   * @param table the entry
   * @return the spec
   * @throws PluginException naming everything that is missing or wrong, with its place; {@link
   *     SpecFields} helps to gather it
   */
  S read(MetaTable table);

  /**
   * Makes a reader of any public record in an exported package: a field for each component, named
   * as the component in snake_case unless {@link MetaKey} says otherwise.
   *
   * <p>Components may be {@code String}, {@code int}, {@code long}, {@code double}, {@code
   * boolean}, {@link Version}, {@link VersionRange}, {@link Requirement}, a {@code List} of one of
   * these object types, or an {@code Optional} of one.
   *
   * @param type the record
   * @param <S> its type
   * @return the reader
   * @throws IllegalArgumentException if a component has another type, or the record is not public
   */
  static <S extends Record> SpecReader<S> of(Class<S> type) {
    return of(MethodHandles.publicLookup(), type);
  }

  /**
   * Makes a reader of a record that only the caller can see.
   *
   * @param lookup the caller's own {@link MethodHandles#lookup()}
   * @param type the record
   * @param <S> its type
   * @return the reader
   * @throws IllegalArgumentException if a component has another type, or the lookup cannot see the
   *     record's constructor
   */
  static <S extends Record> SpecReader<S> of(MethodHandles.Lookup lookup, Class<S> type) {
    return RecordSpecReader.of(lookup, type);
  }
}
