package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which signal drives which bit: the way back from yosys' numbered bits to words. Signals are made
 * where bits are driven; operands are made where bits are used, as slices as long as possible.
 */
final class Wires {
  /** From how many times on a repeated bit is made by one cell instead of being listed. */
  private static final int REPLICATED = 3;

  private static final Pattern MADE_UP = Pattern.compile("\\$[a-z_0-9]+\\$|^\\$");

  private static final Comparator<BitDesign.BitName> BEST_NAME =
      Comparator.<BitDesign.BitName>comparingLong(
              name -> name.name().chars().filter(c -> c == '.').count())
          .thenComparingInt(name -> name.bits().length)
          .thenComparing(BitDesign.BitName::name);

  private final BitDesign.@Nullable BitName[] names;
  private final int[] nameIndex;
  private final int[] alias;
  private final @Nullable Signal[] driver;
  private final int[] driverIndex;
  private final byte[] initial;
  private final List<Signal> signals = new ArrayList<>();
  private final Set<String> taken = new HashSet<>();
  private final Map<Map.Entry<Operand.Slice, Integer>, Signal> replicas = new HashMap<>();
  private final SourceFolder folder;
  private final Consumer<Cell> out;

  /**
   * Wires without drivers.
   *
   * @param design whose wires
   * @param folder what file names in messages come from
   * @param out takes cells that operands need
   */
  Wires(BitDesign design, SourceFolder folder, Consumer<Cell> out) {
    this.folder = folder;
    this.out = out;
    names = new BitDesign.BitName[design.bits()];
    nameIndex = new int[design.bits()];
    alias = new int[design.bits()];
    driver = new Signal[design.bits()];
    driverIndex = new int[design.bits()];
    initial = new byte[design.bits()];
    for (int bit = 0; bit < alias.length; bit++) {
      alias[bit] = bit;
    }
    for (BitDesign.BitName name : design.names()) {
      remember(name);
    }
  }

  private void remember(BitDesign.BitName name) {
    for (int i = 0; i < name.bits().length; i++) {
      int bit = name.bits()[i];
      if (bit < 0) {
        continue;
      }
      int digit = name.initial().length() - 1 - i;
      if (digit >= 0 && name.initial().charAt(digit) == '1') {
        initial[bit] = 1;
      }
      BitDesign.BitName known = names[bit];
      if (!isMadeUp(name) && (known == null || BEST_NAME.compare(name, known) < 0)) {
        names[bit] = name;
        nameIndex[bit] = i;
      }
    }
  }

  /** Yosys hides most of the names that it makes up, but not those of functions. */
  private static boolean isMadeUp(BitDesign.BitName name) {
    return name.madeUp() || isMadeUp(name.name());
  }

  /** Whether a name is of yosys' making: it holds a word between dollar signs, then a place. */
  static boolean isMadeUp(String name) {
    return MADE_UP.matcher(name).find();
  }

  List<Signal> signals() {
    return signals;
  }

  /** Makes one bit another name of a second. */
  void alias(int bit, int meaning) {
    if (bit < 0) {
      throw conflict(bit, "a constant");
    }
    alias[bit] = meaning;
  }

  /** The bit or constant that a bit stands for. */
  int resolve(int bit) {
    int at = bit;
    for (int steps = 0; at >= 0 && alias[at] != at; steps++) {
      at = alias[at];
      if (steps > alias.length) {
        throw new RtlException(
            RtlError.COMBINATIONAL_LOOP,
            "'" + name(bit) + "' is connected to itself only. Drive it");
      }
    }
    return at;
  }

  /** Makes a signal that drives these bits. */
  Signal drive(int[] bits) {
    return drive(bits, wordName(bits));
  }

  Signal drive(int[] bits, @Nullable String name) {
    Signal signal = signal(name, bits.length);
    for (int i = 0; i < bits.length; i++) {
      int bit = bits[i];
      if (bit < 0) {
        throw conflict(bit, "a constant and " + signal.name());
      }
      Signal other = driver[bit];
      if (other != null) {
        throw conflict(bit, other.name() + " and " + signal.name());
      }
      driver[bit] = signal;
      driverIndex[bit] = i;
    }
    return signal;
  }

  /** Makes a signal that no bit of the source stands for. */
  Signal madeUp(int width) {
    return signal(null, width);
  }

