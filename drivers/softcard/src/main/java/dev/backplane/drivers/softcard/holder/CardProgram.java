package dev.backplane.drivers.softcard.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.RunAbility;
import dev.backplane.drivers.softcard.card.Card;
import dev.backplane.drivers.softcard.image.CardImage;
import dev.backplane.drivers.softcard.schedule.CardClient;
import dev.backplane.drivers.softcard.schedule.LoadedImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A loaded image as one holder sees it. */
final class CardProgram implements Program {
  private final LoadedImage loaded;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();

  CardProgram(Card card, CardClient client, LoadedImage loaded) {
    this.loaded = loaded;
    for (CardImage.KernelPlan plan : loaded.image().kernels()) {
      kernels.put(plan.name(), new CardKernel(card, client, loaded, plan));
    }
  }

  boolean isOf(LoadedImage other) {
    return loaded == other;
  }

  @Override
  public Set<RunAbility> abilities() {
    return Set.of(RunAbility.CANCEL_QUEUED, RunAbility.CANCEL_RUNNING, RunAbility.LIMIT);
  }

  @Override
  public UUID uuid() {
    return loaded.image().uuid();
  }

  @Override
  public List<String> kernels() {
    return List.copyOf(kernels.keySet());
  }

  @Override
  public Kernel kernel(String name) {
    loaded.admission().checkLoaded("kernel " + name);
    Kernel kernel = kernels.get(name);
    if (kernel == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'; there are " + kernels())
          .on("image " + loaded.image().name())
          .build();
    }
    return kernel;
  }
}
