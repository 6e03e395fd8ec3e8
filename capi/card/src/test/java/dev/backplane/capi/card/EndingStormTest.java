package dev.backplane.capi.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.runtime.Backplane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many contexts that end at the same time, on an AFU that needs longer for all than a call may. */
@Timeout(300)
final class EndingStormTest {
  @TempDir Path folder;

  @Test
  void eachEndsInItsTimeAndTheNumbersComeBackWhenTheAfuHasLetGo() throws Exception {
    String configuration =
        """
        {"plugins": [{"module": "capi", "name": "cards", "error_policy": {"deadline_ms": 4000},
          "config": {"cards": [{"afus": [{"afu": "%s"}]}, {}]}}]}
        """
            .formatted(LeisurelyAfu.class.getName());
    try (Backplane backplane =
            Backplane.open(Files.writeString(folder.resolve("backplane.json"), configuration));
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Token node = backplane.token("cards/afu0.0s");
      List<Device> contexts = new ArrayList<>();
      for (int i = 0; i < LeisurelyAfu.PROCESSES; i++) {
        contexts.add(attached(node));
      }
      List<Future<?>> ends = new ArrayList<>();
      for (Device each : contexts) {
        ends.add(threads.submit(each::close));
      }
      for (Future<?> each : ends) {
        each.get(1, TimeUnit.MINUTES);
      }
      // Nobody is punished for it, and nobody gets a number that the AFU may still use.
      List<Device> next = new ArrayList<>();
      while (next.size() < LeisurelyAfu.PROCESSES) {
        try {
          next.add(attached(node));
        } catch (BackplaneException e) {
          assertThat(e.code()).as(e.getMessage()).isIn(ErrorCode.OUT_OF_CONTEXTS, ErrorCode.BUSY);
          Thread.sleep(20);
        }
      }
      try (Device other = backplane.token("cards/afu1.0s").open(OpenMode.SHARED)) {
        assertThat(other.facet(Coherent.class).processElement()).isZero();
      }
    }
  }

  private static Device attached(Token node) {
    Device context = node.open(OpenMode.SHARED);
    try {
      Attachment attachment = context.facet(Coherent.class).attach(StartWork.of(0));
      assertThat(attachment.problemState().read64(0)).isEqualTo(7);
      return context;
    } catch (BackplaneException e) {
      context.close();
      throw e;
    }
  }
}
