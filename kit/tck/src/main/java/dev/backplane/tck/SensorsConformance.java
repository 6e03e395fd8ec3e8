package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sensors of a card. */
@Needs(Sensors.class)
public abstract class SensorsConformance extends Conformance {
  /** A conformance class. */
  protected SensorsConformance() {}

  @Test
  void everySensorHasANameOfItsOwnAndAValue() {
    List<String> names = new ArrayList<>();
    for (Sensor sensor : rig().facet(rig().open(), Sensors.class).sensors()) {
      assertThat(sensor.value()).as(sensor.name()).isFinite();
      names.add(sensor.quantity() + " " + sensor.name());
    }
    assertThat(names).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void limitsAreInTheirOrder() {
    for (Sensor sensor : rig().facet(rig().open(), Sensors.class).sensors()) {
      if (sensor.warning().isPresent() && sensor.critical().isPresent()) {
        assertThat(sensor.warning().getAsDouble())
            .as(sensor.name())
            .isLessThanOrEqualTo(sensor.critical().getAsDouble());
      }
    }
  }
}
