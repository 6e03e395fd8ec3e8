package dev.backplane.api.contract;

/** A kind of output that can be generated from the interfaces of the API. */
public enum Form {
  /** The list of facets with their names, and the names in the schema of configurations. */
  NAMES,
  /** Forms that check that what is used is open and belongs together, and complete errors. */
  CHECKED,
  /** Forms that tell of every call. */
  TRACED,
  /** The list of the facets' conformance classes. */
  KIT
}
