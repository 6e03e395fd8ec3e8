package dev.backplane.xrt.card.board;

import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensor.Origin;
import dev.backplane.api.xrt.Board.Throttle;
import dev.backplane.xrt.card.board.PowerModel.Power;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Sensors, clocks and throttling: everything that follows from what goes on. Every value is
 * modelled and says so. The model moves on whenever somebody looks. Safe for use by several
 * threads.
 */
final class Telemetry {

  /** Two looks that are closer together than this, in seconds, see the same values. */
  private static final double LEAST_SECONDS = 0.01;

  /**
   * The kelvins by which a temperature has to fall below a limit before exceeding it is recorded
   * again.
   */
  private static final double HYSTERESIS = 2;

  private static final double CRITICAL_ABOVE = 10;
  private static final double MEMORY_WARNING = 85;
  private static final double MEMORY_CRITICAL = 95;

  private final BoardConfig config;
  private final LongSupplier nanos;
  private final ErrorRecords errors;
  private final PowerModel model = new PowerModel();
  private final ClockGenerator clocks = new ClockGenerator();
  private final Governor governor;
  private final ThermalModel heat;
  private Activity before = Activity.NONE;
  private long last;
  private Power power;
  private boolean hot;
  private boolean critical;

  Telemetry(BoardConfig config, LongSupplier nanos, ErrorRecords errors) {
    this.config = config;
    this.nanos = nanos;
    this.errors = errors;
    governor = new Governor(config);
    heat = new ThermalModel(config.ambient());
    last = nanos.getAsLong();
    power = model.between(before, before, 1, ClockGenerator.UNNAMED, heat.duty());
  }

  /** Lets the model catch up with what has gone on. */
  synchronized void look(Activity now) {
    long at = nanos.getAsLong();
    double seconds = (at - last) / 1e9;
    if (seconds < LEAST_SECONDS) {
      return;
    }
    power =
        model.between(
            before, now, seconds, clocks.kernelMegahertz() * governor.factor(), heat.duty());
    heat.pass(seconds, power.total());
    governor.look(power, heat.fpga());
    before = now;
    last = at;
    record();
  }

  private void record() {
    double limit = governor.celsius();
    boolean nowCritical = above(critical, limit + CRITICAL_ABOVE);
    boolean nowHot = above(hot, limit);
    if (nowCritical && !critical) {
      errors.error("thermal", text("above the critical %.1f C", limit + CRITICAL_ABOVE));
    } else if (nowHot && !hot) {
      errors.warning("thermal", text("above the limit of %.1f C", limit));
    }
    critical = nowCritical;
    hot = nowHot;
  }

  private boolean above(boolean was, double limit) {
    return heat.fpga() > (was ? limit - HYSTERESIS : limit);
  }

  private String text(String format, double limit) {
    return String.format(
        java.util.Locale.ROOT,
        "the FPGA has %.1f C (%s), " + format,
        heat.fpga(),
        "modelled",
        limit);
  }

  synchronized List<Sensor> sensors() {
    List<Sensor> all = new ArrayList<>();
    all.add(
        sensor("card", Quantity.POWER, power.total(), governor.watts(), 1.2 * governor.watts()));
    double limit = governor.celsius();
    all.add(sensor("fpga", Quantity.TEMPERATURE, heat.fpga(), limit, limit + CRITICAL_ABOVE));
    all.add(
        sensor(
            "memory",
            Quantity.TEMPERATURE,
            heat.memory(power.memory()),
            MEMORY_WARNING,
            MEMORY_CRITICAL));
    all.add(sensor("board", Quantity.TEMPERATURE, heat.board(), 60, 75));
    rail(all, "12v_pex", 12, power.total() - power.board(), 0.005);
    rail(all, "3v3_pex", 3.3, power.board(), 0.01);
    rail(all, "vccint", 0.85, power.core(), 0.0002);
    rail(all, "1v2_memory", 1.2, power.memory(), 0.001);
    all.add(
        new Sensor(
            "fan_1",
            Quantity.FAN,
            heat.rpm(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Origin.MODELLED));
    return all;
  }

  /** A rail's current follows from its power, and its voltage falls with the current. */
  private static void rail(List<Sensor> all, String name, double volts, double watts, double ohms) {
    double amperes = watts / volts;
    all.add(
        new Sensor(
            name,
            Quantity.VOLTAGE,
            volts - amperes * ohms,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Origin.MODELLED));
    all.add(
        new Sensor(
            name,
            Quantity.CURRENT,
            amperes,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Origin.MODELLED));
  }

  private static Sensor sensor(
      String name, Quantity quantity, double value, double warning, double critical) {
    return new Sensor(
        name,
        quantity,
        value,
        OptionalDouble.of(warning),
        OptionalDouble.of(critical),
        Origin.MODELLED);
  }

  synchronized List<Clock> clocks() {
    return clocks.all(governor.factor());
  }

  synchronized void load(List<ClockRequest> image) {
    clocks.load(image);
  }

  synchronized void reclock(List<Integer> megahertz) {
    clocks.set(megahertz);
  }

  synchronized Throttle throttle() {
    return governor.state();
  }

  synchronized void throttle(Throttle settings) {
    governor.set(settings);
  }

  /** Settings are again what the configuration says; temperatures do not jump. */
  synchronized void reset() {
    clocks.load(List.of());
    governor.set(new Throttle(config.throttling(), config.watts(), config.celsius(), 1, ""));
  }
}
