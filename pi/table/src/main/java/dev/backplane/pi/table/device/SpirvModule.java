package dev.backplane.pi.table.device;

import dev.backplane.api.binary.Content;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A module of SPIR-V, as far as it tells of its kernels: their names, what they take, and whether
 * they ask which work item they are. Types and decorations stand before what refers to them, so
 * that one pass over the module knows all; what is not well formed tells nothing.
 */
final class SpirvModule {
  /** The functions as modules import them from a library of OpenCL's, with mangled names. */
  private static final Pattern IMPORTED =
      Pattern.compile(String.join("|", SourceFacts.ASKING) + "|__spirv_BuiltIn");

  private static final int MAGIC = 0x07230203;
  private static final int HEADER = 5;
  private static final int BOUND = 3;
  private static final int KERNEL = 6;
  private static final int DECORATION_C_PACKED = 10;
  private static final int DECORATION_BUILT_IN = 11;

  /** NumWorkgroups; then come all that tell of work items, up to SubgroupLocalInvocationId. */
  private static final int FIRST_BUILT_IN = 24;

  private static final int LAST_BUILT_IN = 41;

  /** SubgroupEqMask and those like it. */
  private static final int FIRST_MASK = 4416;

  private static final int LAST_MASK = 4420;

  /** Longer names are nobody's. */
  private static final int LONGEST_NAME = 1000;

  private static final String TYPES = "kernel_arg_type.";

  private final SpirvTypes types;
  private final Map<Integer, String> names = new HashMap<>();

  /** The types of the arguments of kernels as their source has written them, by kernel. */
  private final Map<String, String> written = new HashMap<>();

  /** The functions of kernels, by name. */
  private final Map<String, Integer> kernels = new LinkedHashMap<>();

  /** The function types of functions. */
  private final Map<Integer, Integer> functions = new HashMap<>();

  /** The parameters of functions, and the types of these. */
  private final Map<Integer, List<Integer>> parameters = new HashMap<>();

  private final Map<Integer, List<Integer>> given = new HashMap<>();

  private int function;
  private boolean asks;

  private SpirvModule(int bound) {
    types = new SpirvTypes(bound);
  }

  /** {@return a module, empty if it is not well formed} */
  static Optional<SpirvModule> read(Content content) {
    return ordered(content).flatMap(SpirvModule::read);
  }

  /** {@return its bytes, in the order of this machine, empty if it is something else} */
  private static Optional<ByteBuffer> ordered(Content content) {
    ByteBuffer bytes = content.buffer();
    if (bytes.remaining() % Integer.BYTES != 0 || bytes.remaining() < HEADER * Integer.BYTES) {
      return Optional.empty();
    }
    int magic = bytes.getInt(0);
    if (magic == MAGIC) {
      return Optional.of(bytes);
    }
    if (magic != Integer.reverseBytes(MAGIC)) {
      return Optional.empty();
    }
    ByteBuffer swapped = ByteBuffer.allocate(bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      swapped.putInt(Integer.reverseBytes(bytes.getInt()));
    }
    return Optional.of(swapped.flip());
  }

  private static Optional<SpirvModule> read(ByteBuffer bytes) {
    IntBuffer words = bytes.asIntBuffer();
    SpirvModule module = new SpirvModule(words.get(BOUND));
    int at = HEADER;
    while (at < words.limit()) {
      int length = words.get(at) >>> 16;
      if (length == 0 || length > words.limit() - at) {
        return Optional.empty();
      }
      if (!module.take(words.get(at) & 0xFFFF, words.slice(at, length))) {
        return Optional.empty();
      }
      at += length;
    }
    byte[] all = new byte[bytes.limit()];
    bytes.get(0, all);
    module.asks |= IMPORTED.matcher(new String(all, StandardCharsets.ISO_8859_1)).find();
    return Optional.of(module);
  }

  /** {@return whether an instruction is well formed, as far as it matters here} */
  private boolean take(int operation, IntBuffer words) {
    int length = words.limit();
    return switch (operation) {
      case 5 -> length >= 3 && named(words);
      case 7 -> length >= 3 && string(words);
      case 15 -> length >= 4 && entry(words);
      case 54 -> length >= 5 && function(words);
      case 55 -> length >= 3 && functions.containsKey(function) && parameter(words);
      case 71 -> length >= 3 && decorated(words, 2);
      case 72 -> length >= 4 && decorated(words, 3);
      case 74 -> length >= 2 && types.packLike(words);
      default -> types.take(operation, words);
    };
  }

