package dev.backplane.contracts;

import javax.lang.model.element.TypeElement;

/** The category of a parameter or a result by its type, which decides how forms treat it. */
sealed interface Shape {
  /** No result. */
  record Nothing() implements Shape {}

  /** Content: the same on both sides. */
  record Value(boolean primitive) implements Shape {}

  /** A time to wait, which is not negative. */
  record Time() implements Shape {}

  /** Memory of the host. */
  record Memory() implements Shape {}

  /** Anything at all: values and objects of the device together. */
  record Anything() implements Shape {}

  /** Something that will be known later. */
  record Later() implements Shape {}

  /** The interface's own type: the object itself. */
  record Itself() implements Shape {}

  /**
   * An object of the device.
   *
   * @param type its interface
   * @param within in what it is passed
   */
  record Thing(TypeElement type, Within within) implements Shape {}

  /** In what objects are passed. */
  enum Within {
    /** In nothing. */
    BARE,
    /** In an Optional. */
    OPTIONAL,
    /** In a List. */
    LIST,
    /** In an array. */
    ARRAY
  }

  /**
   * A type that cannot be sent.
   *
   * @param why the reason, as a message
   * @param allowed whether a local operation may have it
   */
  record Foreign(String why, boolean allowed) implements Shape {}
}
