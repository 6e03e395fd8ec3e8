package dev.backplane.api;

import java.time.Instant;

/** Something that a device tells without being asked. */
public sealed interface DeviceEvent {
  /** A kind of event that can be subscribed to. */
  enum Kind {
    /** {@link DeviceEvent.Interrupt}. */
    INTERRUPT,
    /** {@link DeviceEvent.Error}. */
    ERROR,
    /** {@link DeviceEvent.Fault}. */
    FAULT,
    /** {@link DeviceEvent.Removed}. */
    REMOVED
  }

  /** The severity of an error. */
  enum Severity {
    /** The device works as before. */
    WARNING,
    /** Something does not work, or did not. */
    ERROR
  }

  /** The kind of access to an address. */
  enum Access {
    /** A read. */
    READ,
    /** A write. */
    WRITE,
    /** The device does not say. */
    UNKNOWN
  }

  /**
   * The device raised an interrupt. Messages of one interrupt that nobody has taken become one.
   *
   * @param number which, as in {@link Events#interrupts()}
   * @param count how many messages this stands for, at least 1
   */
  record Interrupt(int number, long count) implements DeviceEvent {}

  /**
   * Something went wrong without anybody having asked.
   *
   * @param time when
   * @param source what tells it, for example {@code firewall}, {@code thermal} or {@code flash}
   * @param severity how bad it is
   * @param text what happened
   */
  @SuppressWarnings("JavaLangClash") // The field's word; it is always written DeviceEvent.Error.
  record Error(Instant time, String source, Severity severity, String text)
      implements DeviceEvent {}

  /**
   * Work on the device used an address where it may not.
   *
   * @param time when
   * @param source what did it, for example a compute unit
   * @param address the address, by the device's count
   * @param access whether it was to be read or written
   * @param text what happened
   */
  record Fault(Instant time, String source, long address, Access access, String text)
      implements DeviceEvent {}

  /**
   * The device is gone: it was closed, or taken away. The last event of a stream.
   *
   * @param reason why
   */
  record Removed(String reason) implements DeviceEvent {}

  /**
   * Events are missing here, because the stream's reader was too slow. Told to every subscriber
   * that it concerns, whatever it subscribed to.
   *
   * @param count how many
   */
  record Lost(long count) implements DeviceEvent {}
}
