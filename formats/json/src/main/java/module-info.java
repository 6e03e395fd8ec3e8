import org.jspecify.annotations.NullMarked;

/** JSON as values that know where they stand in their text. */
@NullMarked
module dev.backplane.json {
  requires static transitive org.jspecify;
  requires transitive tools.jackson.core;

  exports dev.backplane.json;
}
