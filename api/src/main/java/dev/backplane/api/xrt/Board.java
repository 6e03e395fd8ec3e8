package dev.backplane.api.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.contract.Local;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongConsumer;

/**
 * The ability to have its board managed, as the management function of an XRT card does: reset,
 * sensors, clocks, firewall, firmware, flash and the mailbox between the two functions.
 *
 * <p>A device has two functions. What a holder asks for goes through the <em>user function</em>,
 * and from there as a request through the mailbox to the <em>management function</em>, which
 * answers those that the site permits. Some calls are the management function's own; they say so,
 * and need the site's leave to use it. Whatever is not permitted fails with {@link
 * ErrorCode#NOT_PERMITTED} and the name of the permission; where no management function is,
 * requests fail with {@link ErrorCode#PEER_OFFLINE}.
 */
public interface Board extends Facet {
  /** A part of the card that is brought back to the state after power-up by itself. */
  enum ResetKind {
    /** The compute units: runs are cancelled, the image stays. */
    KERNEL,
    /** The embedded scheduler. */
    ERT,
    /** Counters of memory errors. */
    ECC,
    /** Kernels on an embedded processor. */
    SOFT_KERNEL,
    /** The array of AI engines. */
    AIE
  }

  /** What a sensor measures, and in which unit. */
  enum Quantity {
    /** Power. */
    POWER("W"),
    /** Temperature. */
    TEMPERATURE("C"),
    /** Voltage. */
    VOLTAGE("V"),
    /** Current. */
    CURRENT("A"),
    /** Speed of a fan. */
    FAN("rpm");

    private final String unit;

    Quantity(String unit) {
      this.unit = unit;
    }

    /** {@return the unit as it is printed} */
    public String unit() {
      return unit;
    }
  }

  /**
   * A sensor.
   *
   * @param name what it is called, for example {@code fpga}
   * @param quantity what it measures
   * @param value its value now, in the quantity's unit
   * @param warning from where on it is worth a warning
   * @param critical from where on it is an error
   * @param origin where the value is from: {@code measured}, or {@code modelled} if no board is
   *     there to measure
   */
  record Sensor(
      String name,
      Quantity quantity,
      double value,
      OptionalDouble warning,
      OptionalDouble critical,
      String origin) {}

  /**
   * A clock of the loaded image.
   *
   * @param name what it is called
   * @param type what it drives
   * @param image MHz that the image asks for
   * @param requested MHz that were set last
   * @param effective MHz that throttling leaves of it
   * @param least the least that can be set
   * @param most the most that can be set
   */
  record Clock(
      String name, String type, int image, int requested, double effective, int least, int most) {}

  /**
   * How clocks follow power and temperature.
   *
   * @param enabled whether they do
   * @param watts the power that is not to be exceeded
   * @param celsius the temperature that is not to be exceeded
   * @param factor what is left of the clocks now, 1 if they are not slowed down; ignored when set
   * @param reason why they are slowed down, empty if they are not; ignored when set
   */
  record Throttle(boolean enabled, double watts, double celsius, double factor, String reason) {}

  /**
   * One level of the firewall between compute units and the rest of the card.
   *
   * @param number its number, from 0
   * @param name what it guards
   * @param tripped whether it answers everything with errors
   * @param status bits of what it saw: 1 nothing came back, 2 an illegal transaction, 4 an address
   *     where nothing is; 0 if it has not tripped
   * @param reason what it saw, in words; empty if it has not tripped
   * @param time when
   * @param addresses the addresses of the transaction, as far as known
   * @param refused how many transactions it has answered with errors since
   */
  record FirewallLevel(
      int number,
      String name,
      boolean tripped,
      int status,
      String reason,
      Optional<Instant> time,
      List<Long> addresses,
      long refused) {
    /** Copies the list. */
    public FirewallLevel {
      addresses = List.copyOf(addresses);
    }
  }

  /**
   * What an embedded processor executes.
   *
   * @param processor {@code ERT} or {@code CMC}
   * @param version the version it says it has
   * @param source where it is from
   * @param bytes how large it is
   * @param digest its SHA-256, in hexadecimal
   */
  record Firmware(String processor, String version, String source, long bytes, String digest) {}

