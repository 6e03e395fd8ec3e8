package dev.backplane.xrt.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.MemoryUsage;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.memory.BankedMemory;
import dev.backplane.xrt.card.schedule.ErtPorts;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.unit.ComputeUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of a card in words, for its management. */
final class CardReport {
  private final Map<String, String> lines = new LinkedHashMap<>();

  CardReport(CardConfig config, @Nullable BackplaneException fault) {
    lines.put("engine", config.options().engine().text());
    lines.put("platform", config.platform());
    lines.put("fault", fault == null ? "none" : fault.problem());
  }

  /** Adds the image, if there is one, and what there is to say of its signature. */
  void image(@Nullable LoadedImage loaded, String signature) {
    lines.put(
        "image", loaded == null ? "none" : loaded.image().name() + " " + loaded.image().uuid());
    if (loaded == null) {
      return;
    }
    if (!signature.isEmpty()) {
      lines.put("signature", signature);
    }
    ErtPorts ert = loaded.scheduler().ert();
    if (ert != null && !ert.lastFailure().isEmpty()) {
      lines.put("last failed command", ert.lastFailure());
    }
    for (ComputeUnit unit : loaded.units()) {
      lines.put(
          "unit " + unit.kernel().name() + ":" + unit.plan().name(),
          loaded.scheduled(unit).statistics());
    }
  }

  /** Adds what is in use of each bank. */
  Map<String, String> with(BankedMemory memory) {
    for (MemoryUsage.OfBank bank : memory.usage().banks()) {
      lines.put(
          "bank " + bank.bank().name(),
          bank.used() + " of " + bank.bank().size() + " bytes in buffers");
    }
    return lines;
  }
}
