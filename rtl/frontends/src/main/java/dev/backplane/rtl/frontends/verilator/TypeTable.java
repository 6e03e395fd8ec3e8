package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of a design, by Verilator's numbers. */
final class TypeTable {
  private static final Set<String> WITHOUT_HARDWARE =
      Set.of("real", "shortreal", "realtime", "string", "event", "chandle");

  private final Map<String, Element> elements = new HashMap<>();
  private final Map<String, Type> types = new HashMap<>();

  TypeTable(Element netlist) {
    for (Element table : netlist.children("typetable")) {
      for (Element type : table.children()) {
        elements.put(type.get("id"), type);
        // In JSON, expressions can have the type of a member.
        type.children("memberdtype").forEach(member -> elements.put(member.get("id"), member));
      }
    }
  }

  /** The number of a type behind its aliases. */
  private String resolveAlias(String id) {
    Element element = elements.get(id);
    return element != null
            && Set.of("refdtype", "paramtypedtype", "constdtype").contains(element.tag())
            && !element.get("sub_dtype_id").isEmpty()
        ? resolveAlias(element.get("sub_dtype_id"))
        : id;
  }

  Type of(Element element) {
    return type(element.get("dtype_id"));
  }

  private Type type(String id) {
    Type known = types.get(id);
    if (known == null) {
      Element element = elements.get(id);
      if (element == null && !id.isEmpty()) {
        throw new RtlException(
            RtlError.SOURCE_UNSUPPORTED,
            "Verilator's syntax tree refers to a type that is not in it. Use another version");
      }
      known = element == null ? new Type.Other("nothing") : read(element);
      types.put(id, known);
    }
    return known;
  }

  private Type read(Element element) {
    Type sub = element.get("sub_dtype_id").isEmpty() ? null : type(element.get("sub_dtype_id"));
    return switch (element.tag()) {
      case "basicdtype" -> basic(element);
      case "enumdtype", "refdtype", "paramtypedtype", "constdtype", "memberdtype" ->
          sub == null ? new Type.Other(element.tag()) : sub;
      case "packarraydtype" ->
          sub instanceof Type.Packed packed
              ? new Type.Packed(packed.width() * range(element).size(), false)
              : new Type.Other("packed array of " + sub);
      case "unpackarraydtype" -> {
        Range range = range(element);
        yield sub == null || sub instanceof Type.Other
            ? new Type.Other("array of interfaces")
            : new Type.Array(sub, range.low(), range.size(), range.ascending());
      }
      case "structdtype" -> struct(element);
      case "uniondtype" -> union(element);
      case "ifacerefdtype" -> new Type.Other("interface");
      default -> new Type.Other(element.tag().replaceFirst("dtype$", ""));
    };
  }

  private static Type basic(Element element) {
    String name = element.get("name");
    if (WITHOUT_HARDWARE.contains(name)) {
      return new Type.Other(name);
    }
    int width = 1;
    if (!element.get("left").isEmpty()) {
      int left = Integer.parseInt(element.get("left"));
      int right = Integer.parseInt(element.get("right"));
      width = Math.abs(left - right) + 1;
    }
    return new Type.Packed(width, element.get("signed").equals("true"));
  }

  private Type struct(Element element) {
    List<Type.Member> members = new ArrayList<>();
    boolean packed = element.get("packed").equals("true");
    int width = 0;
    for (Element member : element.children("memberdtype")) {
      Type type = type(member.get("sub_dtype_id"));
      members.add(new Type.Member(member.get("name"), type));
      packed &= type instanceof Type.Packed;
      width += type instanceof Type.Packed p ? p.width() : 0;
    }
    return packed ? new Type.Packed(width, false) : new Type.Struct(List.copyOf(members));
  }

  private Type union(Element element) {
    int width = 0;
    for (Element member : element.children("memberdtype")) {
      if (!(type(member.get("sub_dtype_id")) instanceof Type.Packed packed)) {
        return new Type.Other("unpacked union");
      }
      width = Math.max(width, packed.width());
    }
    return element.get("packed").equals("true")
        ? new Type.Packed(width, false)
        : new Type.Other("unpacked union");
  }

  /**
   * The declared range of the outermost dimension of a type.
   *
   * @param low the lowest index
   * @param size the number of elements
   * @param ascending whether the lowest index is written first
   */
  record Range(int low, int size, boolean ascending) {}

  /**
   * Bits of a packed struct.
   *
   * @param lsb the lowest one
   * @param width how many
   * @param signed whether they are a signed number
   */
  record PackedMember(int lsb, int width, boolean signed) {}

  /** The bits of a member, at any depth, of a packed struct, or null if it is none. */
  @Nullable PackedMember packedMember(String id, List<String> path) {
    Element type = elements.get(resolveAlias(id));
    if (type == null || !(type(resolveAlias(id)) instanceof Type.Packed)) {
      return null;
    }
    boolean union = type.is("uniondtype");
    int above = 0;
    PackedMember found = null;
    for (Element member : type.children("memberdtype")) {
      String sub = member.get("sub_dtype_id");
      if (!(type(sub) instanceof Type.Packed packed)) {
        return null;
      }
      if (member.get("name").equals(path.getFirst())) {
        PackedMember inner =
            path.size() == 1
                ? new PackedMember(0, packed.width(), packed.signed())
                : packedMember(sub, path.subList(1, path.size()));
        if (inner == null) {
          return null;
        }
        found = inner;
        above = 0;
      } else if (found != null && !union) {
        above += packed.width();
      }
    }
    return found == null
        ? null
        : new PackedMember(found.lsb() + above, found.width(), found.signed());
  }

  /** The declared range of the variable of an element, or null if there is none. */
  @Nullable Range declaredRange(Element of) {
    Element type = elements.get(resolveAlias(of.get("dtype_id")));
    return type == null ? null : ownRange(type);
  }

  private static @Nullable Range ownRange(Element type) {
    if (type.is("packarraydtype") || type.is("unpackarraydtype")) {
      return range(type);
    }
    if (!type.is("basicdtype") || type.get("left").isEmpty()) {
      return null;
    }
    int left = Integer.parseInt(type.get("left"));
    int right = Integer.parseInt(type.get("right"));
    return new Range(Math.min(left, right), Math.abs(left - right) + 1, left < right);
  }

  /** The declared range of the outermost dimension of a packed type, or null if it has none. */
  @Nullable Range range(String id) {
    Element type = elements.get(resolveAlias(id));
    return type == null || type.is("unpackarraydtype") ? null : ownRange(type);
  }

  /** The type of the elements of a packed array, or nothing. */
  String element(String id) {
    Element type = elements.get(resolveAlias(id));
    return type != null && type.is("packarraydtype") ? type.get("sub_dtype_id") : "";
  }

  /** The bits of a packed type, 0 if it is none. */
  int width(String id) {
    return type(id) instanceof Type.Packed packed ? packed.width() : 0;
  }

  /** The type of a member of a struct or union, or nothing. */
  String member(String id, String name) {
    Element type = elements.get(resolveAlias(id));
    return type == null
        ? ""
        : type.children("memberdtype").stream()
            .filter(member -> member.get("name").equals(name))
            .map(member -> member.get("sub_dtype_id"))
            .findFirst()
            .orElse("");
  }

  private static Range range(Element element) {
    List<Element> ends = element.children("range").getFirst().children();
    int left = Literal.parse(ends.get(0).get("name")).value().intValue();
    int right = Literal.parse(ends.get(1).get("name")).value().intValue();
    return new Range(Math.min(left, right), Math.abs(left - right) + 1, left <= right);
  }
}
