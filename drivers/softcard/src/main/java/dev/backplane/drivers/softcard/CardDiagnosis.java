package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import java.util.List;

/** Waveforms and statistics of the kernels of a card, for one holder. */
final class CardDiagnosis implements Diagnosis {
  private final Card card;
  private final CardSession session;

  CardDiagnosis(Card card, CardSession session) {
    this.card = card;
    this.session = session;
  }

  @Override
  public void recordNext(String kernel, Waveform waveform) {
    Fabric fabric = fabric("record");
    CardImage.KernelPlan plan = fabric.kernel(kernel);
    try {
      var _ = Recordings.file(waveform);
    } catch (IllegalArgumentException e) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .during("record")
          .on("kernel " + kernel)
          .causedBy(e)
          .build();
    }
    if (!(plan.models() instanceof RtlKernel)) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "it is executed in Java and has no pins")
          .during("record")
          .on("kernel " + kernel)
          .remedy("Load an image with its RTL")
          .build();
    }
    fabric.recordNext(plan, waveform);
  }

  @Override
  public List<PortActivity> activity(String kernel) {
    return fabric("activity").activity(kernel);
  }

  private Fabric fabric(String operation) {
    Fabric fabric = card.fabric(session);
    if (fabric == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "no image is loaded")
          .during(operation)
          .on(card.config().name())
          .remedy("Load an image first")
          .build();
    }
    return fabric;
  }
}
