package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.config.AfuConfig;
import dev.backplane.capi.card.config.CardConfig;
import dev.backplane.capi.card.descriptor.InvalidDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.capi.card.psl.Host;
import dev.backplane.capi.card.rtl.RtlAfuLoader;
import dev.backplane.rtl.cardkit.AcceleratorClasses;
import dev.backplane.rtl.images.ImageKernel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Makes the AFUs of a card: those of its configuration, or those of an image. */
final class AcceleratorLoader implements Accelerators {
  private final int card;
  private final CardConfig config;
  private final Host host;
  private final Duration patience;

  /**
   * @param card its number
   * @param config what it is
   * @param host what it is attached to
   * @param patience how long an access waits for its AFU
   */
  AcceleratorLoader(int card, CardConfig config, Host host, Duration patience) {
    this.card = card;
    this.config = config;
    this.host = host;
    this.patience = patience;
  }

  private String name(int slice) {
    return "afu%d.%d".formatted(card, slice);
  }

  private InterruptBudget budget(int afus) {
    return new InterruptBudget("card" + card, afus);
  }

  @Override
  public List<AfuSlice> ofConfiguration() {
    List<AfuConfig> afus = config.afus();
    InterruptBudget budget = budget(afus.size());
    return all(afus.size(), slice -> configured(slice, afus.get(slice), budget));
  }

  @Override
  public List<AfuSlice> ofImage(Image image) {
    List<ImageKernel> kernels = RtlAfuLoader.kernels(image);
    if (kernels.size() > CardConfig.MOST_AFUS) {
      throw notRunnable(
              image, "it has %d AFUs, more than %d".formatted(kernels.size(), CardConfig.MOST_AFUS))
          .build();
    }
    InterruptBudget budget = budget(kernels.size());
    return all(kernels.size(), slice -> flashed(slice, image, kernels.get(slice), budget));
  }

  private List<AfuSlice> all(int count, IntFunction<AfuSlice> make) {
    List<AfuSlice> made = new ArrayList<>();
    try {
      for (int slice = 0; slice < count; slice++) {
        made.add(make.apply(slice));
      }
      return List.copyOf(made);
    } catch (RuntimeException | Error e) {
      made.forEach(AfuSlice::close);
      throw e;
    }
  }

  private AfuSlice configured(int slice, AfuConfig afu, InterruptBudget budget) {
    String name = name(slice);
    Path image = afu.source().image().orElse(null);
    String what = image == null ? "class " + afu.type() : "image " + image;
    CapiAfu made =
        image == null
            ? make(name, afu.type(), afu.options().classes())
            : RtlAfuLoader.load(name, image, afu, config.psl(), config.faults().pins());
    Faults commands =
        image == null ? config.faults().commands() : config.faults().commands().ofCommands();
    try {
      return slice(name, made, mode(name, what, made, afu.mode()), commands, budget);
    } catch (InvalidDescriptor e) {
      throw unfit(name, "the %s %s".formatted(what, e.getMessage())).causedBy(e).build();
    }
  }

  private AfuSlice flashed(int slice, Image image, ImageKernel kernel, InterruptBudget budget) {
    String name = name(slice);
    AfuConfig like = config.afus().get(slice < config.afus().size() ? slice : 0);
    CapiAfu made =
        RtlAfuLoader.load(name, image, kernel, like, config.psl(), config.faults().pins());
    try {
      return slice(name, made, usualMode(made), config.faults().commands().ofCommands(), budget);
    } catch (InvalidDescriptor e) {
      throw notRunnable(image, String.valueOf(e.getMessage())).causedBy(e).build();
    }
  }

  private AfuSlice slice(
      String name,
      CapiAfu afu,
      @Nullable ProgrammingModel mode,
      Faults commands,
      InterruptBudget budget) {
    try {
      return new AfuSlice(name, afu, mode, host.dsisr(), commands, budget, patience);
    } catch (RuntimeException | Error e) {
      afu.close();
      throw e;
    }
  }

  private static ProgrammingModel usualMode(CapiAfu afu) {
    return afu.descriptor().models().contains(ProgrammingModel.DIRECTED)
        ? ProgrammingModel.DIRECTED
        : ProgrammingModel.DEDICATED;
  }

  private static @Nullable ProgrammingModel mode(
      String name, String what, CapiAfu afu, @Nullable AfuMode configured) {
    if (configured == null) {
      return usualMode(afu);
    }
    ProgrammingModel wanted = ProgrammingModel.of(configured).orElse(null);
    if (wanted != null && !afu.descriptor().models().contains(wanted)) {
      throw unfit(name, "the %s does not support the mode %s".formatted(what, wanted.text()))
          .build();
    }
    return wanted;
  }

  private static CapiAfu make(String name, String type, AcceleratorClasses classes) {
    try {
      return classes.find(CapiAfu.class, type, problem -> unfit(name, problem).build()).make();
    } catch (IllegalStateException e) {
      throw unfit(name, String.valueOf(e.getMessage())).causedBy(e).build();
    }
  }

  private static BackplaneException.Builder notRunnable(Image image, String problem) {
    return BackplaneException.because(ErrorCode.IMAGE_NOT_RUNNABLE, problem)
        .during("give an AFU power")
        .on("image " + image.name());
  }

  private static BackplaneException.Builder unfit(String name, String problem) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, problem)
        .during("give a card power")
        .on(name)
        .remedy(
            "Name an image of an AFU, or a public class that implements CapiAfu, is on the"
                + " class path or in 'class_path' of the AFU, and has a public constructor"
                + " without parameters");
  }
}
