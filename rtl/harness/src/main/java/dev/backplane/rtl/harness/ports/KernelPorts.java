package dev.backplane.rtl.harness.ports;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a kernel, classified by their function. The bus protocol claims the ports of its
 * interfaces. The classification of the others uses names, regardless of case: clk or clock
 * anywhere in the name of an input, rst or reset likewise. The polarity of a reset follows from its
 * name and its effect in the design. A {@link Wiring} overrides and completes the classification.
 *
 * @param protocol the protocol of the interfaces
 * @param interfaces bus interfaces, in the order of their first ports
 * @param clocks clock inputs
 * @param resets reset inputs
 * @param interrupt the interrupt output, if there is one
 * @param others all other ports; inputs among them are held at their tie value, or at 0
 * @param wiring what the description says about the pins
 */
public record KernelPorts(
    BusProtocol protocol,
    List<BusInterface> interfaces,
    List<Port> clocks,
    List<ResetPort> resets,
    @Nullable Port interrupt,
    List<Port> others,
    Wiring wiring) {
  private static final Pattern CLOCK = Pattern.compile("clk|clock");
  private static final Pattern CLOCK_ENABLE = Pattern.compile("(clk|clock)_?(en|ena|enable)");
  private static final Pattern INTERRUPT = Pattern.compile("interrupt|irq|intr");

  /** The most one-bit inputs without a bus that are analysed: each takes a pass over the design. */
  private static final int MAX_IDLE_INPUTS = 16;

  /** The part of a clock's name besides the name of its interface. */
  private static final Pattern CLOCK_AFFIX = Pattern.compile("_?a?(clk|clock)_?");

  /** Copies the lists. */
  public KernelPorts {
    interfaces = List.copyOf(interfaces);
    clocks = List.copyOf(clocks);
    resets = List.copyOf(resets);
    others = List.copyOf(others);
  }

  /**
   * Classifies ports by their names.
   *
   * @param ports the ports of the top module, with their final widths
   * @return the classified ports
   */
  public static KernelPorts of(List<Port> ports) {
    return of(ports, Wiring.NONE);
  }

  /**
   * Classifies ports by a description, and the others by their names.
   *
   * @param ports the ports of the top module, with their final widths
   * @param wiring what the description says about them
   * @return the classified ports
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the description names a pin that the
   *     kernel does not have, or that has another direction or width
   */
  public static KernelPorts of(List<Port> ports, Wiring wiring) {
    return of(ports, wiring, Set.of(), null);
  }

  /**
   * Classifies the ports of a design. An input that clocks a register is a clock, whatever its
   * name, and a reset is active at the value that brings registers into a known state.
   *
   * @param netlist the design
   * @param wiring what the description says about its pins
   * @return the classified ports
   * @throws RtlException as {@link #of(List, Wiring)}
   */
  public static KernelPorts of(Netlist netlist, Wiring wiring) {
    return of(
        netlist.ports(),
        wiring,
        netlist.clocks().stream().map(Clock::pin).collect(Collectors.toSet()),
        netlist);
  }

  private static KernelPorts of(
      List<Port> ports, Wiring wiring, Set<String> clocking, @Nullable Netlist netlist) {
    ResetAnalysis design = null;
    BusProtocol protocol =
        wiring.bus().map(BusProtocol::named).orElseGet(() -> BusProtocol.of(ports));
    List<BusInterface> interfaces = protocol.match(ports);
    Set<Port> claimed =
        interfaces.stream()
            .flatMap(bus -> bus.signals().values().stream())
            .map(PortSlice::port)
            .collect(Collectors.toSet());
    List<Port> rest = ports.stream().filter(port -> !claimed.contains(port)).toList();
    List<Port> clocks = new ArrayList<>();
    List<ResetPort> resets = new ArrayList<>();
    List<Port> others = new ArrayList<>();
    Port interrupt = null;
    for (Port port : rest) {
      String name = port.name().toLowerCase(Locale.ROOT);
      boolean bit = port.width() == 1;
      boolean in = bit && port.direction() == Direction.INPUT;
      Optional<Boolean> activeLow = Wiring.find(wiring.resets(), name);
      if (Wiring.find(wiring.ties(), name).isPresent()) {
        others.add(port);
      } else if (in
          && (clocking.contains(port.name()) || Wiring.find(wiring.clocks(), name).isPresent())) {
        clocks.add(port);
      } else if (in && activeLow.isPresent()) {
        resets.add(ResetPort.described(port, activeLow.get()));
      } else if (in && protocol.resetActiveLow(port).isPresent()) {
        resets.add(ResetPort.defined(port, protocol.resetActiveLow(port).orElseThrow(), protocol));
      } else if (in && CLOCK.matcher(name).find() && !CLOCK_ENABLE.matcher(name).find()) {
        clocks.add(port);
      } else if (in && ResetNamePolarity.of(port.name()) != ResetNamePolarity.NONE) {
        design = design == null && netlist != null ? new ResetAnalysis(netlist) : design;
        resets.add(reset(port, design));
      } else if (bit
          && port.direction() == Direction.OUTPUT
          && interrupt == null
          && wiring
              .interrupt()
              .map(port.name()::equalsIgnoreCase)
              .orElseGet(() -> INTERRUPT.matcher(name).find())) {
        interrupt = port;
      } else {
        others.add(port);
      }
    }
    KernelPorts sorted =
        new KernelPorts(protocol, interfaces, clocks, resets, interrupt, others, wiring);
    sorted.checkWiring();
    return sorted;
  }

  private void checkWiring() {
    for (String name : wiring.clocks().keySet()) {
      if (clocks.stream().noneMatch(clock -> clock.name().equalsIgnoreCase(name))) {
        throw missing("no input of one bit '" + name + "', which is said to be a clock");
      }
    }
    for (String name : wiring.resets().keySet()) {
      if (resets.stream().noneMatch(reset -> reset.port().name().equalsIgnoreCase(name))) {
        throw missing("no input of one bit '" + name + "', which is said to be a reset");
      }
    }
    wiring
        .ties()
        .forEach(
            (name, value) -> {
              Port port =
                  others.stream()
                      .filter(
                          each ->
                              each.name().equalsIgnoreCase(name)
                                  && each.direction() == Direction.INPUT)
                      .findFirst()
                      .orElseThrow(
                          () ->
                              missing(
                                  "no input '"
                                      + name
                                      + "' beside those of buses, which is to be tied to 0x"
                                      + value.toString(16)));
              if (value.bitLength() > port.width()) {
                throw missing(
                    "input '%s' has %d bits, too few for the 0x%s that it is to be tied to"
                        .formatted(port.name(), port.width(), value.toString(16)));
              }
            });
    wiring
        .domains()
        .forEach(
            (bus, clock) -> {
              interfaceNamed(bus);
              if (clock(clock).isEmpty()) {
                throw missing("no clock '" + clock + "', which '" + bus + "' is said to belong to");
              }
            });
    if (wiring.interrupt().isPresent() && interrupt == null) {
      throw missing("no output of one bit '" + wiring.interrupt().get() + "' for its interrupt");
    }
  }

  private static ResetPort reset(Port port, @Nullable ResetAnalysis design) {
    ResetNamePolarity name = ResetNamePolarity.of(port.name());
    return design == null
        ? ResetPort.inferredFromName(port, name)
        : ResetPort.inferred(port, name, design.isUsed(port), design.effectOf(port));
  }

  /**
   * Requires that the polarity of each reset is known. A reset with the wrong polarity would hold
   * the kernel for ever, without any visible cause.
   *
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the name of a reset contradicts its
   *     effect in the design, or neither shows a polarity
   */
  public void checkResets() {
    for (ResetPort reset : resets) {
      if (reset.basis() == ResetPort.Basis.AMBIGUOUS) {
        String name = reset.port().name();
        throw missing(
            "whether reset '%s' is active low or high is unclear: %s. Say it: [resets] %s = \"low\" or \"high\" in the kernel.toml, \"resets\": {\"%s\": ...} in the manifest, or --reset %s=..."
                .formatted(name, reset.reason(), name, name, name));
      }
    }
  }

  /**
   * Requires that no input is an unrecognised reset: a one-bit input without a bus and without a
   * tie, whose 0 holds most registers.
   *
   * @param netlist the design
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} with the name of such an input
   */
  public void checkIdleInputs(Netlist netlist) {
    List<Port> idle =
        others.stream()
            .filter(port -> port.direction() == Direction.INPUT && port.width() == 1)
            .filter(port -> Wiring.find(wiring.ties(), port.name()).isEmpty())
            .limit(MAX_IDLE_INPUTS)
            .toList();
    if (idle.isEmpty()) {
      return;
    }
    ResetAnalysis design = new ResetAnalysis(netlist);
    for (Port port : idle) {
      ResetAnalysis.ResetEffect effect = design.effectOf(port);
      if (effect.isReset() && effect.isActiveLow() && effect.holdsMost()) {
        String name = port.name();
        throw missing(
            "input '%s' belongs to no bus and would stay 0, and %s. Say whether it is a reset ([resets] %s = \"low\", --reset %s=low) or what it is held at ([ties] %s = 1)"
                .formatted(name, effect, name, name, name));
      }
    }
  }

  /** {@return the interfaces through which the kernel accesses memory} */
  public List<BusInterface> masters() {
    return interfaces.stream().filter(BusInterface::isMaster).toList();
  }

  /** {@return the streams of the kernel} */
  public List<BusInterface> streams() {
    return interfaces.stream().filter(BusInterface::isStream).toList();
  }

  /**
   * Finds a stream.
   *
   * @param name the name of the interface
   * @param direction the role that it has to have
   * @return the interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none, or if it goes the
   *     other way
   */
  public BusInterface stream(String name, BusInterface.Role direction) {
    BusInterface bus = interfaceNamed(name);
    if (bus.kind().role() != direction) {
      throw missing(
          "%s is an %s, not a stream %s the kernel"
              .formatted(
                  name, bus.kind(), direction == BusInterface.Role.STREAM_IN ? "into" : "out of"));
    }
    return bus;
  }

  /** {@return the interfaces with control registers or other registers of the kernel} */
  public List<BusInterface> slaves() {
    return interfaces.stream().filter(BusInterface::hasRegisters).toList();
  }

  /**
   * {@return the interface through which the kernel is controlled}
   *
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none, or if it is ambiguous
   */
  public BusInterface control() {
    return protocol.control(this);
  }

  private Optional<Port> clock(String name) {
    return clocks.stream().filter(each -> each.name().equalsIgnoreCase(name)).findFirst();
  }

  /**
   * Returns the clock of a bus interface: the one in the description, the one whose name matches
   * the interface's name best, {@code ap_clk}, or any if all have the same frequency.
   *
   * @param bus one of the interfaces
   * @return one of the clocks
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if it is ambiguous
   */
  public Port clockOf(BusInterface bus) {
    Optional<Port> said = Wiring.find(wiring.domains(), bus.name()).flatMap(this::clock);
    if (said.isPresent()) {
      return said.get();
    }
    String name = bus.name().toLowerCase(Locale.ROOT);
    Optional<Port> near =
        clocks.stream()
            .filter(each -> isPrefixOfOther(stem(each), name))
            .max(Comparator.comparingInt(each -> stem(each).length()));
    if (near.isPresent()) {
      return near.get();
    }
    Optional<Port> usual = clock("ap_clk");
    if (usual.isPresent()) {
      return usual.get();
    }
    List<BigDecimal> speeds =
        clocks.stream()
            .map(each -> wiring.megahertz(each.name()).stripTrailingZeros())
            .distinct()
            .toList();
    if (speeds.size() > 1) {
      throw missing(
          "which of its clocks %s interface %s belongs to is unclear; say \"clock_of\": {\"%s\": CLOCK} in the manifest"
              .formatted(clocks.stream().map(Port::name).toList(), bus.name(), bus.name()));
    }
    return clocks.getFirst();
  }

  /** The name of a clock without its affix: m_axi_gmem for m_axi_gmem_aclk. */
  private static String stem(Port clock) {
    return CLOCK_AFFIX.matcher(clock.name().toLowerCase(Locale.ROOT)).replaceAll("");
  }

  /**
   * Tells whether one name is a prefix of the other, in whole words: s2mm of s2mm_data, but not s.
   */
  private static boolean isPrefixOfOther(String stem, String bus) {
    return !stem.isEmpty()
        && (stem.equals(bus) || bus.startsWith(stem + "_") || stem.startsWith(bus + "_"));
  }

  /** {@return notes for the user before the kernel is run, one sentence each} */
  public List<String> notes() {
    return others.stream()
        .filter(port -> port.direction() == Direction.INPUT)
        .filter(port -> Wiring.find(wiring.ties(), port.name()).isEmpty())
        .map(
            port ->
                "input '%s' of %d bits belongs to no bus and stays 0; say \"ties\": {\"%s\": VALUE} in the manifest for another value"
                    .formatted(port.name(), port.width(), port.name()))
        .toList();
  }

  /**
   * Finds an interface by name, regardless of case.
   *
   * @param name for example {@code s_axi_control}
   * @return the interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none
   */
  public BusInterface interfaceNamed(String name) {
    return interfaces.stream()
        .filter(each -> each.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> missing("no interface " + name));
  }

  /**
   * The error for something that the kernel lacks; it lists what the kernel has.
   *
   * @param what what is missing, for example {@code "no clock"}
   * @return the error
   */
  public RtlException missing(String what) {
    return new RtlException(
        RtlError.INTERFACE_MISSING, "The kernel cannot be driven: " + what + ". Found: " + brief());
  }

  private String brief() {
    List<String> found = new ArrayList<>();
    interfaces.forEach(each -> found.add(each.name() + " (" + each.kind() + ")"));
    clocks.forEach(each -> found.add(each.name() + " (clock)"));
    resets.forEach(each -> found.add(each.port().name() + " (reset)"));
    if (interrupt != null) {
      found.add(interrupt.name() + " (interrupt)");
    }
    others.forEach(each -> found.add(each.name()));
    return found.isEmpty() ? "no ports at all" : String.join(", ", found);
  }

  /** {@return a listing for the user, one line per interface and kind of port} */
  public String listing() {
    StringBuilder text = new StringBuilder();
    interfaces.forEach(each -> text.append(each.describe()).append('\n'));
    line(text, "clock", clocks.stream().map(this::describe).toList());
    line(
        text,
        "reset",
        resets.stream()
            .map(each -> "%s (active %s)".formatted(each.port().name(), each.active()))
            .toList());
    line(text, "interrupt", interrupt == null ? List.of() : List.of(interrupt.name()));
    line(
        text,
        "not understood",
        others.stream().map(each -> each.name() + "[" + each.width() + "]").toList());
    return text.toString();
  }

  private String describe(Port clock) {
    return Wiring.find(wiring.clocks(), clock.name())
        .map(megahertz -> clock.name() + " (" + megahertz.toPlainString() + " MHz)")
        .orElse(clock.name());
  }

  private static void line(StringBuilder text, String what, List<String> names) {
    if (!names.isEmpty()) {
      text.append(what).append(": ").append(String.join(", ", names)).append('\n');
    }
  }

  /** {@return the inputs of no bus that nothing changes while a kernel runs, with their values} */
  public Map<Port, BigInteger> heldInputs() {
    Map<Port, BigInteger> held = new LinkedHashMap<>();
    for (Port port : others) {
      if (port.direction() == Direction.INPUT) {
        held.put(port, Wiring.find(wiring.ties(), port.name()).orElse(BigInteger.ZERO));
      }
    }
    return held;
  }
}
