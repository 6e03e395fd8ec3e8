package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Facts that the compiler knows of a program's source and does not report. They are found by
 * building the source again with text added before or behind it. Nothing is built before a fact is
 * needed.
 */
final class SourceFacts {
  /** The functions that tell of work items and their groups. */
  static final List<String> ASKING =
      List.of(
          "get_global_id",
          "get_local_id",
          "get_group_id",
          "get_global_linear_id",
          "get_local_linear_id",
          "get_global_size",
          "get_local_size",
          "get_enqueued_local_size",
          "get_num_groups",
          "get_work_dim",
          "get_sub_group_id",
          "get_sub_group_local_id",
          "get_sub_group_size",
          "get_max_sub_group_size",
          "get_num_sub_groups",
          "get_enqueued_num_sub_groups");

  /** Replaces the functions of {@link #ASKING}; nothing declares it. */
  private static final String NOWHERE = "backplane_asks_which_work_item";

  private static final int DEVICE_DOUBLE_FP_CONFIG = 0x1032;
  private static final int DEVICE_HALF_FP_CONFIG = 0x1033;

  private final PiContext context;
  private final Optional<Image> code;
  private final ToLongFunction<Image> build;
  private final List<SourceFacts> parts;
  private final Whole whole;
  private final Map<String, CType> types = new HashMap<>();
  private Optional<WorkItemUse> use;

  /** Makes a program in which another text stands for one of its parts. */
  @FunctionalInterface
  interface Whole {
    /** Gives a handle that is released here. */
    long with(int part, Image instead);
  }

  private SourceFacts(
      PiContext context,
      Optional<Image> code,
      ToLongFunction<Image> build,
      Optional<WorkItemUse> use,
      List<SourceFacts> parts,
      Whole whole) {
    this.context = context;
    this.parts = parts;
    this.whole = whole;
    this.code = code;
    this.build = build;
    this.use = use;
  }

  /** Creates the facts of a program without source. */
  static SourceFacts none(PiContext context, WorkItemUse use) {
    return new SourceFacts(
        context, Optional.empty(), _ -> 0, Optional.of(use), List.of(), (_, _) -> 0);
  }

  /**
   * Creates the facts of source, which are found out when they are asked for.
   *
   * @param build builds the source as the program was built; gives a handle that is released here
   */
  static SourceFacts of(PiContext context, Image source, ToLongFunction<Image> build) {
    return new SourceFacts(
        context,
        Optional.of(source),
        build,
        Optional.empty(),
        List.of(),
        (_, instead) -> build.applyAsLong(instead));
  }

  /** Creates the facts of a program that is linked of parts. */
  static SourceFacts ofParts(PiContext context, List<SourceFacts> parts, Whole whole) {
    return new SourceFacts(
        context, Optional.empty(), _ -> 0, Optional.empty(), List.copyOf(parts), whole);
  }

  /** Tells whether its kernels ask which work item they are. */
  synchronized WorkItemUse use() {
    if (use.isEmpty()) {
      use =
          Optional.of(
              code.isEmpty()
                  ? parts.stream().map(SourceFacts::use).reduce(WorkItemUse.TASK, WorkItemUse::and)
                  : builds(withoutWorkItems(code.get())) ? WorkItemUse.TASK : WorkItemUse.RANGE);
    }
    return use.get();
  }

  /**
   * The source with names that are not there in place of the functions. It builds if no kernel
   * asks, however the question is spelled, as names are replaced by the compiler itself. Behind it
   * stands a check that the source has not made them something else.
   */
  private static Image withoutWorkItems(Image code) {
    StringBuilder text = new StringBuilder();
    for (String name : ASKING) {
      text.append("#define ").append(name).append(' ').append(NOWHERE).append('\n');
    }
    text.append("#line 1\n").append(code.content().text()).append("\n\n");
    text.append("#define BACKPLANE_TEXT(x) #x\n#define BACKPLANE_EXPANDED(x) BACKPLANE_TEXT(x)\n");
    for (int i = 0; i < ASKING.size(); i++) {
      text.append(
          "typedef char backplane_same_%d[sizeof(BACKPLANE_EXPANDED(%s)) == sizeof(\"%s\") ? 1 : -1];%n"
              .formatted(i, ASKING.get(i), NOWHERE));
    }
    return with(code, text.toString());
  }

  /**
   * Looks up the types that aliases stand for among the arguments of a kernel, as far as the
   * compiler tells them.
   *
   * @param kernel its name
   * @param aliases the names
   */
  Map<String, CType> types(String kernel, Set<String> aliases) {
    return code.isEmpty()
        ? ofParts(kernel, aliases)
        : typesHere(aliases, source -> whole.with(0, source));
  }

  /**
   * Asks this source.
   *
   * @param linking makes a program whose kernels can be asked
   */
  private synchronized Map<String, CType> typesHere(
      Set<String> aliases, ToLongFunction<Image> linking) {
    List<String> missing = aliases.stream().filter(each -> !types.containsKey(each)).toList();
    if (!missing.isEmpty() && !ask(missing, linking)) {
      for (String alias : missing) {
        // Of opaque types there are no pointers; one of them alone spoils the question.
        if ((missing.size() == 1 || !ask(List.of(alias), linking)) && isSampler(alias)) {
          // Compilers know samplers by their name alone and take what is passed for something else.
          types.put(alias, CType.unsupported(alias));
        }
      }
    }
    return Map.copyOf(types);
  }