  private Signal signal(@Nullable String wanted, int width) {
    String name = wanted;
    if (name == null || !taken.add(name)) {
      name = "$" + signals.size();
      taken.add(name);
    }
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  /** What drives these bits. */
  Operand operand(int... bits) {
    List<Operand.Part> parts = new ArrayList<>();
    for (int from = 0; from < bits.length; ) {
      int to = from + 1;
      int first = resolve(bits[from]);
      if (first < 0) {
        BigInteger value = first == BitDesign.ONE ? BigInteger.ONE : BigInteger.ZERO;
        for (; to < bits.length && resolve(bits[to]) < 0; to++) {
          if (resolve(bits[to]) == BitDesign.ONE) {
            value = value.setBit(to - from);
          }
        }
        parts.add(new Operand.Constant(value, to - from));
      } else {
        Signal signal = driver(first);
        int lsb = driverIndex[first];
        while (to < bits.length && resolve(bits[to]) == first) {
          to++;
        }
        if (to - from >= REPLICATED) {
          Signal replicated = replicated(new Operand.Slice(signal, lsb, 1), to - from);
          parts.add(new Operand.Slice(replicated, 0, to - from));
          from = to;
          continue;
        }
        to = from + 1;
        while (to < bits.length && follows(bits[to], signal, lsb + to - from)) {
          to++;
        }
        parts.add(new Operand.Slice(signal, lsb, to - from));
      }
      from = to;
    }
    return new Operand(parts);
  }

  /** One bit many times over: the sign extension of a one bit number. */
  private Signal replicated(Operand.Slice bit, int times) {
    return replicas.computeIfAbsent(
        Map.entry(bit, times),
        key -> {
          Signal signal = madeUp(times);
          out.accept(new Cell(Operation.EXTEND, true, List.of(new Operand(List.of(bit))), signal));
          return signal;
        });
  }

  private boolean follows(int bit, Signal signal, int index) {
    int at = resolve(bit);
    Signal other = at < 0 ? null : driver[at];
    return other != null && other.id() == signal.id() && driverIndex[at] == index;
  }

  private Signal driver(int bit) {
    Signal signal = driver[bit];
    if (signal == null) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          place(bit) + "'" + name(bit) + "' is used and nothing drives it. Drive it");
    }
    return signal;
  }

  /** The signal behind a bit, or null if there is none. */
  @Nullable Signal driverOf(int bit) {
    int at = resolve(bit);
    return at < 0 ? null : driver[at];
  }

  /** The value at power-up of these bits. */
  BigInteger initial(int[] bits) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < bits.length; i++) {
      if (bits[i] >= 0 && initial[bits[i]] == 1) {
        value = value.setBit(i);
      }
    }
    return value;
  }

  /** The source's name of these bits, with the range where they are part of a wire, or null. */
  @Nullable String wordName(int[] bits) {
    if (bits[0] < 0) {
      return null;
    }
    BitDesign.BitName name = names[bits[0]];
    if (name == null) {
      return null;
    }
    int from = nameIndex[bits[0]];
    if (from + bits.length > name.bits().length) {
      return null;
    }
    for (int i = 0; i < bits.length; i++) {
      if (name.bits()[from + i] != bits[i]) {
        return null;
      }
    }
    if (bits.length == name.bits().length) {
      return name.name();
    }
    return bits.length == 1
        ? name.name() + "[" + from + "]"
        : name.name() + "[" + (from + bits.length - 1) + ":" + from + "]";
  }

  /** A name for a person. */
  String name(int bit) {
    if (bit < 0) {
      return "a constant";
    }
    String name = wordName(new int[] {bit});
    Signal signal = driver[bit];
    return name != null ? name : signal != null ? signal.name() : "an unnamed wire";
  }

  /** A name of all bits for a person. */
  String name(int[] bits) {
    String name = wordName(bits);
    return name != null ? name : name(bits[0]);
  }

  /** Where a bit is declared, with a colon and space behind it, or nothing. */
  String place(int bit) {
    BitDesign.BitName name = bit < 0 ? null : names[bit];
    return name == null ? "" : place(name.source());
  }

  /** File and line of a source attribute, with a colon and space behind it, or nothing. */
  String place(String source) {
    return source.isEmpty()
        ? ""
        : folder.original(source.replaceFirst("\\|.*$", "").replaceFirst("(:\\d+)[.].*$", "$1"))
            + ": ";
  }

  private RtlException conflict(int bit, String drivers) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        place(bit)
            + "'"
            + name(bit)
            + "' has several drivers: "
            + drivers
            + ". Drive it from one place");
  }
}
