package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Diagnosis.Waveform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Has the runs of kernels recorded, one after the other. A device records the next run that begins;
 * as soon as there is a file of it, the recorder asks for the one after it.
 */
final class WaveRecorder {
  /** Recordings end at this cycle of a run, so that files stay small. */
  private static final long LENGTH = 1_000_000;

  private final Diagnosis diagnosis;
  private final Path folder;
  private final boolean again;
  private final ReentrantLock lock = new ReentrantLock();

  /** The number of the recording that was asked for last, by kernel. */
  private final Map<String, Integer> asked = new LinkedHashMap<>();

  /** The kernels that can be recorded. */
  private final Set<String> active = new LinkedHashSet<>();

  WaveRecorder(Diagnosis diagnosis, List<String> kernels, Path folder, boolean again) {
    this.diagnosis = diagnosis;
    this.folder = folder;
    this.again = again;
    kernels.forEach(kernel -> ask(kernel, 0));
  }

  /** Asks for the next runs of kernels whose files are there. Never throws or waits. */
  void goOn() {
    // Asking is a call too, and comes here again.
    if (!again || lock.isHeldByCurrentThread() || !lock.tryLock()) {
      return;
    }
    try {
      for (String kernel : List.copyOf(active)) {
        int number = asked.getOrDefault(kernel, 0);
        if (Files.exists(file(kernel, number))) {
          Files.deleteIfExists(file(kernel, number - 1));
          ask(kernel, number + 1);
        }
      }
    } catch (IOException e) {
      // Where an old file cannot be deleted there must not be more and more of them.
      active.clear();
    } finally {
      lock.unlock();
    }
  }

  private void ask(String kernel, int number) {
    try {
      diagnosis.recordNext(
          kernel, new Waveform(file(kernel, number), 0, LENGTH, "", 0, List.of(), List.of()));
      asked.put(kernel, number);
      active.add(kernel);
    } catch (BackplaneException e) {
      // A kernel in Java has no pins, and one of an image that was replaced is gone.
      active.remove(kernel);
    }
  }

  /** {@return the latest file of each kernel; complete after the device was closed} */
  Map<String, Path> files() {
    Map<String, Path> latest = new LinkedHashMap<>();
    lock.lock();
    try {
      asked.forEach(
          (kernel, number) -> {
            for (int i = number; i >= 0 && !latest.containsKey(kernel); i--) {
              if (Files.exists(file(kernel, i))) {
                latest.put(kernel, file(kernel, i));
              }
            }
          });
    } finally {
      lock.unlock();
    }
    return latest;
  }

  private Path file(String kernel, int number) {
    return folder.resolve(kernel.replaceAll("\\W", "_") + "-" + number + ".fst");
  }
}
