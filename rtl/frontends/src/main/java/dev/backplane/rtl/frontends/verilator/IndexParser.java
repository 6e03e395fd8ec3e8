package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.frontends.text.ParameterValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parser of an index, by the precedence of operators (IEEE 1800-2017, table 11-2). */
final class IndexParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<size>\\d+)?\\s*'(?<sign>[sS]?)(?<radix>[bodhBODH])\\s*(?<digits>[0-9a-fA-F_]+)"
              + "|(?<cast>\\d{1,4}|signed|unsigned|\\$signed(?=\\s*\\()|\\$unsigned(?=\\s*\\())\\s*'?(?=\\s*\\()"
              + "|(?<plain>\\d[\\d_]*)(?!\\s*')|(?<name>[A-Za-z_][\\w$]*)"
              + "|(?<operator><<<|>>>|<<|>>|[=!]==?|<=|>=|&&|\\|\\||[-+*/%&|^~()<>!?:{},]))");

  /** The operators with two operands that are read, the weakest first. */
  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("||"),
          Set.of("&&"),
          Set.of("|"),
          Set.of("^"),
          Set.of("&"),
          Set.of("==", "!="),
          Set.of("<", "<=", ">", ">="),
          Set.of("<<", ">>", "<<<", ">>>"),
          Set.of("+", "-"),
          Set.of("*", "/", "%"));

  private static final Set<String> LOGIC = Set.of("||", "&&");
  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");

  /** The members behind a name, with the empty word before the first dot. */
  private static final Pattern MEMBERS = Pattern.compile("(?:\\s*\\.\\s*[A-Za-z_][\\w$]*)+");

  private static final Pattern SLICE = Pattern.compile("\\[([^\\[\\]:]*):([^\\[\\]:]*)\\]");

  private static final int MOST_DIGITS = 6;

  private final String text;
  private final int column;
  private final Names names;
  private final Matcher token;
  private int at;

  private IndexParser(String text, int column, Names names) {
    this.text = text.stripTrailing();
    this.column = column;
    this.names = names;
    this.token = TOKEN.matcher(this.text);
  }

  /** Tells the meaning of names in an index. */
  interface Names {
    /** Names of constants alone. */
    Names CONSTANTS = new Names() {};

    /** The operand that the tree has at a column, or null if there is none. */
    default @Nullable Expression operand(int column) {
      return null;
    }

    /** The member of the packed struct whose name is at a column, or null if it is none. */
    default TypeTable.@Nullable PackedMember member(int column, List<String> path) {
      return null;
    }
  }

  /**
   * Parses an index.
   *
   * @param text the text
   * @param column the column where it begins
   * @param names what its names are
   * @return the term, or null if the index has something that is not read here
   */
  static @Nullable IndexTerm parse(String text, int column, Names names) {
    IndexParser parser = new IndexParser(text, column, names);
    IndexTerm term = parser.whole();
    return parser.at == parser.text.length() ? term : null;
  }

  /** An index as a whole, which is right-associative. */
  private @Nullable IndexTerm whole() {
    IndexTerm condition = level(0);
    if (condition == null || !take("?")) {
      return condition;
    }
    IndexTerm then = whole();
    if (then == null || !take(":")) {
      return null;
    }
    IndexTerm otherwise = whole();
    return otherwise == null ? null : new IndexTerm.Choice(condition, then, otherwise);
  }

  private boolean take(String operator) {
    boolean found = operator.equals(operator());
    if (found) {
      at = token.end();
    }
    return found;
  }

  private boolean look() {
    return token.region(at, text.length()).lookingAt();
  }

  private @Nullable String operator() {
    return look() ? token.group("operator") : null;
  }

  private @Nullable IndexTerm level(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    IndexTerm left = level(level + 1);
    for (String operator = operator();
        left != null && operator != null && LEVELS.get(level).contains(operator);
        operator = operator()) {
      at = token.end();
      IndexTerm right = level(level + 1);
      left = right == null ? null : between(operator, left, right);
    }
    return left;
  }

  private static IndexTerm between(String operator, IndexTerm left, IndexTerm right) {
    return LOGIC.contains(operator)
        ? new IndexTerm.Logic(operator, left, right)
        : COMPARISONS.contains(operator)
            ? new IndexTerm.Comparison(operator, left, right)
            : new IndexTerm.Binary(operator, left, right);
  }

  private @Nullable IndexTerm unary() {
    String operator = operator();
    if (operator == null) {
      return look() ? primary() : null;
    }
    at = token.end();
    return switch (operator) {
      case "(" -> {
        IndexTerm inner = whole();
        yield take(")") ? inner : null;
      }
      case "{" -> join();
      case "!", "&", "|", "^" -> {
        IndexTerm operand = unary();
        yield operand == null ? null : new IndexTerm.Reduction(operator, operand);
      }
      case "+", "-", "~" -> {
        IndexTerm operand = unary();
        yield operand == null ? null : new IndexTerm.Unary(operator, operand);
      }
      default -> null;
    };
  }

  private @Nullable IndexTerm join() {
    List<IndexTerm> parts = new ArrayList<>();
    do {
      IndexTerm part = whole();
      if (part == null) {
        return null;
      }
      parts.add(part);
    } while (take(","));
    return take("}") ? new IndexTerm.Join(parts) : null;
  }

  private @Nullable IndexTerm primary() {
    at = token.end();
    String cast = token.group("cast");
    if (cast != null) {
      IndexTerm operand = take("(") ? whole() : null;
      return operand == null || !take(")")
          ? null
          : Character.isDigit(cast.charAt(0))
              ? new IndexTerm.Resized(Integer.parseInt(cast), operand)
              : new IndexTerm.Signed(!cast.contains("un"), operand);
    }
    String name = token.group("name");
    if (name != null) {
      return named(name, token.start("name"));
    }
    String plain = token.group("plain");
    if (plain != null) {
      return literal(plain, 10, Integer.SIZE, true);
    }
    String size = token.group("size");
    if (size != null && size.length() > MOST_DIGITS) {
      return null;
    }
    return literal(
        token.group("digits"),
        ParameterValue.radix(token.group("radix")),
        size == null ? Integer.SIZE : Integer.parseInt(size),
        !token.group("sign").isEmpty());
  }

  private @Nullable IndexTerm named(String name, int start) {
    Expression operand = names.operand(column + start);
    Matcher path = MEMBERS.matcher(text).region(at, text.length());
    if (path.lookingAt()) {
      at = path.end();
      List<String> members = List.of(path.group().strip().split("[\\s.]+"));
      // The tree has a name in an interface or another instance where its last part is.
      Expression reached =
          operand != null
              ? operand
              : names.operand(column + path.end() - members.getLast().length());
      return reached == null ? null : member(reached, column + start, members);
    }
    String selection = selectionFrom(at);
    if (selection == null || (operand == null && !selection.isEmpty())) {
      return null;
    }
    at += selection.length();
    if (operand == null) {
      return new IndexTerm.Named(name);
    }
    if (operand instanceof Expression.Bits || operand instanceof Expression.Name) {
      Expression of = operand instanceof Expression.Bits bits ? bits.from() : operand;
      boolean same = of instanceof Expression.Name found && found.name().equals(name);
      return !same ? null : selection.isEmpty() ? whole(operand) : slice(operand, selection);
    }
    return selection.isEmpty() ? null : new IndexTerm.Operand(operand);
  }

  /** A member behind a name: of a packed struct it is bits, of others the tree has it. */
  private @Nullable IndexTerm member(Expression operand, int start, List<String> path) {
    List<String> members = path.subList(1, path.size());
    String selection = selectionFrom(at);
    if (selection == null) {
      return null;
    }
    at += selection.length();
    if (!selection.isEmpty()) {
      return operand instanceof Expression.Bits bits && endsWith(bits.from(), members)
          ? slice(operand, selection)
          : null;
    }
    if (operand instanceof Expression.MemberOf || isReached(operand, members)) {
      return endsWith(operand, members) ? new IndexTerm.Operand(operand) : null;
    }
    TypeTable.PackedMember member = names.member(start, members);
    return member == null
        ? null
        : new IndexTerm.Slice(
            operand,
            IndexTerm.Literal.integer(member.lsb() + member.width() - 1),
            IndexTerm.Literal.integer(member.lsb()),
            member.signed());
  }

  /** Returns whether an operand is a variable of another instance or of an interface. */
  private static boolean isReached(Expression operand, List<String> members) {
    return operand instanceof Expression.Name name
        && !name.reference().path().isEmpty()
        && name.name().equals(members.getLast());
  }

  private static boolean endsWith(Expression operand, List<String> members) {
    return operand instanceof Expression.MemberOf member
        ? members.size() > 1
            ? member.member().equals(members.getLast())
                && endsWith(member.from(), members.subList(0, members.size() - 1))
            : member.from() instanceof Expression.Name && member.member().equals(members.getLast())
        : isReached(operand, members);
  }

  private static @Nullable IndexTerm whole(Expression operand) {
    return operand instanceof Expression.Name ? new IndexTerm.Operand(operand) : null;
  }

  private static @Nullable IndexTerm slice(Expression operand, String selection) {
    Matcher bounds = SLICE.matcher(selection);
    if (!bounds.matches()) {
      // One bit, whose place may be variable, is never cut.
      return selection.indexOf(':') < 0 && selection.indexOf('[', 1) < 0
          ? new IndexTerm.Operand(operand)
          : null;
    }
    IndexTerm left = parse(bounds.group(1), 0, Names.CONSTANTS);
    IndexTerm right = parse(bounds.group(2), 0, Names.CONSTANTS);
    return left == null || right == null ? null : new IndexTerm.Slice(operand, left, right, false);
  }

  /** The selections or arguments behind a name, or null if there is something else. */
  private @Nullable String selectionFrom(int from) {
    int place = from;
    while (place >= 0 && place < text.length() && "[(".indexOf(text.charAt(place)) >= 0) {
      place = behindBracket(place);
    }
    boolean more =
        place < 0
            || (place < text.length()
                && (text.charAt(place) == '.' || text.startsWith("::", place)));
    return more ? null : text.substring(from, place);
  }

  private int behindBracket(int open) {
    int depth = 0;
    for (int place = open; place < text.length(); place++) {
      char c = text.charAt(place);
      depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
      if (depth == 0) {
        return place + 1;
      }
    }
    return -1;
  }

  private static @Nullable IndexTerm literal(String digits, int radix, int width, boolean signed) {
    try {
      return new IndexTerm.Literal(new BigInteger(digits.replace("_", ""), radix), width, signed);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
