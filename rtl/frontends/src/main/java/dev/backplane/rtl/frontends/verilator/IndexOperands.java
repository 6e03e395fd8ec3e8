package dev.backplane.rtl.frontends.verilator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names that the tree has, by the columns where they begin. */
final class IndexOperands implements IndexParser.Names {
  private final Map<Integer, Expression> expressions = new HashMap<>();
  private final Map<Integer, String> typeIds = new HashMap<>();
  private final TypeTable types;

  IndexOperands(TypeTable types) {
    this.types = types;
  }

  void add(int column, Expression operand) {
    expressions.put(column, operand);
  }

  /** Adds the types of the names in a line. */
  void addTypes(Element element, SourceLocation line) {
    if (element.is("varref")) {
      SourceLocation at = element.location();
      if (at.line() == line.line() && at.file().equals(line.file())) {
        typeIds.put(at.column(), element.get("dtype_id"));
      }
    }
    element.children().forEach(child -> addTypes(child, line));
  }

  @Override
  public @Nullable Expression operand(int column) {
    return expressions.get(column);
  }

  @Override
  public TypeTable.@Nullable PackedMember member(int column, List<String> path) {
    String id = typeIds.get(column);
    return id == null ? null : types.packedMember(id, path);
  }
}
