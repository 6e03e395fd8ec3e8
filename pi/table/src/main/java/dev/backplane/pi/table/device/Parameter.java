package dev.backplane.pi.table.device;

import dev.backplane.api.Argument;
import java.util.List;

/**
 * The known properties of one argument of a kernel.
 *
 * @param name its name
 * @param type its type; for an alias the type that it stands for, if that is known
 * @param passing how its value is passed
 * @param size its size in bytes, 0 if it is not known
 */
record Parameter(String name, String type, Passing passing, int size) {
  /** The form in which the value of an argument is passed. */
  enum Passing {
    INT1(1, Argument.Kind.SCALAR),
    INT2(2, Argument.Kind.SCALAR),
    INT4(4, Argument.Kind.SCALAR),
    INT8(8, Argument.Kind.SCALAR),
    HALF(2, Argument.Kind.SCALAR),
    FLOAT(4, Argument.Kind.SCALAR),
    DOUBLE(8, Argument.Kind.SCALAR),
    VECTOR(0, Argument.Kind.VECTOR),
    BYTES(0, Argument.Kind.BYTES),
    BUFFER(8, Argument.Kind.BUFFER),
    /** A size of local memory. */
    LOCAL(8, Argument.Kind.LOCAL),
    IMAGE(8, Argument.Kind.IMAGE),
    SAMPLER(8, Argument.Kind.SAMPLER),
    /** An argument that no program can pass. */
    UNSUPPORTED(0, Argument.Kind.UNSUPPORTED),
    /** An argument of unknown type, because the program was built without that information. */
    UNKNOWN(0, Argument.Kind.UNKNOWN),
    /** An argument whose type the interface never tells. */
    OTHER(8, Argument.Kind.OTHER);

    private final int bytes;
    private final Argument.Kind kind;

    Passing(int bytes, Argument.Kind kind) {
      this.bytes = bytes;
      this.kind = kind;
    }

    /** {@return the size of its values; 0 where that depends} */
    int bytes() {
      return bytes;
    }
  }

  /** An argument of a type whose name tells everything. */
  static Parameter of(String name, CType type) {
    return new Parameter(name, type.name(), type.passing(), type.size());
  }

  Argument argument(int index) {
    List<Integer> banks = passing == Passing.BUFFER ? List.of(0) : List.of();
    return new Argument(index, name, passing.kind, type, size, 0, banks);
  }
}
