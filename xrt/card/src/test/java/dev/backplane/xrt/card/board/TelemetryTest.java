package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.board.Quantity;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.xrt.Board.Throttle;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelemetryTest {
  private static final List<ClockRequest> CLOCKS =
      List.of(new ClockRequest("DATA_CLK", "DATA", 300), new ClockRequest("K", "KERNEL", 500));

  private static double value(Bench bench, Quantity quantity, String name) {
    return bench.user.sensors().stream()
        .filter(sensor -> sensor.quantity() == quantity && sensor.name().equals(name))
        .mapToDouble(Sensor::value)
        .findFirst()
        .orElseThrow();
  }

  private static double watts(Bench bench) {
    return value(bench, Quantity.POWER, "card");
  }

  private static double celsius(Bench bench) {
    return value(bench, Quantity.TEMPERATURE, "fpga");
  }

  @Test
  void everyValueSaysThatItIsModelled() {
    assertThat(new Bench().user.sensors())
        .isNotEmpty()
        .allMatch(sensor -> sensor.origin() == Sensor.Origin.MODELLED);
  }

  @Test
  void aCardAtRestDrawsItsIdlePowerAndWarmsToItsRestingTemperature() {
    Bench bench = new Bench();
    assertThat(celsius(bench)).isEqualTo(25);
    bench.work(Duration.ofMinutes(10), 0);

    assertThat(watts(bench)).isCloseTo(18.3, within(0.2));
    // Ambient and its idle power through a heat sink whose fan turns slowly.
    assertThat(celsius(bench)).isCloseTo(25 + 18.35 * 0.97, within(1.0));
  }

  @Test
  void busyUnitsDrawPowerByCyclesAndBytes() {
    Bench bench = new Bench();
    bench.work(Duration.ofSeconds(2), 2);

    // Two units at 300 MHz, 20 nJ a cycle, 64 bytes a cycle and 0.12 nJ a byte.
    double expected = 18.35 + 2 * 6 + 64 * 2 * 300e6 * 0.12e-9;
    assertThat(watts(bench)).isCloseTo(expected, within(0.1));
  }

  @Test
  void temperatureMovesTowardsItsEndWithOneTimeConstant() {
    ThermalModel heat = new ThermalModel(20);
    heat.pass(ThermalModel.SECONDS, 10);
    assertThat(heat.fpga()).isCloseTo(20 + 10 * (1 - Math.exp(-1)), within(1e-9));

    ThermalModel steps = new ThermalModel(20);
    for (int i = 0; i < 300; i++) {
      steps.pass(ThermalModel.SECONDS / 300, 10);
    }
    assertThat(steps.fpga()).isCloseTo(heat.fpga(), within(1e-9));
  }

  @Test
  void theFanFollowsTheTemperature() {
    ThermalModel heat = new ThermalModel(25);
    double still = heat.rpm();
    heat.pass(1000, 60);
    assertThat(heat.rpm()).isGreaterThan(still);
    assertThat(heat.duty()).isBetween(0.3, 1.0);
  }

  @Test
  void voltagesFallAndCurrentsRiseWithPower() {
    Bench bench = new Bench();
    bench.work(Duration.ofSeconds(2), 0);
    double amperes = value(bench, Quantity.CURRENT, "vccint");
    double volts = value(bench, Quantity.VOLTAGE, "vccint");
    bench.work(Duration.ofSeconds(2), 4);

    assertThat(value(bench, Quantity.CURRENT, "vccint")).isGreaterThan(amperes);
    assertThat(value(bench, Quantity.VOLTAGE, "vccint")).isLessThan(volts);
    assertThat(value(bench, Quantity.CURRENT, "12v_pex") * 12)
        .isCloseTo(watts(bench) - 3.3, within(1e-6));
  }

  @Test
  void clocksAreSlowedSoThatPowerKeepsItsLimit() {
    Bench bench = new Bench(Bench.limits(25, 90));
    bench.board.loaded(CLOCKS);
    bench.work(Duration.ofSeconds(10), 4);

    assertThat(watts(bench)).isLessThan(26);
    assertThat(bench.user.throttle().factor()).isBetween(0.1, 0.9);
    assertThat(bench.user.throttle().reason()).contains("power limit of 25.0 W");
    assertThat(bench.user.clocks().getFirst().effective())
        .isCloseTo(300 * bench.user.throttle().factor(), within(1e-6));
    bench.user.throttle(new Throttle(false, 25, 90, 1, ""));
    bench.work(Duration.ofSeconds(2), 4);
    assertThat(watts(bench)).isGreaterThan(40);
    assertThat(bench.user.clocks().getFirst().effective()).isEqualTo(300);
  }

  @Test
  void clocksAreSlowedByHeatAndItIsRecordedOnce() {
    Bench bench = new Bench(Bench.limits(500, 40));
    bench.board.loaded(CLOCKS);
    bench.work(Duration.ofMinutes(5), 4);

    assertThat(bench.user.throttle().reason()).contains("temperature limit of 40.0 C");
    assertThat(celsius(bench)).isLessThan(50);
    assertThat(bench.user.errors())
        .filteredOn(error -> error.source().equals("thermal"))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.severity()).isEqualTo(DeviceEvent.Severity.WARNING);
              assertThat(error.text()).contains("modelled");
            });
    bench.user.clearErrors();
    assertThat(bench.user.errors()).isEmpty();
  }

  @Test
  void aCriticalTemperatureIsAnError() {
    Bench bench = new Bench(Bench.limits(500, 40));
    bench.user.throttle(new Throttle(false, 500, 40, 1, ""));
    bench.work(Duration.ofMinutes(5), 8);

    assertThat(bench.user.errors())
        .extracting(error -> error.severity())
        .containsExactly(DeviceEvent.Severity.WARNING, DeviceEvent.Severity.ERROR);
  }

  @Test
  void aSlowerClockDrawsLess() {
    Bench bench = new Bench();
    bench.board.loaded(CLOCKS);
    bench.work(Duration.ofSeconds(2), 2);
    double before = watts(bench);
    bench.user.reclock(List.of(100, 0));
    bench.work(Duration.ofSeconds(2), 2);

    assertThat(watts(bench)).isLessThan(before);
    assertThat(bench.user.clocks())
        .extracting(clock -> clock.requested())
        .containsExactly(100, 500);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 9, 301, Integer.MAX_VALUE})
  void aClockBeyondItsLimitsIsRefusedAndNoneIsChanged(int megahertz) {
    Bench bench = new Bench();
    bench.board.loaded(CLOCKS);

    assertThatThrownBy(() -> bench.user.reclock(List.of(megahertz, 100)))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining("Use 10 to 300 MHz");
    assertThatThrownBy(() -> bench.user.reclock(List.of(100, 100, 100)))
        .hasMessageContaining("3 frequencies for 2 clocks");
    assertThat(bench.user.clocks())
        .extracting(clock -> clock.requested())
        .containsExactly(300, 500);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 1001, Double.NaN, Double.POSITIVE_INFINITY})
  void limitsThatCannotBeKeptAreRefused(double watts) {
    Bench bench = new Bench();
    assertThatThrownBy(() -> bench.user.throttle(new Throttle(true, watts, 90, 1, "")))
        .hasMessageContaining("cannot be kept");
    assertThat(bench.user.throttle().watts()).isEqualTo(75);
  }

  @Test
  void aHotResetBringsSettingsBackAndKeepsTheHeat() {
    Bench bench = new Bench();
    bench.work(Duration.ofMinutes(1), 4);
    double warm = celsius(bench);
    bench.user.throttle(new Throttle(false, 10, 20, 1, ""));
    bench.user.reset();

    assertThat(bench.user.throttle().enabled()).isTrue();
    assertThat(celsius(bench)).isEqualTo(warm);
  }
}
