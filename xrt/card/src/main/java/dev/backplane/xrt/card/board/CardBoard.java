package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.xrt.Board.Firmware;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The board of a card under power: what its management function keeps. Holders reach it through
 * {@link UserFunction}. Safe for use by several threads; it calls the card without a lock of its
 * own.
 */
public final class CardBoard {
  private final String card;
  private final BoardConfig config;
  private final Supplier<Activity> activity;
  private final Consumer<? super DeviceEvent> told;
  private final Mailbox mailbox;
  private final ErrorRecords errors;
  private final Firewall firewall;
  private final Telemetry telemetry;
  private final FlashMemory flash;
  private final HealthMonitor health;

  /** Firmware that was loaded since the last hot reset, by processor. */
  private final Map<String, Firmware> loaded = new LinkedHashMap<>();

  /**
   * Powers a board up.
   *
   * @param card the name of the card
   * @param platform what base images must be made for
   * @param config what the site says of the board
   * @param activity what goes on on the card
   * @param time the time
   * @param told is told of errors and faults; may be called under a lock of the card
   */
  public CardBoard(
      String card,
      String platform,
      BoardConfig config,
      Supplier<Activity> activity,
      BoardTime time,
      Consumer<? super DeviceEvent> told) {
    this(
        card,
        platform,
        config,
        activity,
        time,
        told,
        config.flash() == null ? new MemoryCells() : new FileCells(config.flash()));
  }

  CardBoard(
      String card,
      String platform,
      BoardConfig config,
      Supplier<Activity> activity,
      BoardTime time,
      Consumer<? super DeviceEvent> told,
      Cells cells) {
    this.card = card;
    this.config = config;
    this.activity = activity;
    this.told = told;
    mailbox = new Mailbox(card, config);
    errors = new ErrorRecords(time.clock(), told);
    firewall = new Firewall(time.clock());
    telemetry = new Telemetry(config, time.nanos(), errors);
    flash = new FlashMemory(cells, platform, errors);
    health = new HealthMonitor(card, config.healthPeriod(), this::checkHealth);
    mailbox.managementOnline();
  }

  /** Begins to look at the health of the card now and then. */
  public void powerOn() {
    health.start();
  }

  /** Ends that. */
  public void powerOff() {
    health.stop();
  }

  /** {@return the board as a holder has it, who has just opened the card} */
  public UserFunction open(Holder holder) {
    mailbox.userOnline();
    return new UserFunction(this, holder);
  }

  /** One look at firewall and temperature. */
  void checkHealth() {
    telemetry.look(activity.get());
    if (firewall.isTripped()) {
      // Said again and again, as long as it stands: a user function may have come late.
      mailbox.post(MailboxRequest.FIREWALL);
    }
  }

  /** A transaction hung or was illegal: one level of the firewall trips. */
  public void trip(FirewallPort port, BackplaneException reason) {
    if (firewall.trip(port, reason)) {
      errors.error("firewall", "level %s: %s".formatted(port.text(), reason.problem()));
      firewall.fault(port).ifPresent(told);
      mailbox.post(MailboxRequest.FIREWALL);
    }
  }

  /** A compute unit was given up at a reset: its thread goes on, and nothing listens to it. */
  public void abandoned(BackplaneException reason) {
    errors.error("firewall", "level execution: %s; it is cut off".formatted(reason.problem()));
  }

  /** A transaction was refused because the firewall has tripped. */
  public void countRefused() {
    firewall.countRefused();
  }

  /**
   * Has the management function load an image for the user function.
   *
   * @param loading does it
   * @return what it gives
   */
  public <T> T load(Supplier<T> loading) {
    return mailbox.ask(
        config.sameDomain() ? MailboxRequest.LOAD_XCLBIN_KADDR : MailboxRequest.LOAD_XCLBIN,
        loading);
  }

  /** An image was loaded, which asks for these clocks. */
  public void loaded(List<ClockRequest> clocks) {
    telemetry.load(clocks);
  }

  /**
   * Notes something that whoever looks after the card should know.
   *
   * @param source what it is about
   * @param text what there is to say
   */
  public void remark(String source, String text) {
    errors.warning(source, text);
  }

  // For the functions.

  Mailbox mailbox() {
    return mailbox;
  }

  ErrorRecords errors() {
    return errors;
  }

  Firewall firewall() {
    return firewall;
  }

  FlashMemory flash() {
    return flash;
  }

  /** {@return sensors and clocks as of now} */
  Telemetry telemetry() {
    telemetry.look(activity.get());
    return telemetry;
  }

  /** {@return whether holders may use the management function themselves} */
  boolean allowsManagement() {
    return config.management() && config.managementAccess();
  }

  /** Fails unless {@link #allowsManagement}. */
  void requireManagement(String operation) {
    if (!config.management()) {
      throw BackplaneException.because(
              ErrorCode.PEER_OFFLINE,
              "it needs the management function, and this card has none: 'board.management' is"
                  + " false")
          .during(operation)
          .on(card)
          .remedy("Use a card that is managed")
          .build();
    }
    if (!config.managementAccess()) {
      throw BackplaneException.because(
              ErrorCode.NOT_PERMITTED,
              "it is done by the management function, which holders of this card may not use:"
                  + " 'board.management_access' is false")
          .during(operation)
          .on(card)
          .remedy("Set 'board.management_access' to true, or ask whoever manages the card")
          .build();
    }
  }

  /** A hot reset: the card starts anew, from the staged image if it may. */
  void hotReset(Holder holder, boolean takeStaged) {
    mailbox.managementOffline();
    try {
      holder.resetCard();
      flash.restart(takeStaged);
      synchronized (loaded) {
        loaded.clear();
      }
      telemetry.reset();
      firewall.clear();
    } finally {
      mailbox.managementOnline();
    }
  }

  List<Firmware> firmware() {
    List<Firmware> all = new ArrayList<>();
    for (String processor : BaseImage.PROCESSORS) {
      Firmware extra;
      synchronized (loaded) {
        extra = loaded.get(processor);
      }
      all.add(extra != null ? extra : fromBase(processor));
    }
    return all;
  }

  private Firmware fromBase(String processor) {
    Firmware found = find(flash.base(), processor);
    // A base image need not bring all of it.
    Firmware golden = find(BaseImage.GOLDEN, processor);
    if (found == null && golden == null) {
      throw new IllegalStateException("the golden image has all firmware");
    }
    return found == null ? java.util.Objects.requireNonNull(golden) : found;
  }

  private static @Nullable Firmware find(BaseImage base, String processor) {
    return base.firmware().stream()
        .filter(each -> each.processor().equals(processor))
        .findFirst()
        .orElse(null);
  }

  void loadFirmware(String processor, Image image) {
    if (!BaseImage.PROCESSORS.contains(processor)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "there is no processor '%s'; there are %s".formatted(processor, BaseImage.PROCESSORS))
          .during("load firmware")
          .on(card)
          .build();
    }
    if (image.size() == 0) {
      throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "it is empty")
          .during("load firmware")
          .on(image.name())
          .build();
    }
    byte[] bytes = image.content().toArray();
    String digest = BaseImage.hex(bytes);
    synchronized (loaded) {
      loaded.put(
          processor,
          new Firmware(
              processor, "sha256:" + digest.substring(0, 12), image.name(), bytes.length, digest));
    }
  }
}
