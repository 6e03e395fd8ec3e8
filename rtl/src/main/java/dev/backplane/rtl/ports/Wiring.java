package dev.backplane.rtl.ports;

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
 * What a description says of the pins of a kernel, where their names do not say it or say it wrong.
 * Names of pins and interfaces are found whatever their case.
 *
 * @param clocks clock inputs with their frequencies in MHz, with up to three decimals; clocks that
 *     are not named run at {@link #USUAL_MEGAHERTZ}
 * @param resets reset inputs, and whether each is active low
 * @param domains the clock input that a bus interface belongs to, by the name of the interface
 * @param ties inputs that are held at a value; those that nobody drives are otherwise 0
 * @param control the AXI4-Lite slave with the control registers
 * @param interrupt the output that asks for attention
 * @param warnings names of rules of AXI that the kernel breaks and that are only warned of
 */
public record Wiring(
    SequencedMap<String, BigDecimal> clocks,
    SequencedMap<String, Boolean> resets,
    SequencedMap<String, String> domains,
    SequencedMap<String, BigInteger> ties,
    Optional<String> control,
    Optional<String> interrupt,
    SequencedSet<String> warnings) {
  /** The frequency of clocks of which nothing is said. */
  public static final BigDecimal USUAL_MEGAHERTZ = BigDecimal.valueOf(300);

  /** Says nothing: all is told by names. */
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

  /** {@return a builder that says nothing yet} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return whether nothing is said} */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /**
   * Joins what two say; where both say something of one name, the other wins.
   *
   * @param other what somebody else says
   * @return what both say
   */
  public Wiring with(Wiring other) {
    return new Wiring(
        joined(clocks, other.clocks),
        joined(resets, other.resets),
        joined(domains, other.domains),
        joined(ties, other.ties),
        other.control.or(() -> control),
        other.interrupt.or(() -> interrupt),
        joined(warnings, other.warnings));
  }

  private static SequencedSet<String> joined(SequencedSet<String> one, SequencedSet<String> other) {
    SequencedSet<String> joined = new LinkedHashSet<>(one);
    joined.addAll(other);
    return joined;
  }

  private static <V> SequencedMap<String, V> joined(
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
   * Finds what is said of a name, whatever its case.
   *
   * @param <V> what is said
   * @param said one of the maps of this record
   * @param name a pin or an interface
   * @return what is said of it
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
    return find(clocks, clock).orElse(USUAL_MEGAHERTZ);
  }

  /** Collects what is said. */
  public static final class Builder {
    private final SequencedMap<String, BigDecimal> clocks = new LinkedHashMap<>();
    private final SequencedMap<String, Boolean> resets = new LinkedHashMap<>();
    private final SequencedMap<String, String> domains = new LinkedHashMap<>();
    private final SequencedMap<String, BigInteger> ties = new LinkedHashMap<>();
    private Optional<String> control = Optional.empty();
    private Optional<String> interrupt = Optional.empty();
    private final SequencedSet<String> warnings = new LinkedHashSet<>();

    private Builder() {}

    /**
     * Says that an input is a clock.
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

    /** Says that an input is a clock of so many MHz. */
    public Builder clock(String input, double megahertz) {
      return clock(input, BigDecimal.valueOf(megahertz));
    }

    /** Says that an input is a reset, and whether it is active low. */
    public Builder reset(String input, boolean activeLow) {
      resets.put(input, activeLow);
      return this;
    }

    /** Says which clock input a bus interface belongs to. */
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

    /** Says which AXI4-Lite slave has the control registers. */
    public Builder control(String bus) {
      control = Optional.of(bus);
      return this;
    }

    /** Says which output asks for attention. */
    public Builder interrupt(String output) {
      interrupt = Optional.of(output);
      return this;
    }

    /** Says that the kernel breaks a rule of AXI, by its name, and that this is only warned of. */
    public Builder warning(String rule) {
      warnings.add(rule);
      return this;
    }

    /** {@return what was said} */
    public Wiring build() {
      return new Wiring(clocks, resets, domains, ties, control, interrupt, warnings);
    }
  }
}
