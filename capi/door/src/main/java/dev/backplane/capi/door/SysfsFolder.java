package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.capi.door.Attributes.Place;
import dev.backplane.capi.door.SysfsEntry.Access;
import dev.backplane.capi.door.SysfsEntry.Attribute;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A folder that has the cards as the system has its devices: {@code class/cxl} as {@code
 * /sys/class/cxl}, and {@code dev/cxl} as {@code /dev/cxl}. What changes on the cards changes there
 * in a moment; what is written into an attribute that can be set is set. A plain file cannot refuse
 * a value: it gets back the one that holds, and the log is told why.
 *
 * <p>Safe for use by several threads. The folder is gone when it is closed.
 */
public final class SysfsFolder implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(200);

  private final PublishedFiles files;
  private final Path socket;
  private final Supplier<List<Token>> tokens;
  private final Consumer<String> log;
  private final ErrorBuffers buffers = new ErrorBuffers();
  private final ScheduledExecutorService clock;
  private SortedMap<String, SysfsEntry> shown = new TreeMap<>();
  private String problem = "";

  private SysfsFolder(
      PublishedFiles files, Path socket, Supplier<List<Token>> tokens, Consumer<String> log) {
    this.files = files;
    this.socket = socket;
    this.tokens = tokens;
    this.log = log;
    clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().daemon().name("capi-sysfs").unstarted(task));
  }

  /**
   * Fills a folder.
   *
   * @param folder which does not exist, is empty, or is left of a server that died
   * @param socket where programs come to the cards, which nodes link to
   * @param tokens the cards and nodes that there are now
   * @param log is told what could not be set
   * @return the folder, which follows the cards until it is closed
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if something else is in it;
   *     {@link ErrorCode#BUSY} if another server has it; {@link ErrorCode#FILE_UNREADABLE} if it
   *     cannot be written
   */
  public static SysfsFolder open(
      Path folder, Path socket, Supplier<List<Token>> tokens, Consumer<String> log) {
    PublishedFiles files = PublishedFiles.open(folder.toAbsolutePath().normalize());
    SysfsFolder opened = new SysfsFolder(files, socket.toAbsolutePath(), tokens, log);
    try {
      opened.publish();
    } catch (IOException e) {
      opened.close();
      throw PublishedFiles.unwritable(folder, e);
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
    var _ =
        opened.clock.scheduleWithFixedDelay(
            opened::refresh, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    return opened;
  }

  /** {@return what stands for {@code /sys/class/cxl}} */
  public Path ofClass() {
    return files.root().resolve(SysfsTree.CLASS);
  }

  /** Sets what was written, and shows what the cards are now. */
  public synchronized void refresh() {
    try {
      if (!files.has(SysfsTree.CLASS)) {
        // Somebody has removed it: all is written anew.
        shown = new TreeMap<>();
      }
      for (Map.Entry<String, SysfsEntry> each : List.copyOf(shown.entrySet())) {
        if (each.getValue() instanceof Attribute attribute
            && (attribute.access() == Access.SET || attribute.access() == Access.COMMAND)) {
          take(each.getKey(), attribute);
        }
      }
      publish();
      problem = "";
    } catch (IOException | RuntimeException e) {
      tell("attributes of cards are not shown as they are: " + e);
    }
  }

  /** Says it once, however long it lasts. */
  private void tell(String line) {
    if (!line.equals(problem)) {
      problem = line;
      log.accept(line);
    }
  }

  private void publish() throws IOException {
    SortedMap<String, SysfsEntry> now = SysfsTree.of(tokens.get(), socket, buffers);
    files.change(shown, now);
    shown = now;
  }

  private void take(String path, Attribute attribute) throws IOException {
    if (!files.has(path)) {
      shown.remove(path);
      return;
    }
    String written = files.written(path, attribute).orElse(null);
    if (written == null) {
      return;
    }
    // It is written anew, whatever comes of it.
    shown.remove(path);
    try {
      set(attribute.attribute(), written);
    } catch (BackplaneException e) {
      log.accept(
          "%s is not set to '%s' (errno %d): %s"
              .formatted(attribute.attribute(), written.strip(), e.code().errno(), e.problem()));
    }
  }

  private void set(String attribute, String value) {
    Place place = Place.of(attribute).orElseThrow();
    for (Token token : tokens.get()) {
      if (Cards.name(token).equals("card" + place.card())) {
        try (Device card = token.open(OpenMode.SHARED)) {
          var _ = Attributes.set(card.facet(CoherentCard.class), place, value);
        }
      }
    }
  }

  /** Removes what is in the folder, and the folder if it was made. */
  @Override
  public void close() {
    clock.close();
    synchronized (this) {
      try {
        files.change(shown, new TreeMap<>());
      } catch (IOException e) {
        log.accept("%s is left: %s".formatted(files.root(), e));
      } finally {
        shown = new TreeMap<>();
        files.close();
      }
    }
  }
}
