package dev.backplane.drivers.opaecard.afu;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.drivers.opaecard.Afu;
import dev.backplane.drivers.opaecard.Nlb0;
import dev.backplane.drivers.opaecard.config.CardConfig;
import dev.backplane.opae.Gbs;
import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.image.ImageKernel;
import dev.backplane.rtl.image.RtlImage;
import dev.backplane.rtl.ports.KernelPorts;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds accelerators: in images, and as classes. */
public final class AfuLoader {
  private AfuLoader() {}

  /** {@return what is in the slot of a card at power-up} */
  public static AfuProgram powerUp(CardConfig card) {
    String afu = card.afu();
    Path file = card.image();
    if (afu != null) {
      return ofClass(afu, "card " + card.name());
    }
    if (file != null) {
      Image image = Image.of(file);
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
    try {
      ImageKernel kernel = kernel(image, RtlImage.read(gbs.payload().toArray()));
      if (!kernel.hasNetlist()) {
        String name = kernel.javaClass().orElseThrow();
        AfuProgram found = ofClass(name, "image " + image.name());
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
      CompiledDesign design = card.engine().compile(kernel.netlist());
      return new AfuProgram(
          gbs.accelerator(),
          gbs.name(),
          "RTL on " + card.engine().text(),
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

  private static AfuProgram ofClass(String name, String who) {
    Class<?> type;
    try {
      // Not initialised: an image may name any class, and only an accelerator's code shall run.
      type = Class.forName(name, false, loader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw unfit(name, who, "is not on the class path: " + e, e);
    }
    if (!Afu.class.isAssignableFrom(type)) {
      throw unfit(name, who, "does not implement " + Afu.class.getName(), null);
    }
    Class<? extends Afu> afu = type.asSubclass(Afu.class);
    UUID guid;
    try (Afu made = make(afu)) {
      guid = made.guid();
    } catch (RuntimeException | Error e) {
      throw unfit(name, who, "cannot be made: " + e, e);
    }
    return new AfuProgram(guid, name, "Java, " + name, false, Optional.empty(), _ -> make(afu));
  }

  private static Afu make(Class<? extends Afu> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "make the class and its constructor without parameters public, in an exported package",
          e);
    }
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? AfuLoader.class.getClassLoader() : context;
  }

  private static BackplaneException unfit(
      String name, String who, String problem, @Nullable Throwable cause) {
    BackplaneException.Builder error =
        BackplaneException.because(
                ErrorCode.IMAGE_NOT_RUNNABLE, "the class %s %s".formatted(name, problem))
            .during("load an accelerator")
            .on(who)
            .remedy("Name a public class that implements Afu and is on the class path");
    return (cause == null ? error : error.causedBy(cause)).build();
  }
}
