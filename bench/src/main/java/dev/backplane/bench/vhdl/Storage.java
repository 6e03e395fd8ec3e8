package dev.backplane.bench.vhdl;

import java.math.BigInteger;

/** A signal or variable; its identity counts. */
final class Storage {
  private final String name;
  private final Type type;
  private final boolean signal;
  private final BigInteger initial;

  Storage(String name, Type type, boolean signal, BigInteger initial) {
    this.name = name;
    this.type = type;
    this.signal = signal;
    this.initial = initial;
  }

  String name() {
    return name;
  }

  Type type() {
    return type;
  }

  boolean isSignal() {
    return signal;
  }

  /** {@return its bits at power-up} */
  BigInteger initial() {
    return initial;
  }

  @Override
  public String toString() {
    return name;
  }
}