  /**
   * {@return the types on which all parts with the kernel agree} An alias may stand for different
   * types in different parts.
   */
  private Map<String, CType> ofParts(String kernel, Set<String> aliases) {
    Map<String, Set<CType>> answers = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      SourceFacts part = parts.get(i);
      if (part.code.isPresent() && (parts.size() == 1 || part.knows(kernel))) {
        int index = i;
        Map<String, CType> told = part.typesHere(aliases, source -> whole.with(index, source));
        for (String alias : aliases) {
          answers
              .computeIfAbsent(alias, _ -> new HashSet<>())
              .add(told.getOrDefault(alias, CType.unknown(alias)));
        }
      }
    }
    Map<String, CType> agreed = new HashMap<>();
    answers.forEach(
        (alias, types) -> {
          if (types.size() == 1) {
            agreed.put(alias, types.iterator().next());
          }
        });
    return agreed;
  }

  /**
   * Returns whether the source defines or declares a kernel, so that its name cannot be a type's.
   */
  private boolean knows(String kernel) {
    return !builds(followedBy("typedef int " + kernel + ";\n"));
  }

  private boolean isSampler(String alias) {
    return builds(
        followedBy(
            "__kernel void backplane_sample(%s s, __read_only image2d_t i, __global float *o) { o[0] = read_imagef(i, s, (int2)(0, 0)).x; }%n"
                .formatted(alias)));
  }

  /**
   * Asks for size and type of each: the compiler puts them into the sizes of groups that a kernel
   * demands, where they can be read without executing it.
   */
  private boolean ask(List<String> aliases, ToLongFunction<Image> linking) {
    boolean doubles = context.deviceNumber(DEVICE_DOUBLE_FP_CONFIG) != 0;
    // Some compilers have the type of two bytes only where the source asks for it.
    return (context.deviceNumber(DEVICE_HALF_FP_CONFIG) != 0
            && ask(aliases, linking, CType.numbers(true, doubles)))
        || ask(aliases, linking, CType.numbers(false, doubles));
  }

  private boolean ask(List<String> aliases, ToLongFunction<Image> linking, List<CType> numbers) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < aliases.size(); i++) {
      text.append(
          "__kernel __attribute__((reqd_work_group_size(sizeof(%1$s), 1 + _Generic((%1$s *)0"
              .formatted(aliases.get(i)));
      for (int number = 0; number < numbers.size(); number++) {
        text.append(", %s *: %d".formatted(numbers.get(number).name(), number + 1));
      }
      text.append(", default: 0), 1))) void backplane_type_%d() {}%n".formatted(i));
    }
    long program = built(followedBy(text.toString()), linking);
    if (program == 0) {
      return false;
    }
    try {
      for (int i = 0; i < aliases.size(); i++) {
        List<Long> answer = KernelPlan.required(context, program, "backplane_type_" + i);
        int number = (int) (answer.get(1) - 2);
        types.put(
            aliases.get(i),
            number >= 0 && number < numbers.size()
                ? numbers.get(number)
                : CType.bytes(aliases.get(i), Math.toIntExact(answer.get(0))));
      }
      types.replaceAll((name, type) -> mayBeWhole(type) ? whole(type, linking) : type);
      return true;
    } finally {
      context.pi.programRelease(program);
    }
  }

  private static boolean mayBeWhole(CType type) {
    return type.passing() == Parameter.Passing.BYTES
        && type.size() == Integer.BYTES
        && !type.name().startsWith("struct ")
        && !type.name().startsWith("union ");
  }

  /**
   * Finds out whether a type is that of an enum, which is passed as a number: one can be added to
   * it.
   */
  private CType whole(CType type, ToLongFunction<Image> linking) {
    String text =
        "__kernel __attribute__((reqd_work_group_size(1 + _Generic((%s)0 + 0, int: 1, uint: 2, long: 3, ulong: 4, default: 0), 1, 1))) void backplane_whole() {}%n"
            .formatted(type.name());
    long program = built(followedBy(text), linking);
    if (program == 0) {
      return type;
    }
    try {
      long answer = KernelPlan.required(context, program, "backplane_whole").getFirst();
      String name = answer == 2 || answer == 4 ? "int" : "uint";
      return type.size() == Integer.BYTES ? CType.ofName(name).orElseThrow() : type;
    } finally {
      context.pi.programRelease(program);
    }
  }

  private Image followedBy(String text) {
    Image source = code.orElseThrow();
    return with(source, source.content().text() + "\n\n" + text);
  }

  private static Image with(Image code, String text) {
    Image other = Image.source(code.name(), text).withOptions(code.options());
    for (Map.Entry<String, String> header : code.headers().entrySet()) {
      other = other.withHeader(header.getKey(), header.getValue());
    }
    return other;
  }

  private boolean builds(Image source) {
    long program = built(source, build);
    if (program != 0) {
      context.pi.programRelease(program);
    }
    return program != 0;
  }

  /** A program, or 0 if the compiler refuses it. */
  private static long built(Image source, ToLongFunction<Image> building) {
    try {
      return building.applyAsLong(source);
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.BUILD_FAILED || e.code() == ErrorCode.INVALID_ARGUMENT) {
        return 0;
      }
      throw e;
    }
  }
}
