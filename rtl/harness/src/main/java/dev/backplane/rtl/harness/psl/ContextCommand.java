package dev.backplane.rtl.harness.psl;

/** A command to an accelerator about a context, in directed mode. */
public enum ContextCommand {
  /** The context ends: the accelerator finishes its commands, and gives no more. */
  TERMINATE(1),
  /** The context is gone. */
  REMOVE(2),
  /** There is a context; READ_PE tells what it wants. */
  ADD(5);

  private final int code;

  ContextCommand(int code) {
    this.code = code;
  }

  /** {@return the upper 16 bits of the argument of LLCMD} */
  int code() {
    return code;
  }
}
