package dev.backplane.rtl.ports;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a kernel, sorted into what they are for. They are told by their names, whatever the
 * case: {@code PREFIX_SIGNAL} for a bus, clk or clock somewhere in the name of an input, rst or
 * reset likewise, which is active low if the name ends in n.
 *
 * @param interfaces bus interfaces, in the order of their first ports
 * @param clocks clock inputs
 * @param resets reset inputs
 * @param interrupt the output that asks for attention, if there is one
 * @param others what was not understood; inputs among them stay 0
 */
public record KernelPorts(
    List<BusInterface> interfaces,
    List<Port> clocks,
    List<ResetPort> resets,
    @Nullable Port interrupt,
    List<Port> others) {
  private static final Pattern CLOCK = Pattern.compile("clk|clock");
  private static final Pattern CLOCK_ENABLE = Pattern.compile("(clk|clock)_?(en|ena|enable)");
  private static final Pattern RESET = Pattern.compile("rst|reset");
  private static final Pattern INTERRUPT = Pattern.compile("interrupt|irq|intr");

  /** Copies the lists. */
  public KernelPorts {
    interfaces = List.copyOf(interfaces);
    clocks = List.copyOf(clocks);
    resets = List.copyOf(resets);
    others = List.copyOf(others);
  }

  /**
   * Sorts ports.
   *
   * @param ports the ports of the top module, with their final widths
   * @return what they are for
   */
  public static KernelPorts of(List<Port> ports) {
    List<Port> rest = new ArrayList<>();
    List<BusInterface> interfaces = PortGrouping.group(ports, rest);
    List<Port> clocks = new ArrayList<>();
    List<ResetPort> resets = new ArrayList<>();
    List<Port> others = new ArrayList<>();
    Port interrupt = null;
    for (Port port : rest) {
      String name = port.name().toLowerCase(Locale.ROOT);
      boolean bit = port.width() == 1;
      if (bit
          && port.direction() == Direction.INPUT
          && CLOCK.matcher(name).find()
          && !CLOCK_ENABLE.matcher(name).find()) {
        clocks.add(port);
      } else if (bit && port.direction() == Direction.INPUT && RESET.matcher(name).find()) {
        resets.add(new ResetPort(port, isActiveLow(name)));
      } else if (bit
          && port.direction() == Direction.OUTPUT
          && interrupt == null
          && INTERRUPT.matcher(name).find()) {
        interrupt = port;
      } else {
        others.add(port);
      }
    }
    return new KernelPorts(interfaces, clocks, resets, interrupt, others);
  }

  /** A direction at the end ({@code rst_in}, {@code rst_ni}) is not the n of active low. */
  private static boolean isActiveLow(String name) {
    String bare =
        name.endsWith("_in") ? name.substring(0, name.length() - 3) : name.replaceFirst("_?i$", "");
    return bare.endsWith("n");
  }

  /** {@return the interfaces through which the kernel accesses memory} */
  public List<BusInterface> masters() {
    return interfaces.stream().filter(each -> each.kind().isMaster()).toList();
  }

  /** {@return the streams of the kernel} */
  public List<BusInterface> streams() {
    return interfaces.stream().filter(each -> each.kind().isStream()).toList();
  }

  /**
   * {@return the one interface with the registers of the kernel}
   *
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none, or more than one
   */
  public BusInterface control() {
    List<BusInterface> found =
        interfaces.stream()
            .filter(each -> each.kind() == BusInterface.Kind.AXI4_LITE_SLAVE)
            .toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.size() > 1) {
      return named(
          found.stream()
              .map(BusInterface::name)
              .filter(name -> name.toLowerCase(Locale.ROOT).contains("control"))
              .findFirst()
              .orElseThrow(
                  () ->
                      missing(
                          "which of its AXI4-Lite slaves has the control registers is unclear;"
                              + " name one of them s_axi_control")));
    }
    throw missing(
        "no AXI4-Lite slave for its control registers: looked for a group of ports NAME_awvalid"
            + " (input), NAME_awready, NAME_araddr, NAME_rdata ... without NAME_arlen");
  }

  /**
   * Finds an interface by name, whatever the case.
   *
   * @param name for example {@code s_axi_control}
   * @return the interface
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is none
   */
  public BusInterface named(String name) {
    return interfaces.stream()
        .filter(each -> each.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> missing("no interface " + name));
  }

  /**
   * An error that says what the kernel lacks, and what it has.
   *
   * @param what for example {@code "no clock"}
   * @return the error, to be thrown
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

  /** {@return a listing for a person, one line per interface and kind of port} */
  public String listing() {
    StringBuilder text = new StringBuilder();
    interfaces.forEach(each -> text.append(each.describe()).append('\n'));
    line(text, "clock", clocks.stream().map(Port::name).toList());
    line(
        text,
        "reset",
        resets.stream()
            .map(each -> each.port().name() + (each.activeLow() ? " (active low)" : ""))
            .toList());
    line(text, "interrupt", interrupt == null ? List.of() : List.of(interrupt.name()));
    line(
        text,
        "not understood",
        others.stream().map(each -> each.name() + "[" + each.width() + "]").toList());
    return text.toString();
  }

  private static void line(StringBuilder text, String what, List<String> names) {
    if (!names.isEmpty()) {
      text.append(what).append(": ").append(String.join(", ", names)).append('\n');
    }
  }
}
