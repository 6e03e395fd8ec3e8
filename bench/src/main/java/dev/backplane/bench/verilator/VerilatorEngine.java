package dev.backplane.bench.verilator;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.netlist.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A verilated model as an engine: pins are memory, a cycle is two calls. The clock is low between
 * cycles; an edge raises it, evaluates, and lowers it, which the next settle evaluates.
 */
@SuppressWarnings("restricted") // Calling native code is what this is for.
public final class VerilatorEngine implements Engine {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CREATE =
      LINKER.downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG));
  private static final MethodHandle EVAL =
      LINKER.downcallHandle(
          FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG), Linker.Option.critical(false));
  private static final MethodHandle DESTROY =
      LINKER.downcallHandle(FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
  private static final MethodHandle PIN =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));

  private final Arena arena;
  private final MemorySegment eval;
  private final MemorySegment destroy;
  private final long model;
  private final List<Pin> pins;
  private final List<Pin> clocks;
  private boolean closed;

  VerilatorEngine(VerilatedLibrary library, List<String> clocks, Arena arena) {
    this.arena = arena;
    SymbolLookup symbols = SymbolLookup.libraryLookup(library.file(), arena);
    eval = symbols.findOrThrow("bp_eval");
    destroy = symbols.findOrThrow("bp_destroy");
    try {
      model = (long) CREATE.invokeExact(symbols.findOrThrow("bp_create"));
      List<Pin> found = new ArrayList<>();
      for (Port port : library.ports()) {
        long address = (long) PIN.invokeExact(symbols.findOrThrow("bp_pin"), model, found.size());
        found.add(NativePin.at(port, address));
      }
      pins = List.copyOf(found);
    } catch (Throwable t) {
      throw new IllegalStateException("the verilated model cannot be made", t);
    }
    this.clocks =
        clocks.stream()
            .map(
                name ->
                    pins.stream()
                        .filter(pin -> pin.port().name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no clock " + name)))
            .toList();
  }

  /**
   * Translates, compiles and loads a design.
   *
   * @param sources the RTL
   * @param top the top module
   * @param clocks its clock inputs
   * @param folder where to work
   * @return the engine
   * @throws Exception what the tools say
   */
  public static VerilatorEngine build(Sources sources, String top, List<String> clocks, Path folder)
      throws Exception {
    return VerilatedLibrary.build(sources, top, folder).open(clocks);
  }

  /** {@return whether Verilator and a C++ compiler are installed} */
  public static boolean available() {
    return VerilatedLibrary.available();
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public List<String> clocks() {
    return clocks.stream().map(pin -> pin.port().name()).toList();
  }

  @Override
  public void settle() {
    evaluate();
  }

  @Override
  public void edge(int index) {
    edges(1L << index);
  }

  @Override
  public void edges(long mask) {
    set(mask, 1);
    evaluate();
    set(mask, 0);
  }

  private void set(long mask, long level) {
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      clocks.get(Long.numberOfTrailingZeros(rest)).set(level);
    }
  }

  private void evaluate() {
    try {
      EVAL.invokeExact(eval, model);
    } catch (Throwable t) {
      throw new IllegalStateException("the verilated model failed", t);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      DESTROY.invokeExact(destroy, model);
    } catch (Throwable t) {
      throw new IllegalStateException("the verilated model cannot be destroyed", t);
    }
    arena.close();
  }
}
