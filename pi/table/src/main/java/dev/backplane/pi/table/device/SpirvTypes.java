package dev.backplane.pi.table.device;

import dev.backplane.pi.table.device.Parameter.Passing;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The types of a module of SPIR-V: how values of them are passed, and how many bytes they take.
 * Each is made of those before it, so that none can contain itself; pointers do not ask what they
 * point to.
 */
final class SpirvTypes {
  private static final int PHYSICAL_32 = 1;
  private static final int PHYSICAL_64 = 2;
  private static final int CONSTANT = 0;
  private static final int WORKGROUP = 4;
  private static final int CROSS_WORKGROUP = 5;
  private static final int FUNCTION = 7;
  private static final Set<Integer> VECTORS = Set.of(2, 3, 4, 8, 16);

  /** Nobody passes so much by value. */
  private static final long LARGEST = 1 << 20;

  /**
   * A type.
   *
   * @param type how it is called and passed; of no size if that is not known
   * @param align the alignment of its values
   */
  private record Layout(CType type, int align) {
    static Layout of(CType type) {
      return new Layout(type, type.size());
    }

    static Layout unknown() {
      return of(CType.unknown("?"));
    }
  }

  /**
   * A pointer.
   *
   * @param storage the storage class
   * @param to what it points to; 0 if nobody says
   */
  private record Pointer(int storage, int to) {}

  private final int bound;
  private final Map<Integer, Layout> layouts = new HashMap<>();
  private final Map<Integer, Pointer> pointers = new HashMap<>();
  private final Map<Integer, List<Integer>> functions = new HashMap<>();
  private final Map<Integer, Long> constants = new HashMap<>();
  private final Set<Integer> packed = new HashSet<>();

  /** Pointers that are said to come, as structures refer to them before. */
  private final Set<Integer> forwards = new HashSet<>();

  private int addresses;

  /**
   * No types yet.
   *
   * @param bound what all identifiers are smaller than
   */
  SpirvTypes(int bound) {
    this.bound = bound;
  }

  /** Notes that a structure has no gaps. */
  void pack(int structure) {
    packed.add(structure);
  }

  /** Decorates as a group is. */
  boolean packLike(IntBuffer words) {
    if (packed.contains(words.get(1))) {
      for (int at = 2; at < words.limit(); at++) {
        pack(words.get(at));
      }
    }
    return true;
  }

  /** {@return whether an instruction is well formed, if it is of a type} */
  boolean take(int operation, IntBuffer words) {
    int length = words.limit();
    return switch (operation) {
      case 14 -> length == 3 && addressed(words.get(1));
      case 19, 20, 27, 29, 31 -> length >= 2 && add(words, Layout.unknown());
      case 21 -> length == 4 && add(words, whole(words.get(2)));
      case 22 -> length >= 3 && add(words, length == 3 ? real(words.get(2)) : Layout.unknown());
      case 23 -> length == 4 && add(words, vector(words.get(2), words.get(3)));
      case 25 -> length >= 9 && add(words, Layout.of(image(words)));
      case 26 -> length == 2 && add(words, Layout.of(CType.ofName("sampler_t").orElseThrow()));
      case 28 -> length == 4 && add(words, array(words.get(2), words.get(3)));
      case 30 -> length >= 2 && add(words, structure(words));
      case 32, 4417 -> length >= 3 && pointer(words);
      case 33 -> length >= 3 && function(words);
      case 34 -> length >= 2 && add(words, Layout.of(CType.unsupported("event_t")));
      case 35 -> length >= 2 && add(words, Layout.of(CType.unsupported("clk_event_t")));
      case 36 -> length >= 2 && add(words, Layout.of(CType.unsupported("reserve_id_t")));
      case 37 -> length >= 2 && add(words, Layout.of(CType.unsupported("queue_t")));
      case 38 -> length >= 2 && add(words, Layout.of(CType.unsupported("pipe")));
      case 39 -> length == 3 && forwards.add(words.get(1)) && add(words, pointer(Passing.UNKNOWN));
      case 43 -> length >= 4 && constant(words);
      default -> true;
    };
  }

  private boolean addressed(int model) {
    addresses = model == PHYSICAL_64 ? Long.BYTES : model == PHYSICAL_32 ? Integer.BYTES : 0;
    return true;
  }

  private boolean add(IntBuffer words, Layout layout) {
    int id = words.get(1);
    return id > 0
        && Integer.compareUnsigned(id, bound) < 0
        && !functions.containsKey(id)
        && (layouts.put(id, layout) == null);
  }

  private static Layout whole(int width) {
    return named(
        switch (width) {
          case 8 -> "char";
          case 16 -> "short";
          case 32 -> "int";
          case 64 -> "long";
          default -> "";
        });
  }

  private static Layout real(int width) {
    return named(
        switch (width) {
          case 16 -> "half";
          case 32 -> "float";
          case 64 -> "double";
          default -> "";
        });
  }

  private static Layout named(String name) {
    return CType.ofName(name).map(Layout::of).orElseGet(Layout::unknown);
  }

  private Layout layout(int id) {
    return layouts.getOrDefault(id, Layout.unknown());
  }

