package dev.backplane.rtl.harness.ports;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * The description of the pins of a kernel, which adds to their names or overrides them. Names of
 * pins and interfaces are matched regardless of case.
 *
 * @param bus the name of the bus protocol; if it is missing, the ports decide
 * @param clocks clock inputs with their frequencies in MHz, with up to three decimals; other clocks
 *     run at {@link #DEFAULT_MEGAHERTZ}
 * @param resets reset inputs, and whether each is active low
 * @param domains the clock input that a bus interface belongs to, by the name of the interface
 * @param ties inputs that are held at a value; other inputs without a driver are 0
 * @param control the interface with the control registers
 * @param interrupt the interrupt output
 * @param warnings names of rules of the protocol whose violation by the kernel is only a warning
 */
public record Wiring(
    Optional<String> bus,
    SequencedMap<String, BigDecimal> clocks,
    SequencedMap<String, Boolean> resets,
    SequencedMap<String, String> domains,
    SequencedMap<String, BigInteger> ties,
    Optional<String> control,
    Optional<String> interrupt,
    SequencedSet<String> warnings) {
  /** The frequency of clocks without a description. */
  public static final BigDecimal DEFAULT_MEGAHERTZ = BigDecimal.valueOf(300);

  /** An empty description: the classification uses names only. */
  public static final Wiring NONE = builder().build();

  /** Copies the maps. */
  public Wiring {
    clocks = copy(clocks);
    resets = copy(resets);
    domains = copy(domains);
    ties = copy(ties);
    warnings = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(warnings));
  }

  private static <V> SequencedMap<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
  }

  /** {@return an empty builder} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return whether the description is empty} */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /**
   * Merges two descriptions; entries of the other one win.
   *
   * @param other the other description
   * @return the merged description
   */
  public Wiring mergedWith(Wiring other) {
    return new Wiring(
        other.bus.or(() -> bus),
        merge(clocks, other.clocks),
        merge(resets, other.resets),
        merge(domains, other.domains),
        merge(ties, other.ties),
        other.control.or(() -> control),
        other.interrupt.or(() -> interrupt),
        merge(warnings, other.warnings));
  }

  private static SequencedSet<String> merge(SequencedSet<String> one, SequencedSet<String> other) {
    SequencedSet<String> joined = new LinkedHashSet<>(one);
    joined.addAll(other);
    return joined;
  }

  private static <V> SequencedMap<String, V> merge(
      SequencedMap<String, V> one, SequencedMap<String, V> other) {
    SequencedMap<String, V> joined = new LinkedHashMap<>();
    one.forEach(
        (name, value) -> {
          if (find(other, name).isEmpty()) {
            joined.put(name, value);
          }
        });
    joined.putAll(other);
    return joined;
  }

  /**
   * Finds the value of a name, regardless of case.
   *
   * @param <V> the type of the values
   * @param said one of the maps of this record
   * @param name a pin or an interface
   * @return its value
   */
  static <V> Optional<V> find(Map<String, V> said, String name) {
    return said.entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * {@return the frequency of a clock in MHz}
   *
   * @param clock the name of the clock input
   */
  public BigDecimal megahertz(String clock) {
    return find(clocks, clock).orElse(DEFAULT_MEGAHERTZ);
  }

  /** Builds a description. */
  public static final class Builder {
    private Optional<String> bus = Optional.empty();
    private final SequencedMap<String, BigDecimal> clocks = new LinkedHashMap<>();
    private final SequencedMap<String, Boolean> resets = new LinkedHashMap<>();
    private final SequencedMap<String, String> domains = new LinkedHashMap<>();
    private final SequencedMap<String, BigInteger> ties = new LinkedHashMap<>();
    private Optional<String> control = Optional.empty();
    private Optional<String> interrupt = Optional.empty();
    private final SequencedSet<String> warnings = new LinkedHashSet<>();

    private Builder() {}

    /**
     * Describes an input as a clock.
     *
     * @throws IllegalArgumentException if the frequency is not 0.001 to 2000 MHz in steps of 0.001
     */
    public Builder clock(String input, BigDecimal megahertz) {
      if (megahertz.signum() <= 0
          || megahertz.compareTo(BigDecimal.valueOf(2000)) > 0
          || megahertz.stripTrailingZeros().scale() > 3) {
        throw new IllegalArgumentException(
            "clock '%s' has %s MHz; 0.001 to 2000 in steps of 0.001 are possible"
                .formatted(input, megahertz));
      }
      clocks.put(input, megahertz);
      return this;
    }

    /** Describes an input as a clock with a frequency in MHz. */
    public Builder clock(String input, double megahertz) {
      return clock(input, BigDecimal.valueOf(megahertz));
    }

    /** Describes an input as a reset that is active low or high. */
    public Builder reset(String input, boolean activeLow) {
      resets.put(input, activeLow);
      return this;
    }

    /** Sets the clock input of a bus interface. */
    public Builder domain(String bus, String clock) {
      domains.put(bus, clock);
      return this;
    }

    /** Holds an input at a value, which must not be negative. */
    public Builder tie(String input, BigInteger value) {
      if (value.signum() < 0) {
        throw new IllegalArgumentException(
            "input '%s' cannot be held at %s: give its bits, which are not negative"
                .formatted(input, value));
      }
      ties.put(input, value);
      return this;
    }

    /** Holds an input at a value. */
    public Builder tie(String input, long value) {
      return tie(input, BigInteger.valueOf(value));
    }

    /** Sets the bus protocol by its name. */
    public Builder bus(String protocol) {
      bus = Optional.of(protocol);
      return this;
    }

    /** Sets the interface with the control registers. */
    public Builder control(String bus) {
      control = Optional.of(bus);
      return this;
    }

    /** Sets the interrupt output. */
    public Builder interrupt(String output) {
      interrupt = Optional.of(output);
      return this;
    }

    /** Makes violations of a rule of the protocol, by its name, a warning. */
    public Builder warning(String rule) {
      warnings.add(rule);
      return this;
    }

    /** {@return the description} */
    public Wiring build() {
      return new Wiring(bus, clocks, resets, domains, ties, control, interrupt, warnings);
    }
  }
}
