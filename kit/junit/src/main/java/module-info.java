import org.jspecify.annotations.NullMarked;

/** Cards, seeds and deadlines for tests with JUnit. */
@NullMarked
module dev.backplane.junit {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.runtime;
  requires transitive org.junit.jupiter.api;

  exports dev.backplane.junit;

  // JUnit makes the extensions by reflection.
  opens dev.backplane.junit to
      org.junit.platform.commons;
}
