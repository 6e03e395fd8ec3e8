package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A card of this process that a door serves. */
final class ServedCard implements AutoCloseable {
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Backplane backplane;
  private final CapiDoor door;

  /** A card with some AFUs, in the form of a configuration. */
  ServedCard(Path folder, String card) throws IOException {
    this(folder, card, "power9");
  }

  /** A card with some AFUs, on a host. */
  ServedCard(Path folder, String card, String host) throws IOException {
    String configuration =
        """
        {"plugins": [{"module": "capi", "name": "cards", "config": {"host": "%s", "cards": [%s]}}]}
        """
            .formatted(host, card);
    backplane = Backplane.open(Files.writeString(folder.resolve("backplane.json"), configuration));
    door =
        CapiDoor.open(
            folder.resolve("door"), () -> backplane.enumerate(List.of(Filter.any())), log::add);
  }

  CapiDoor door() {
    return door;
  }

  /** What the door had to say. */
  List<String> log() {
    return log;
  }

  int contexts() {
    try (Device card = backplane.token("cards/card0").open(OpenMode.SHARED)) {
      return card.facet(CoherentCard.class).accelerator(0).openContexts();
    }
  }

  void awaitContexts(int count) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (contexts() != count && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(contexts()).isEqualTo(count);
  }

  @Override
  public void close() {
    door.close();
    backplane.close();
  }
}
