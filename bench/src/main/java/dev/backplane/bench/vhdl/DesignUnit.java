package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A unit of a library. */
sealed interface DesignUnit {
  /** {@return its name} */
  String name();

  /** {@return where it begins} */
  Place place();

  /** An entity. */
  record Entity(
      String name,
      String spelled,
      List<Declaration> context,
      List<Declaration.Objects> generics,
      List<Declaration.Objects> ports,
      List<Declaration> declarations,
      Place place)
      implements DesignUnit {}

  /** An architecture. */
  record Architecture(
      String name, String entity, List<Declaration> context, Concurrent.Block body, Place place)
      implements DesignUnit {}

  /** A package or the body of one. */
  record PackageUnit(
      String name,
      boolean body,
      List<Declaration> context,
      List<Declaration> declarations,
      Place place)
      implements DesignUnit {}

  /** A configuration: the architecture of its entity. */
  record Configuration(String name, String entity, @Nullable String architecture, Place place)
      implements DesignUnit {}
}
