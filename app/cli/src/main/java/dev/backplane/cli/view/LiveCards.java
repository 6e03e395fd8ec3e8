package dev.backplane.cli.view;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.cli.card.DeviceLook;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Feed;
import dev.backplane.view.Request;
import dev.backplane.view.Tab;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Shows devices as they are now, again and again. They are open while a page looks at them. */
public final class LiveCards implements Feed {
  private final Supplier<List<Token>> devices;

  private LiveCards(Supplier<List<Token>> devices) {
    this.devices = devices;
  }

  /**
   * {@return the part of the page that shows them}
   *
   * @param devices finds the devices; asked whenever a page comes after there was none
   */
  public static Tab tab(Supplier<List<Token>> devices) {
    LiveCards cards = new LiveCards(devices);
    return new Tab("cards", "Cards", "cards.js", cards::now, cards);
  }

  private Answer now(Request request) {
    try (Looks looks = open()) {
      return Answer.json(looks.look());
    }
  }

  @Override
  public Looks open() {
    return new Open(devices.get());
  }

  private static final class Open implements Looks {
    private final List<Token> tokens;
    private final Map<String, Device> open = new LinkedHashMap<>();

    Open(List<Token> tokens) {
      this.tokens = tokens;
    }

    @Override
    public String look() {
      List<Object> looks = new ArrayList<>();
      for (Token token : tokens) {
        looks.add(look(token));
      }
      // The clock is for rates, so it is one that nobody sets.
      return Json.text(Map.of("millis", System.nanoTime() / 1_000_000, "devices", looks));
    }

    private Map<String, Object> look(Token token) {
      try {
        Device device = open.get(token.id());
        if (device == null) {
          device = token.open(OpenMode.SHARED);
          open.put(token.id(), device);
        }
        return DeviceLook.of(device);
      } catch (BackplaneException e) {
        return Map.of(
            "id",
            token.id(),
            "name",
            token.properties().name(),
            "unavailable",
            Failures.oneLine(e));
      }
    }

    @Override
    public void close() {
      open.values().forEach(Device::close);
    }
  }
}
