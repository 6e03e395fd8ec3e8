package dev.backplane.rtl.engines.jvm;

import java.util.List;

/** A routine of {@link WideArithmetic} that generated code calls. */
enum WideRoutine {
  SHIFT_LEFT("shiftLeft"),
  SHIFT_RIGHT("shiftRight"),
  SHIFT_RIGHT_SIGNED("shiftRightSigned"),
  SHIFT_EITHER("shiftEither"),
  MULTIPLY("multiply"),
  DIVIDE("divide"),
  DIVIDE_SIGNED("divideSigned"),
  REMAINDER("remainder"),
  REMAINDER_SIGNED("remainderSigned"),
  POWER("power");

  private static final List<WideRoutine> ALL = List.of(values());

  private final String method;

  WideRoutine(String method) {
    this.method = method;
  }

  String method() {
    return method;
  }

  int number() {
    return ALL.indexOf(this);
  }

  static WideRoutine of(int number) {
    return ALL.get(number);
  }
}
