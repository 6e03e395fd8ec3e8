package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.StagedSources;
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
 * Recovers words from yosys' numbered bits. A signal is created where bits are driven; an operand
 * is created where bits are used, from slices of signals that are as long as possible.
 */
final class WordRecovery {
  /** The number of repetitions from which a repeated bit is created by one cell. */
  private static final int MIN_REPLICATION = 3;

  private static final Pattern GENERATED_NAME = Pattern.compile("\\$[a-z_0-9]+\\$|^\\$");

  private static final Comparator<YosysModule.YosysWire> BEST_NAME =
      Comparator.<YosysModule.YosysWire>comparingLong(
              name -> name.name().chars().filter(c -> c == '.').count())
          .thenComparingInt(name -> name.bits().length)
          .thenComparing(YosysModule.YosysWire::name);

  private final YosysModule.@Nullable YosysWire[] names;
  private final int[] nameIndex;
  private final int[] alias;
  private final @Nullable Signal[] driver;
  private final int[] driverIndex;
  private final byte[] initial;
  private final List<Signal> signals = new ArrayList<>();
  private final Set<String> usedNames = new HashSet<>();
  private final Map<Map.Entry<Operand.Slice, Integer>, Signal> replicas = new HashMap<>();
  private final StagedSources folder;
  private final Consumer<Cell> out;

  /**
   * Creates it without drivers.
   *
   * @param design the module
   * @param folder converts file names in messages
   * @param out receives cells that operands need
   */
  WordRecovery(YosysModule design, StagedSources folder, Consumer<Cell> out) {
    this.folder = folder;
    this.out = out;
    names = new YosysModule.YosysWire[design.bitCount()];
    nameIndex = new int[design.bitCount()];
    alias = new int[design.bitCount()];
    driver = new Signal[design.bitCount()];
    driverIndex = new int[design.bitCount()];
    initial = new byte[design.bitCount()];
    for (int bit = 0; bit < alias.length; bit++) {
      alias[bit] = bit;
    }
    for (YosysModule.YosysWire name : design.wires()) {
      addName(name);
    }
  }

  private void addName(YosysModule.YosysWire name) {
    for (int i = 0; i < name.bits().length; i++) {
      int bit = name.bits()[i];
      if (bit < 0) {
        continue;
      }
      int digit = name.initial().length() - 1 - i;
      if (digit >= 0 && name.initial().charAt(digit) == '1') {
        initial[bit] = 1;
      }
      YosysModule.YosysWire known = names[bit];
      if (!isGenerated(name) && (known == null || BEST_NAME.compare(name, known) < 0)) {
        names[bit] = name;
        nameIndex[bit] = i;
      }
    }
  }

  /** Yosys marks most generated names, but not those of functions. */
  private static boolean isGenerated(YosysModule.YosysWire name) {
    return name.generated() || isGenerated(name.name());
  }

  /** Tells whether yosys generated a name: it has a word between dollar signs, then a location. */
  static boolean isGenerated(String name) {
    return GENERATED_NAME.matcher(name).find();
  }

  List<Signal> signals() {
    return signals;
  }

  /** Makes a bit an alias of another one. */
  void alias(int bit, int meaning) {
    if (bit < 0) {
      throw conflict(bit, "a constant");
    }
    alias[bit] = meaning;
  }

  /** The bit or constant behind a bit and its aliases. */
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

  /** Creates a signal that drives bits. */
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

  /** Creates a signal without a bit in the source. */
  Signal newSignal(int width) {
    return signal(null, width);
  }

  private Signal signal(@Nullable String wanted, int width) {
    String name = wanted;
    if (name == null || !usedNames.add(name)) {
      name = "$" + signals.size();
      usedNames.add(name);
    }
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  /** The operand for bits. */
  Operand operand(int... bits) {
    List<Operand.Part> parts = new ArrayList<>();
    for (int from = 0; from < bits.length; ) {
      int to = from + 1;
      int first = resolve(bits[from]);
      if (first < 0) {
        BigInteger value = first == YosysModule.ONE ? BigInteger.ONE : BigInteger.ZERO;
        for (; to < bits.length && resolve(bits[to]) < 0; to++) {
          if (resolve(bits[to]) == YosysModule.ONE) {
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
        if (to - from >= MIN_REPLICATION) {
          Signal replicated = replicate(new Operand.Slice(signal, lsb, 1), to - from);
          parts.add(new Operand.Slice(replicated, 0, to - from));
          from = to;
          continue;
        }
        to = from + 1;
        while (to < bits.length && isNextBit(bits[to], signal, lsb + to - from)) {
          to++;
        }
        parts.add(new Operand.Slice(signal, lsb, to - from));
      }
      from = to;
    }
    return new Operand(parts);
  }

  /** A bit repeated many times: the sign extension of a one-bit number. */
  private Signal replicate(Operand.Slice bit, int times) {
    return replicas.computeIfAbsent(
        Map.entry(bit, times),
        key -> {
          Signal signal = newSignal(times);
          out.accept(new Cell(Operation.EXTEND, true, List.of(new Operand(List.of(bit))), signal));
          return signal;
        });
  }

  private boolean isNextBit(int bit, Signal signal, int index) {
    int at = resolve(bit);
    Signal other = at < 0 ? null : driver[at];
    return other != null && other.id() == signal.id() && driverIndex[at] == index;
  }

  private Signal driver(int bit) {
    Signal signal = driver[bit];
    if (signal == null) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          messagePrefix(bit) + "'" + name(bit) + "' is used and nothing drives it. Drive it");
    }
    return signal;
  }

  /** The signal that drives a bit, or null if there is none. */
  @Nullable Signal driverOf(int bit) {
    int at = resolve(bit);
    return at < 0 ? null : driver[at];
  }

  /** The initial value of bits. */
  BigInteger initial(int[] bits) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < bits.length; i++) {
      if (bits[i] >= 0 && initial[bits[i]] == 1) {
        value = value.setBit(i);
      }
    }
    return value;
  }

  /** The name of bits in the source, with the range if they are a part of a wire, or null. */
  @Nullable String wordName(int[] bits) {
    if (bits[0] < 0) {
      return null;
    }
    YosysModule.YosysWire name = names[bits[0]];
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

  /** The name of a bit in messages. */
  String name(int bit) {
    if (bit < 0) {
      return "a constant";
    }
    String name = wordName(new int[] {bit});
    Signal signal = driver[bit];
    return name != null ? name : signal != null ? signal.name() : "an unnamed wire";
  }

  /** The name of bits in messages. */
  String name(int[] bits) {
    String name = wordName(bits);
    return name != null ? name : name(bits[0]);
  }

  /** The location of a bit's declaration as the prefix of a message, or nothing. */
  String messagePrefix(int bit) {
    YosysModule.YosysWire name = bit < 0 ? null : names[bit];
    return name == null ? "" : messagePrefix(name.source());
  }

  /** The location in a source attribute as the prefix of a message, or nothing. */
  String messagePrefix(String source) {
    return source.isEmpty()
        ? ""
        : folder.original(source.replaceFirst("\\|.*$", "").replaceFirst("(:\\d+)[.].*$", "$1"))
            + ": ";
  }

  private RtlException conflict(int bit, String drivers) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        messagePrefix(bit)
            + "'"
            + name(bit)
            + "' has several drivers: "
            + drivers
            + ". Drive it from one place");
  }
}
