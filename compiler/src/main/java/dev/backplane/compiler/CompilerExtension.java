package dev.backplane.compiler;

import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.pass.Registration;
import dev.backplane.plugin.PluginSymbol;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * A symbol of a component plugin that takes out again what it registered. One instance extends one
 * compiler at a time.
 */
public abstract class CompilerExtension implements PluginSymbol<Compiler> {
  private final Deque<Registration> registrations = new ArrayDeque<>();

  /** For subclasses, which need a public constructor without parameters to be listed. */
  protected CompilerExtension() {}

  /**
   * Registers components and handlers, each registration handed to {@link #keep}.
   *
   * @param compiler what is extended
   */
  protected abstract void extend(Compiler compiler);

  /**
   * Remembers a registration, which is removed when the plugin is unloaded.
   *
   * @param registration the registration
   */
  protected final void keep(Registration registration) {
    registrations.push(registration);
  }

  /**
   * Registers one handler with the passes to Verilog and to VHDL, for a node that becomes an
   * instance of a static unit which both languages have, with memories around it or without.
   *
   * @param compiler what is extended
   * @param type what the handler lowers
   * @param handler lowers it
   */
  protected final void keepHardware(
      Compiler compiler, String type, Function<? super HdlNode, ? extends HdlPart> handler) {
    keep(compiler.verilog().handlers().register(type, handler));
    keep(compiler.vhdl().handlers().register(type, handler));
  }

  /**
   * Registers one handler with the passes to Verilog and to VHDL, for a node that becomes several
   * parts.
   *
   * @param compiler what is extended
   * @param type what the handler lowers
   * @param handler lowers it
   */
  protected final void keepHardwareIterable(
      Compiler compiler,
      String type,
      Function<? super HdlNode, ? extends Iterable<? extends HdlPart>> handler) {
    keep(compiler.verilog().handlers().registerIterable(type, handler));
    keep(compiler.vhdl().handlers().registerIterable(type, handler));
  }

  @Override
  public final void loadInto(Compiler compiler) {
    extend(compiler);
  }

  @Override
  public final void unloadFrom(Compiler compiler) {
    while (!registrations.isEmpty()) {
      registrations.pop().remove();
    }
  }
}
