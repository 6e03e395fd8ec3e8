package dev.backplane.cli.capi;

import dev.backplane.api.Device;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.FlashState;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.ForPrograms;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A report of all that a card of coherent accelerators tells. */
record CapiReport(
    @ForPrograms String id,
    String onItsBus,
    String caiaVersion,
    int pslRevision,
    String imageLoaded,
    String loadImageOnPerst,
    boolean perstReloadsSameImage,
    Optional<FlashHeld> flash,
    List<Accelerator> accelerators)
    implements Report {
  /** The content of a flash. */
  record FlashHeld(
      String place,
      boolean survivesThisProcess,
      long userBytes,
      String userSha256,
      Optional<String> problem)
      implements Report {
    static FlashHeld of(CardFlash flash) {
      FlashState state = flash.state();
      return new FlashHeld(
          state.place(), state.durable(), state.userBytes(), state.userDigest(), state.problem());
    }
  }

  /** A line for an AFU. */
  record Accelerator(
      String name,
      String mode,
      List<String> modesSupported,
      String irqs,
      long mmioSize,
      int contexts)
      implements Report {
    static List<Accelerator> all(CoherentCard card) {
      return IntStream.range(0, card.attributes().accelerators())
          .mapToObj(slice -> of(card.accelerator(slice)))
          .toList();
    }

    private static Accelerator of(AfuAttributes afu) {
      return new Accelerator(
          afu.name(),
          afu.mode().text(),
          afu.modesSupported().stream().map(AfuMode::text).toList(),
          afu.leastInterrupts() + " to " + afu.mostInterrupts(),
          afu.mmioSize(),
          afu.openContexts());
    }
  }

  /** {@return all of a card} */
  static CapiReport of(Device device) {
    CoherentCard card = device.facet(CoherentCard.class);
    CardAttributes is = card.attributes();
    return new CapiReport(
        device.id(),
        is.identity().toString(),
        version(is),
        is.pslRevision(),
        image(is),
        is.loadImageOnPerst().text(),
        is.perstReloadsSameImage(),
        device.facets().contains(CardFlash.class)
            ? Optional.of(FlashHeld.of(device.facet(CardFlash.class)))
            : Optional.empty(),
        Accelerator.all(card));
  }

  static String version(CardAttributes card) {
    return card.caiaMajor() + "." + card.caiaMinor();
  }

  /** {@return which image is loaded, as the attribute says it} */
  static String image(CardAttributes card) {
    return card.userImage() ? "user" : "factory";
  }
}
