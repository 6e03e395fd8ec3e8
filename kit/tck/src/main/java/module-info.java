import org.jspecify.annotations.NullMarked;

/** The conformance kit that every driver passes. */
@NullMarked
module dev.backplane.tck {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires transitive org.assertj.core;
  requires org.junit.platform.commons;
  requires jdk.management;

  exports dev.backplane.tck;

  uses dev.backplane.tck.ManagedInstances;

  // JUnit calls the tests by reflection, wherever the driver's own test class lives.
  opens dev.backplane.tck;
}
