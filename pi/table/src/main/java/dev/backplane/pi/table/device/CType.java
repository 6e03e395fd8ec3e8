package dev.backplane.pi.table.device;

import dev.backplane.pi.table.device.Parameter.Passing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type of OpenCL C, as far as passing its values goes.
 *
 * @param name how it is called
 * @param passing how a value is passed
 * @param size how many bytes it has, 0 if nobody says
 */
record CType(String name, Passing passing, int size) {
  private static final Pattern VECTOR = Pattern.compile("(u?[a-z]+?)(2|3|4|8|16)");

  private static final Set<String> OF_THE_DEVICE =
      Set.of("event_t", "clk_event_t", "queue_t", "reserve_id_t", "ndrange_t");

  /** {@return a type that only the source defines} */
  static CType unknown(String name) {
    return new CType(name, Passing.UNKNOWN, 0);
  }

  /** {@return a type whose values cannot be passed} */
  static CType unsupported(String name) {
    return new CType(name, Passing.UNSUPPORTED, 0);
  }

  /** {@return a type of which only the size is known} */
  static CType bytes(String name, int size) {
    return new CType(name, Passing.BYTES, size);
  }

  /** {@return the type of a name, empty if the name is not one of the language's own} */
  static Optional<CType> ofName(String name) {
    String last = name.substring(name.lastIndexOf(' ') + 1);
    if (last.equals("sampler_t")) {
      return Optional.of(new CType(last, Passing.SAMPLER, Passing.SAMPLER.bytes()));
    }
    if (last.startsWith("image") && last.endsWith("_t")) {
      return Optional.of(new CType(last, Passing.IMAGE, Passing.IMAGE.bytes()));
    }
    if (OF_THE_DEVICE.contains(last) || name.startsWith("pipe ")) {
      return Optional.of(unsupported(name));
    }
    Optional<Passing> scalar = scalar(name);
    if (scalar.isPresent()) {
      return Optional.of(new CType(name, scalar.get(), scalar.get().bytes()));
    }
    Matcher vector = VECTOR.matcher(name);
    if (!vector.matches()) {
      return Optional.empty();
    }
    int count = Integer.parseInt(vector.group(2));
    return scalar(vector.group(1))
        .map(one -> new CType(name, Passing.VECTOR, one.bytes() * (count == 3 ? 4 : count)));
  }

  /** {@return the passing of a number of this type; empty if it is no type of numbers} */
  private static Optional<Passing> scalar(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "char", "uchar", "unsigned char" -> Passing.INT1;
          case "short", "ushort", "unsigned short" -> Passing.INT2;
          case "int", "uint", "unsigned int" -> Passing.INT4;
          case "long", "ulong", "unsigned long", "size_t" -> Passing.INT8;
          case "half" -> Passing.HALF;
          case "float" -> Passing.FLOAT;
          case "double" -> Passing.DOUBLE;
          default -> null;
        });
  }

  /**
   * {@return all types of numbers and vectors that pointers can be made to}
   *
   * @param halves whether there are real ones of two bytes
   * @param doubles whether there are such of eight bytes
   */
  static List<CType> numbers(boolean halves, boolean doubles) {
    List<CType> all = new ArrayList<>();
    List<String> scalars =
        List.of("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float");
    List<String> reals = doubles ? plus(scalars, "double") : scalars;
    for (String scalar : halves ? plus(reals, "half") : reals) {
      for (String count : List.of("", "2", "3", "4", "8", "16")) {
        all.add(ofName(scalar + count).orElseThrow());
      }
    }
    return all;
  }

  private static List<String> plus(List<String> names, String name) {
    List<String> all = new ArrayList<>(names);
    all.add(name);
    return all;
  }
}
