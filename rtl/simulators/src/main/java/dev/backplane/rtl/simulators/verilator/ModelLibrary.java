package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A loaded library of one model. Addresses are passed as numbers; their holder keeps the library
 * open.
 */
@SuppressWarnings("restricted") // The class calls native code.
final class ModelLibrary implements AutoCloseable {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  // Critical is safe: evaluation is short, never blocks and never calls back; the model bounds its
  // own loops.
  private static final MethodHandle EVAL =
      LINKER.downcallHandle(
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
          Linker.Option.critical(false));
  private static final MethodHandle FIRST_EVAL =
      LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
  private static final MethodHandle MESSAGE =
      LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final MethodHandle PIN =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
  private static final MethodHandle STATE =
      LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle CLOSE =
      LINKER.downcallHandle(FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

  private final Arena arena = Arena.ofShared();
  private final Path file;
  private final MemorySegment open;
  private final MemorySegment eval;
  private final MemorySegment message;
  private final MemorySegment pin;
  private final MemorySegment state;
  private final MemorySegment close;

  ModelLibrary(Path file) {
    this.file = file;
    try {
      SymbolLookup symbols = SymbolLookup.libraryLookup(file, arena);
      open = address(symbols, "bp_open");
      eval = address(symbols, "bp_eval");
      message = address(symbols, "bp_message");
      pin = address(symbols, "bp_pin");
      state = address(symbols, "bp_state");
      close = address(symbols, "bp_close");
    } catch (IllegalArgumentException e) {
      arena.close();
      throw new RtlException(
          RtlError.ENGINE_FAILED,
          "The model %s does not load: %s. Is the folder mounted noexec? Set BACKPLANE_CACHE to another"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * {@return the address of a function without the scope of the arena, which every call would have
   * to keep alive}
   */
  private static MemorySegment address(SymbolLookup symbols, String name) {
    return MemorySegment.ofAddress(symbols.findOrThrow(name).address());
  }

  /** Creates a model. */
  long open(Path data, int seed) {
    try (Arena call = Arena.ofConfined()) {
      return (long) OPEN.invokeExact(open, call.allocateFrom(data.toString()), seed);
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** Evaluates; false if the model failed, now or before. */
  boolean eval(long model) {
    try {
      return (int) EVAL.invokeExact(eval, model) == 0;
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** The first evaluation, which reads memory files and may print. */
  boolean firstEval(long model) {
    try {
      return (int) FIRST_EVAL.invokeExact(eval, model) == 0;
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** {@return the message of a model that failed} */
  String message(long model) {
    try {
      MemorySegment text = (MemorySegment) MESSAGE.invokeExact(message, model);
      return text.reinterpret(Long.MAX_VALUE).getString(0);
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** The address of a pin; 0 if the model could not be created. */
  long pin(long model, int index) {
    try {
      return (long) PIN.invokeExact(pin, model, index);
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** A hash of registers and memories. */
  long stateHash(long model) {
    try {
      return (long) STATE.invokeExact(state, model);
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  /** Frees a model. */
  void close(long model) {
    try {
      CLOSE.invokeExact(close, model);
    } catch (Throwable t) {
      throw callFailed(t);
    }
  }

  private IllegalStateException callFailed(Throwable cause) {
    return new IllegalStateException("a call into " + file + " is not possible", cause);
  }

  /** Unloads the library. */
  @Override
  public void close() {
    arena.close();
  }
}
