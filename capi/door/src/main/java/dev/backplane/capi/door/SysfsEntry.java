package dev.backplane.capi.door;

import java.nio.ByteBuffer;

/** Something in the folder of cards. */
sealed interface SysfsEntry {
  /** The access permissions of a file. */
  enum Access {
    /** All may read it. */
    READ("r--r--r--"),
    /** Its owner may read it: it is no text. */
    BYTES("r--------"),
    /** Its owner may write it, too. */
    SET("rw-r--r--"),
    /** Its owner may write it: something is done then, and nothing can be read. */
    COMMAND("-w-------");

    private final String permissions;

    Access(String permissions) {
      this.permissions = permissions;
    }

    String permissions() {
      return permissions;
    }
  }

  /**
   * A symbolic link.
   *
   * @param target the path that it points to
   */
  record Link(String target) implements SysfsEntry {}

  /**
   * An attribute.
   *
   * @param attribute its path in the class
   * @param access its access permissions
   * @param content its content
   */
  record Attribute(String attribute, Access access, ByteBuffer content) implements SysfsEntry {}
}