  private boolean named(IntBuffer words) {
    Optional<String> name = text(words, 2);
    name.ifPresent(each -> names.put(words.get(1), each));
    return name.isPresent();
  }

  private boolean string(IntBuffer words) {
    Optional<String> string = text(words, 2);
    string
        .filter(each -> each.startsWith(TYPES) && each.indexOf('.', TYPES.length()) > 0)
        .ifPresent(
            each -> {
              int end = each.indexOf('.', TYPES.length());
              written.put(each.substring(TYPES.length(), end), each.substring(end + 1));
            });
    return string.isPresent();
  }

  private boolean entry(IntBuffer words) {
    Optional<String> name = text(words, 3);
    return name.isPresent()
        && (words.get(1) != KERNEL || kernels.put(name.get(), words.get(2)) == null);
  }

  private boolean function(IntBuffer words) {
    function = words.get(2);
    parameters.put(function, new ArrayList<>());
    given.put(function, new ArrayList<>());
    return functions.put(function, words.get(4)) == null;
  }

  private boolean parameter(IntBuffer words) {
    return given.getOrDefault(function, List.of()).add(words.get(1))
        && parameters.getOrDefault(function, List.of()).add(words.get(2));
  }

  private boolean decorated(IntBuffer words, int at) {
    int decoration = words.get(at);
    if (decoration == DECORATION_C_PACKED && at == 2) {
      types.pack(words.get(1));
    }
    if (decoration == DECORATION_BUILT_IN) {
      if (words.limit() <= at + 1) {
        return false;
      }
      int builtIn = words.get(at + 1);
      asks |=
          (builtIn >= FIRST_BUILT_IN && builtIn <= LAST_BUILT_IN)
              || (builtIn >= FIRST_MASK && builtIn <= LAST_MASK);
    }
    return true;
  }

  /** {@return a text that ends within the instruction, empty if it does not} */
  private static Optional<String> text(IntBuffer words, int from) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = from; at < words.limit(); at++) {
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        byte next = (byte) (words.get(at) >>> shift);
        if (next == 0) {
          return Optional.of(bytes.toString(StandardCharsets.UTF_8));
        }
        bytes.write(next);
      }
    }
    return Optional.empty();
  }

  /** {@return the names of its kernels} */
  List<String> kernels() {
    return List.copyOf(kernels.keySet());
  }

  /** {@return whether a kernel asks which work item it is} */
  WorkItemUse use() {
    return asks ? WorkItemUse.RANGE : WorkItemUse.TASK;
  }

  /** {@return what its kernels take; none of a kernel whose function is not there} */
  Map<String, List<Parameter>> signatures() {
    Map<String, List<Parameter>> signatures = new LinkedHashMap<>();
    kernels.forEach(
        (kernel, id) -> {
          List<Integer> ids = parameters.getOrDefault(id, List.of());
          List<Integer> taken = types.parameters(functions.getOrDefault(id, 0));
          if (functions.containsKey(id) && taken.equals(given.get(id))) {
            signatures.put(kernel, signature(ids, taken, written(kernel, ids.size())));
          }
        });
    return signatures;
  }

  private List<Parameter> signature(List<Integer> ids, List<Integer> taken, List<String> texts) {
    List<Parameter> signature = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      String name = names.getOrDefault(ids.get(i), "");
      String known = name.isEmpty() || name.length() > LONGEST_NAME ? "arg" + i : name;
      signature.add(types.parameter(known, taken.get(i), texts.get(i), names));
    }
    return List.copyOf(signature);
  }

  /**
   * {@return the types as the source has written them; empty ones where the module does not say}
   */
  private List<String> written(String kernel, int count) {
    String[] all = written.getOrDefault(kernel, "").split(",", -1);
    // Behind each stands a comma.
    return all.length == count + 1 && all[count].isEmpty()
        ? List.of(all).subList(0, count)
        : Collections.nCopies(count, "");
  }
}
