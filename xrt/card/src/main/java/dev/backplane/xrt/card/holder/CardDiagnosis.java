package dev.backplane.xrt.card.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.image.RtlKernel;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.unit.Recordings;
import java.util.List;

/** Waveforms and statistics of the kernels of a card, for one holder. */
final class CardDiagnosis implements Diagnosis {
  private final Card card;
  private final CardClient client;

  CardDiagnosis(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public void recordNext(String kernel, Waveform waveform) {
    LoadedImage loaded = loaded("record");
    CardImage.KernelPlan plan = loaded.kernel(kernel);
    try {
      var _ = Recordings.file(waveform);
    } catch (IllegalArgumentException e) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .during("record")
          .on("kernel " + kernel)
          .causedBy(e)
          .build();
    }
    if (!(plan.code() instanceof RtlKernel)) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "it is executed in Java and has no pins")
          .during("record")
          .on("kernel " + kernel)
          .remedy("Load an image with its RTL")
          .build();
    }
    loaded.recordNext(plan.name(), waveform);
  }

  @Override
  public List<PortActivity> activity(String kernel) {
    return loaded("activity").portActivity(kernel);
  }

  private LoadedImage loaded(String operation) {
    LoadedImage loaded = card.loaded(client);
    if (loaded == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "no image is loaded")
          .during(operation)
          .on(card.config().name())
          .remedy("Load an image first")
          .build();
    }
    return loaded;
  }
}
