package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The selections behind a word, as they are written: elements of packed arrays, members of packed
 * structs, bits. Verilator makes one selection of them, with the sum of their places.
 */
final class SelectionChain {
  private static final Pattern MEMBER = Pattern.compile("\\s*\\.\\s*([A-Za-z_][\\w$]*)");

  private SelectionChain() {}

  /**
   * Reads the selections.
   *
   * @param from what is selected from
   * @param names what names in indices are
   * @return the last of the indices, with all of them; null if there is none, or if one cannot be
   *     read
   */
  static @Nullable SourceIndex of(
      Element from, TypeTable types, SourceTexts texts, IndexOperands names) {
    String line = texts.line(from.location());
    int at = behind(from, line);
    String type = from.get("dtype_id");
    List<SourceIndex.Level> found = new ArrayList<>();
    int offset = 0;
    while (at >= 0 && !type.isEmpty()) {
      Matcher member = MEMBER.matcher(line).region(at, line.length());
      if (member.lookingAt()) {
        // A word whose member begins at bit 0 has the type of that member in the tree.
        String inner = types.member(type, member.group(1));
        TypeTable.PackedMember bits = types.packedMember(type, List.of(member.group(1)));
        offset += inner.isEmpty() || bits == null ? 0 : bits.lsb();
        type = inner.isEmpty() ? type : inner;
        at = member.end();
        continue;
      }
      WrittenSelection written = line.startsWith("[", at) ? WrittenSelection.of(line, at) : null;
      TypeTable.Range declared = types.range(type);
      if (written == null || declared == null || written.isConstantRange()) {
        // Verilator refuses constants that are outside.
        break;
      }
      SourceIndex index = SourceIndex.read(written, at + 1, names, 0, declared);
      if (index == null) {
        return null;
      }
      String element = types.element(type);
      found.add(new SourceIndex.Level(index, element.isEmpty() ? 1 : types.width(element)));
      type = written.kind().isEmpty() ? element : "";
      at += written.length();
    }
    return found.isEmpty() ? null : found.getLast().index().asOneOf(found, offset);
  }

  /** The end of the text of a variable, a member or an element in its line; -1 if unknown. */
  private static int behind(Element from, String line) {
    int start = from.location().column() - 1;
    if (from.is("arraysel")) {
      WrittenSelection index =
          line.startsWith("[", start) ? WrittenSelection.of(line, start) : null;
      return index == null ? -1 : start + index.length();
    }
    String dot = from.is("structsel") && line.startsWith(".", start) ? "." : "";
    String name = dot + from.get("name");
    return !name.equals(dot) && start >= 0 && line.startsWith(name, start)
        ? start + name.length()
        : -1;
  }
}
