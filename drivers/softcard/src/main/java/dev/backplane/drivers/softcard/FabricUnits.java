package dev.backplane.drivers.softcard;

import dev.backplane.rtl.image.StreamTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The compute units of an image, each with what executes it. */
final class FabricUnits {
  private FabricUnits() {}

  /** Makes the units, in the order of the image. */
  static List<ComputeUnit> make(Fabric fabric, Dispatch dispatch, CardImage image, Card card) {
    CardConfig config = card.config();
    StreamTopology streams = image.topology();
    Map<String, LinkedUnits> linked = new HashMap<>();
    for (Set<String> names : streams.clusters()) {
      LinkedUnits together = new LinkedUnits(dispatch, streams.links(), config);
      names.forEach(name -> linked.put(name, together));
    }
    List<ComputeUnit> units = new ArrayList<>();
    for (CardImage.KernelPlan kernel : image.kernels()) {
      for (int i = 0; i < kernel.units().size(); i++) {
        LinkedUnits together = linked.get(kernel.units().get(i).name());
        if (together == null && kernel.models().isShort() && !config.interrupts()) {
          units.add(new ShortUnit(fabric, kernel, i, card, config));
        } else {
          Thread shared = together == null ? null : together.thread();
          ThreadUnit unit = new ThreadUnit(dispatch, kernel, i, card, config, shared);
          units.add(unit);
          if (together != null) {
            together.add(unit);
          }
        }
      }
    }
    units.sort(Comparator.comparingInt(unit -> unit.plan().control().index()));
    return List.copyOf(units);
  }
}