  private Layout vector(int of, int count) {
    return VECTORS.contains(count) ? named(layout(of).type.name() + count) : Layout.unknown();
  }

  private static CType image(IntBuffer words) {
    String dimensions =
        switch (words.get(3)) {
          case 0 -> "1d";
          case 1 -> "2d";
          case 2 -> "3d";
          case 5 -> "1d_buffer";
          default -> "";
        };
    String name =
        "image%s%s%s%s_t"
            .formatted(
                dimensions,
                words.get(5) == 1 ? "_array" : "",
                words.get(6) == 1 ? "_msaa" : "",
                words.get(4) == 1 ? "_depth" : "");
    return dimensions.isEmpty() ? CType.unsupported("image") : CType.ofName(name).orElseThrow();
  }

  private Layout array(int of, int length) {
    Layout one = layout(of);
    long count = constants.getOrDefault(length, 0L);
    return count <= 0 || count > LARGEST
        ? sized("array", 0, 1)
        : sized("array", count * one.type.size(), one.align);
  }

  private Layout structure(IntBuffer words) {
    boolean tight = packed.contains(words.get(1));
    long size = 0;
    int align = 1;
    for (int at = 2; at < words.limit(); at++) {
      Layout member = layout(words.get(at));
      if (member.type.size() == 0 || !isData(member) || size > LARGEST) {
        return sized("struct", 0, 1);
      }
      if (!tight) {
        size = aligned(size, member.align);
        align = Math.max(align, member.align);
      }
      size += member.type.size();
    }
    return sized("struct", aligned(size, align), align);
  }

  private static boolean isData(Layout layout) {
    return layout.type.passing() != Passing.IMAGE && layout.type.passing() != Passing.SAMPLER;
  }

  private static long aligned(long size, int align) {
    return Math.ceilDiv(size, align) * align;
  }

  private static Layout sized(String name, long size, int align) {
    return new Layout(CType.bytes(name, size > LARGEST ? 0 : (int) size), align);
  }

  private boolean pointer(IntBuffer words) {
    int storage = words.get(2);
    int to = words.limit() > 3 ? words.get(3) : 0;
    Passing passing =
        switch (storage) {
          case CONSTANT, CROSS_WORKGROUP -> Passing.BUFFER;
          case WORKGROUP -> Passing.LOCAL;
          default -> Passing.UNKNOWN;
        };
    if (forwards.remove(words.get(1))) {
      layouts.remove(words.get(1));
    }
    return pointers.put(words.get(1), new Pointer(storage, to)) == null
        && add(words, pointer(passing));
  }

  private Layout pointer(Passing passing) {
    return new Layout(new CType("*", passing, addresses), Math.max(1, addresses));
  }

  private boolean function(IntBuffer words) {
    List<Integer> parameters = new ArrayList<>();
    for (int at = 3; at < words.limit(); at++) {
      parameters.add(words.get(at));
    }
    return functions.put(words.get(1), List.copyOf(parameters)) == null;
  }

  /** Notes a number of 32 or 64 bits: lengths of arrays are such. */
  private boolean constant(IntBuffer words) {
    long low = Integer.toUnsignedLong(words.get(3));
    long high = words.limit() > 4 ? Integer.toUnsignedLong(words.get(4)) << Integer.SIZE : 0;
    return constants.put(words.get(2), low | high) == null;
  }

  /** {@return the types of a function's parameters; none if it is no function type} */
  List<Integer> parameters(int functionType) {
    return functions.getOrDefault(functionType, List.of());
  }

  /**
   * {@return a parameter of a kernel}
   *
   * @param id its type
   * @param written its type as the source has it, possibly empty
   * @param names the names of the module's things
   */
  Parameter parameter(String name, int id, String written, Map<Integer, String> names) {
    Pointer pointer = pointers.get(id);
    if (pointer == null) {
      return Parameter.of(name, written(layout(id).type, id, written, names));
    }
    if (pointer.storage == FUNCTION) {
      // A structure that is passed by value.
      Layout value = layout(pointer.to);
      CType bytes = CType.bytes("struct", isData(value) ? value.type.size() : 0);
      return Parameter.of(name, written(bytes, pointer.to, written, names));
    }
    boolean opaque = !isData(layout(pointer.to));
    Passing passing = opaque ? Passing.UNKNOWN : layout(id).type.passing();
    String type =
        written.endsWith("*")
            ? written
            : written(layout(pointer.to).type, pointer.to, "", names).name() + "*";
    return new Parameter(name, type, passing, passing.bytes());
  }

  /** {@return a type under the name that it has in the source, if that is the same} */
  private static CType written(CType type, int id, String written, Map<Integer, String> names) {
    if (type.passing() == Passing.BYTES) {
      String name = written.isEmpty() ? names.getOrDefault(id, "") : written;
      return name.isEmpty() ? type : CType.bytes(name, type.size());
    }
    Optional<CType> same =
        CType.ofName(written)
            .filter(each -> each.passing() == type.passing() && each.size() == type.size());
    return type.passing() == Passing.IMAGE ? type : same.orElse(type);
  }
}