  /**
   * The memory that the card starts from.
   *
   * @param place where it is kept, in words
   * @param durable whether it is there after the holder's process has ended
   * @param active the name of the image that the card started from
   * @param slots what it holds; {@code golden} can never be overwritten
   */
  record Flash(String place, boolean durable, String active, List<FlashSlot> slots) {
    /** Copies the list. */
    public Flash {
      slots = List.copyOf(slots);
    }
  }

  /**
   * An image in flash.
   *
   * @param name its place
   * @param version the version of the image, empty if the place is empty
   * @param bytes how large it is
   * @param digest its SHA-256, in hexadecimal
   * @param state {@code active}, {@code staged} for the next hot reset, {@code valid}, {@code
   *     damaged} or {@code empty}
   */
  record FlashSlot(String name, String version, long bytes, String digest, String state) {}

  /**
   * The connection of the two functions.
   *
   * @param ready whether both sides have seen each other
   * @param sameDomain whether both are on one machine
   * @param user whether the user side is online
   * @param management whether the management side is online
   * @param managementAccess whether holders may use the management function themselves
   * @param healthPeriod how often the card's health is looked at
   * @param requests what can be asked, by number
   */
  record Mailbox(
      boolean ready,
      boolean sameDomain,
      boolean user,
      boolean management,
      boolean managementAccess,
      Duration healthPeriod,
      List<Request> requests) {
    /** Copies the list. */
    public Mailbox {
      requests = List.copyOf(requests);
    }
  }

  /**
   * A kind of message.
   *
   * @param number its number
   * @param name its name, for example {@code LOAD_XCLBIN}
   * @param permitted whether the user side may send it
   * @param answered how many were answered
   * @param refused how many were refused
   */
  record Request(int number, String name, boolean permitted, long answered, long refused) {}

  /** {@return all sensors, read now, in the order to show them in} */
  List<Sensor> sensors();

  /** {@return the clocks of the loaded image; none if no image is loaded} */
  List<Clock> clocks();

  /**
   * Sets clocks.
   *
   * @param megahertz one for each clock, in the order of {@link #clocks()}; 0 leaves that clock as
   *     it is; there may be fewer numbers than clocks
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE}; {@link ErrorCode#OUT_OF_RANGE} beyond a
   *     clock's limits, and then no clock is changed
   */
  void reclock(List<Integer> megahertz);

  /** {@return how clocks are throttled} */
  Throttle throttle();

  /** Sets how clocks are throttled; by the management function. */
  void throttle(Throttle settings);

  /** {@return the levels of the firewall} */
  List<FirewallLevel> firewall();

  /**
   * Opens the firewall again without a reset; by the management function. Compute units are not
   * touched: what hung before may hang again.
   *
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if what made it trip still goes on
   */
  void clearFirewall();

  /**
   * {@return what went wrong since power-up or {@link #clearErrors()}, oldest first} {@link Events}
   * tells of it when it happens.
   */
  List<DeviceEvent.Error> errors();

  /** Forgets the records of {@link #errors()}; by the management function. */
  void clearErrors();

  /** {@return what the embedded processors execute} */
  List<Firmware> firmware();

  /**
   * Has an embedded processor execute other firmware until the next hot reset; by the management
   * function.
   *
   * @param processor {@code ERT} or {@code CMC}
   * @param image the firmware
   */
  void loadFirmware(String processor, Image image);

  /** {@return what the card starts from} */
  Flash flash();

  /**
   * Writes a base image into flash, reads it back, and stages it: the next hot reset starts the
   * card from it. Until it is whole the card starts from the image before. By the management
   * function.
   *
   * @param base the image
   * @param progress is told how many bytes are written, now and then
   */
  @Local
  void programFlash(Image base, LongConsumer progress);

  /** {@return how the two functions are connected} */
  Mailbox mailbox();

  /**
   * Brings a part of the card to the state after power-up; by the management function. The whole
   * card is reset by {@link Management#reset()}.
   *
   * @param kind what
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if this card has no such part
   */
  void reset(ResetKind kind);
}
