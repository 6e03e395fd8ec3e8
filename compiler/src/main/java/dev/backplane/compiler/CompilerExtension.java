package dev.backplane.compiler;

import dev.backplane.compiler.pass.Registration;
import dev.backplane.plugin.PluginSymbol;
import java.util.ArrayDeque;
import java.util.Deque;

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
