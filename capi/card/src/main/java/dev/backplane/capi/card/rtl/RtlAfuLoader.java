package dev.backplane.capi.card.rtl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.capi.card.config.AfuConfig;
import dev.backplane.capi.card.descriptor.InvalidDescriptor;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.psl.PslFaults;
import dev.backplane.rtl.harness.psl.PslProtocol;
import dev.backplane.rtl.images.ImageKernel;
import dev.backplane.rtl.images.RtlImage;
import java.nio.file.Path;
import java.util.List;

/** Makes AFUs of images. */
public final class RtlAfuLoader {
  private RtlAfuLoader() {}

  /**
   * Gives the AFU of an image power.
   *
   * @param name what it is called in messages
   * @param file the image
   * @param config how it is executed
   * @param psl the version of the card's PSL
   * @param faults what is injected at its pins
   * @return the AFU, after RESET
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID}, {@link
   *     ErrorCode#IMAGE_NOT_RUNNABLE}, or what is wrong with the file
   */
  public static RtlAfu load(String name, Path file, AfuConfig config, int psl, PslFaults faults) {
    Image image = Image.of(file);
    List<ImageKernel> kernels = kernels(image);
    if (kernels.size() != 1) {
      throw refusal(
              image,
              ErrorCode.IMAGE_NOT_RUNNABLE,
              "it brings %s, and an AFU is one kernel"
                  .formatted(kernels.stream().map(ImageKernel::name).toList()))
          .remedy("Build an image with 'backplane build' of one kernel with the ports of a PSL")
          .build();
    }
    return load(name, image, kernels.getFirst(), config, psl, faults);
  }

  /**
   * {@return the kernels of an image, each an AFU}
   *
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID}, {@link
   *     ErrorCode#IMAGE_NOT_RUNNABLE}
   */
  public static List<ImageKernel> kernels(Image image) {
    List<ImageKernel> kernels;
    try {
      kernels = RtlImage.read(image.content().toArray()).kernels();
    } catch (RtlException e) {
      throw refusal(image, e).build();
    }
    List<String> others =
        kernels.stream().filter(each -> !each.hasNetlist()).map(ImageKernel::name).toList();
    if (kernels.isEmpty() || !others.isEmpty()) {
      throw refusal(
              image,
              ErrorCode.IMAGE_NOT_RUNNABLE,
              "it has %s, and an AFU is a kernel in RTL"
                  .formatted(kernels.isEmpty() ? "no kernel" : others))
          .remedy("Build an image with 'backplane build' of kernels with the ports of a PSL")
          .build();
    }
    return kernels;
  }

  /**
   * Gives the AFU of a kernel power; as the other.
   *
   * @param image where the kernel is from
   */
  public static RtlAfu load(
      String name, Image image, ImageKernel kernel, AfuConfig config, int psl, PslFaults faults) {
    try {
      int version = PslProtocol.version(kernel.ports());
      if (version != psl) {
        throw refusal(
                image,
                ErrorCode.IMAGE_NOT_RUNNABLE,
                "its pins are for a PSL%d, and the card of %s has a PSL%d"
                    .formatted(version, name, psl))
            .remedy(
                "Configure a card with psl %d on its host, or build the AFU with the pins of a PSL%d"
                    .formatted(version, psl))
            .build();
      }
      return new RtlAfu(
          name,
          config.options().engine().compile(kernel.netlist()),
          kernel.ports(),
          faults,
          config);
    } catch (InvalidDescriptor e) {
      throw refusal(image, ErrorCode.IMAGE_NOT_RUNNABLE, "its descriptor: " + e.getMessage())
          .causedBy(e)
          .remedy("Answer reads with ha_mmcfg as the architecture lays a descriptor out")
          .build();
    } catch (RtlException e) {
      throw refusal(image, e).build();
    }
  }

  private static BackplaneException.Builder refusal(Image image, RtlException e) {
    boolean invalid = e.error() == RtlError.IMAGE_INVALID || e.error() == RtlError.NETLIST_INVALID;
    return refusal(
            image,
            invalid ? ErrorCode.IMAGE_INVALID : ErrorCode.IMAGE_NOT_RUNNABLE,
            String.valueOf(e.getMessage()))
        .causedBy(e);
  }

  private static BackplaneException.Builder refusal(Image image, ErrorCode code, String problem) {
    return BackplaneException.because(code, problem)
        .during("give an AFU power")
        .on("image " + image.name());
  }
}
