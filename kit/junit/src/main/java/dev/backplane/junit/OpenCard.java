package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.runtime.Backplane;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A card that a test has: the only device of a {@code Backplane} of its own. Closed by the test's
 * {@link OpenCards}.
 */
final class OpenCard implements AutoCloseable {
  private final CardSettings settings;
  private final CallRecord calls;
  private final Backplane backplane;
  private final Device device;
  private final Optional<Image> image;
  private final Optional<Program> program;
  private final AtomicReference<@Nullable WaveRecorder> waves;

  /** The state of the card when a deadline was up; the device is closed after that. */
  private @Nullable List<String> stateBefore;

  private OpenCard(
      CardSettings settings,
      CallRecord calls,
      AtomicReference<@Nullable WaveRecorder> waves,
      Backplane backplane,
      Optional<Image> image) {
    this.settings = settings;
    this.calls = calls;
    this.waves = waves;
    this.backplane = backplane;
    this.image = image;
    this.device = backplane.find().open();
    this.program = image.map(device::load);
  }

  /**
   * Opens one.
   *
   * @param settings what it is
   * @param folder for its waveforms
   */
  static OpenCard open(CardSettings settings, Path folder) {
    // First: a card is not opened for an image that is not there.
    Optional<Image> image = settings.read();
    CallRecord calls = new CallRecord();
    AtomicReference<@Nullable WaveRecorder> waves = new AtomicReference<>();
    Backplane backplane =
        CardConfiguration.open(
            settings,
            call -> {
              calls.accept(call);
              WaveRecorder recorder = waves.get();
              if (recorder != null) {
                recorder.goOn();
              }
            });
    try {
      OpenCard card = new OpenCard(settings, calls, waves, backplane, image);
      card.record(folder);
      return card;
    } catch (RuntimeException e) {
      try {
        backplane.close();
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private void record(Path folder) {
    if (settings.waves() != Waves.NONE && program.isPresent() && device.supports(Diagnosis.class)) {
      waves.set(
          new WaveRecorder(
              device.facet(Diagnosis.class),
              program.get().kernels(),
              folder,
              settings.waves() == Waves.LATEST));
    }
  }

  Backplane backplane() {
    return backplane;
  }

  Device device() {
    return device;
  }

  Image image() {
    return image.orElseThrow(() -> withoutImage("an Image"));
  }

  Program program() {
    return program.orElseThrow(() -> withoutImage("a Program"));
  }

  /**
   * {@return a kernel of its image}
   *
   * @param name its name; empty for the only one
   */
  Kernel kernel(String name) {
    Program loaded = program.orElseThrow(() -> withoutImage("a Kernel"));
    if (!name.isEmpty()) {
      return loaded.kernel(name);
    }
    List<String> kernels = loaded.kernels();
    if (kernels.size() != 1) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_KERNEL,
              "it has %d kernels, %s, and the annotation names none"
                  .formatted(kernels.size(), kernels))
          .during("choose the kernel of")
          .on("image " + settings.image())
          .remedy("Name one: @Card(kernel = \"...\")")
          .build();
    }
    return loaded.kernel(kernels.getFirst());
  }

  private static BackplaneException withoutImage(String what) {
    return BackplaneException.because(
            ErrorCode.NO_IMAGE, what + " is asked for, and no @Card of the test names an image")
        .remedy("Name its file: @Card(image = \"...\")")
        .build();
  }

  /** {@return what it does now; after {@link #close}, what it did last that was asked for} */
  synchronized List<String> state() {
    if (stateBefore == null) {
      stateBefore = CardReport.state(device);
    }
    return stateBefore;
  }

  CallRecord calls() {
    return calls;
  }

  CardSettings settings() {
    return settings;
  }

  /** {@return the latest waveform of each kernel; complete after {@link #close}} */
  Map<String, Path> waveforms() {
    WaveRecorder recorder = waves.get();
    return recorder == null ? Map.of() : recorder.files();
  }

  /** Closes what the test has left open on it, the device and its plugin. */
  @Override
  public void close() {
    backplane.close();
  }
}
