package dev.backplane.opae.card.afu;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.card.Afu;
import dev.backplane.opae.card.Nlb0;
import dev.backplane.opae.card.config.CardConfig;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.cardkit.AcceleratorClass;
import dev.backplane.rtl.cardkit.AcceleratorClasses;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import dev.backplane.rtl.cardkit.EngineOptions;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import java.util.Optional;
import java.util.UUID;

/** Finds accelerators: in images, and as classes. */
public final class AfuLoader {
  private AfuLoader() {}

  /** {@return what is in the slot of a card at power-up} */
  public static AfuProgram powerUp(CardConfig card) {
    AcceleratorSource source = card.accelerator();
    if (source.type().isPresent()) {
      return ofClass(source.type().get(), source.options().classes(), "card " + card.name());
    }
    if (source.image().isPresent()) {
      Image image = Image.of(source.image().get());
      return program(image, read(image, card), card);
    }
    return new AfuProgram(Nlb0.GUID, "nlb0", "Java", false, Optional.empty(), _ -> new Nlb0());
  }

  /**
   * Reads an image for a card.
   *
   * @return its header and what it brings
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID}, {@link ErrorCode#IMAGE_TRUNCATED}
   *     or {@link ErrorCode#IMAGE_PLATFORM_MISMATCH}
   */
  public static Gbs read(Image image, CardConfig card) {
    Gbs gbs = Gbs.read(image);
    if (!gbs.interfaceId().equals(card.interfaceId())) {
      throw refusal(
              image,
              ErrorCode.IMAGE_PLATFORM_MISMATCH,
              "it is for the interface %s, card %s has %s"
                  .formatted(gbs.interfaceId(), card.name(), card.interfaceId()))
          .remedy(
              "Build it for this interface, or set the card's 'interface_id' to that of the image")
          .build();
    }
    return gbs;
  }

  /**
   * Makes an accelerator of an image ready to be loaded.
   *
   * @return the accelerator
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} or {@link
   *     ErrorCode#IMAGE_NOT_RUNNABLE}
   */
  public static AfuProgram program(Image image, Gbs gbs, CardConfig card) {
    EngineOptions options = card.accelerator().options();
    try {
      ImageKernel kernel = kernel(image, RtlImage.read(gbs.payload().toArray()));
      if (!kernel.hasNetlist()) {
        String name = kernel.javaClass().orElseThrow();
        AfuProgram found = ofClass(name, options.classes(), "image " + image.name());
        return new AfuProgram(
            gbs.accelerator(), gbs.name(), found.kind(), false, gbs.clocks(), found.maker());
      }
      if (kernel.protocol() != ControlProtocol.MMIO) {
        throw unrunnable(
                image,
                "its kernel '%s' is controlled by %s"
                    .formatted(kernel.name(), kernel.metadata().protocol()))
            .build();
      }
      KernelPorts ports = kernel.ports();
      CompiledDesign design = options.engine().compile(kernel.netlist());
      return new AfuProgram(
          gbs.accelerator(),
          gbs.name(),
          "RTL on " + options.engine().text(),
          true,
          gbs.clocks(),
          space -> new RtlAfu(gbs.accelerator(), design, ports, space, card));
    } catch (RtlException e) {
      boolean invalid =
          e.error() == RtlError.IMAGE_INVALID || e.error() == RtlError.NETLIST_INVALID;
      throw (invalid
              ? refusal(image, ErrorCode.IMAGE_INVALID, "its payload: " + e.getMessage())
                  .remedy("Build it again with 'backplane build'")
              : unrunnable(image, "its payload: " + e.getMessage()))
          .causedBy(e)
          .build();
    }
  }

  private static ImageKernel kernel(Image image, RtlImage contents) {
    if (contents.kernels().size() != 1) {
      throw unrunnable(
              image,
              "it brings %s, and a slot takes one accelerator"
                  .formatted(contents.kernels().stream().map(ImageKernel::name).toList()))
          .build();
    }
    return contents.kernels().getFirst();
  }

  private static BackplaneException.Builder unrunnable(Image image, String problem) {
    return refusal(image, ErrorCode.IMAGE_NOT_RUNNABLE, problem)
        .remedy("The slot takes one accelerator, in RTL with the control 'mmio' or in Java");
  }

  private static BackplaneException.Builder refusal(Image image, ErrorCode code, String problem) {
    return BackplaneException.because(code, problem)
        .during("reconfigure")
        .on("image " + image.name());
  }

  private static AfuProgram ofClass(String name, AcceleratorClasses classes, String who) {
    AcceleratorClass<Afu> found =
        classes.find(Afu.class, name, problem -> unfit(problem, who).build());
    UUID guid;
    try (Afu made = found.make()) {
      guid = made.guid();
    } catch (RuntimeException | Error e) {
      throw unfit("class %s cannot be used: %s".formatted(name, e), who).causedBy(e).build();
    }
    return new AfuProgram(guid, name, "Java, " + name, false, Optional.empty(), _ -> found.make());
  }

  private static BackplaneException.Builder unfit(String problem, String who) {
    return BackplaneException.because(ErrorCode.IMAGE_NOT_RUNNABLE, problem)
        .during("load an accelerator")
        .on(who)
        .remedy(
            "Name a public class that implements Afu and has a public constructor without"
                + " parameters, on the class path or in 'class_path' of the card");
  }
}
