package dev.backplane.cli.capi;

import dev.backplane.api.Device;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.FlashState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports the attributes of a card of coherent accelerators, for people and programs. */
final class CapiReport {
  private CapiReport() {}

  /** {@return all of a card} */
  static Map<String, @Nullable Object> of(Device device) {
    CoherentCard card = device.facet(CoherentCard.class);
    CardAttributes is = card.attributes();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("id", device.id());
    map.put("on_its_bus", is.identity().toString());
    map.put("caia_version", is.caiaMajor() + "." + is.caiaMinor());
    map.put("psl_revision", is.pslRevision());
    map.put("image_loaded", image(is));
    map.put("load_image_on_perst", is.loadImageOnPerst().text());
    map.put("perst_reloads_same_image", is.perstReloadsSameImage());
    if (device.facets().contains(CardFlash.class)) {
      map.put("flash", flash(device.facet(CardFlash.class).state()));
    }
    map.put("accelerators", accelerators(card));
    return map;
  }

  /** {@return which image is loaded, as the attribute says it} */
  static String image(CardAttributes card) {
    return card.userImage() ? "user" : "factory";
  }

  /** {@return what a flash holds} */
  static Map<String, @Nullable Object> flash(FlashState state) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("place", state.place());
    map.put("survives_this_process", state.durable());
    map.put("user_bytes", state.userBytes());
    map.put("user_sha256", state.userDigest());
    state.problem().ifPresent(problem -> map.put("problem", problem));
    return map;
  }

  /** {@return the AFUs of a card} */
  static List<Map<String, @Nullable Object>> accelerators(CoherentCard card) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int slice = 0; slice < card.attributes().accelerators(); slice++) {
      AfuAttributes afu = card.accelerator(slice);
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("name", afu.name());
      row.put("mode", afu.mode().text());
      row.put("modes_supported", afu.modesSupported().stream().map(AfuMode::text).toList());
      row.put("irqs", afu.leastInterrupts() + " to " + afu.mostInterrupts());
      row.put("mmio_size", afu.mmioSize());
      row.put("contexts", afu.openContexts());
      rows.add(row);
    }
    return rows;
  }
}
